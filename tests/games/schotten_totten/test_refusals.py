"""Positions that are refused, each with a message of its own."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.base import PositionError

from .puzzles import GAME, MINIMAL, owned, position, stone


def refused(*args: Any, **keys: Any) -> str:
    """The message with which a position is refused."""
    with pytest.raises(PositionError) as caught:
        GAME.from_position(position(*args, **keys))
    return str(caught.value)


def _but_stones(keys: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in keys.items() if name != "stones"}


def test_a_card_more_often_than_the_decks_have_it_is_refused() -> None:
    message = refused({1: stone("R5")}, hands=("R5", ""))
    assert message == "R5 is there 2 times, but the decks have it 1 times"


def test_a_third_joker_is_refused() -> None:
    message = refused(tactics=True, hands=("joker joker", "joker"))
    assert message == "joker is there 3 times, but the decks have it 2 times"


def test_a_mode_on_two_stones_is_refused() -> None:
    assert refused({1: stone(modes="mud"), 2: stone(modes="mud")}, tactics=True).startswith("mud is there 2 times")


@pytest.mark.parametrize(
    "keys",
    [{"hands": ("spy", "")}, {"tactic_deck": "spy"}, {"discard": "spy"}, {"stones": {1: stone("spy")}},
     {"stones": {1: stone(modes="mud")}}],
)  # fmt: skip
def test_tactics_cards_without_the_option_are_refused(keys: dict[str, Any]) -> None:
    assert refused(keys.get("stones"), **_but_stones(keys)).endswith(
        "is a Tactics card, but the option tactics is false"
    )


@pytest.mark.parametrize(
    ("tactics", "hand", "limit"), [(False, "R1 R2 R3 R4 R5 R6 R7", 6), (True, "R1 R2 R3 R4 R5 R6 R7 R8", 7)]
)
def test_a_hand_over_the_limit_is_refused(tactics: bool, hand: str, limit: int) -> None:
    """S2."""
    message = refused(tactics=tactics, hands=("", hand))
    assert message == f"seat 1 holds {limit + 1} cards, but the hand limit is {limit}"


def test_too_many_cards_on_a_side_are_refused() -> None:
    """S4."""
    crowded = stone("R1 R2 R3 R4", full_since=[1, None])
    assert refused({2: crowded}) == "stone 2: seat 0's side has 4 cards, but room for only 3"


def test_too_many_cards_on_a_side_in_the_mud_are_refused() -> None:
    """S17."""
    crowded = stone("", "R1 R2 R3 R4 R5", modes="mud", full_since=[None, 2])
    assert refused({2: crowded}, tactics=True) == "stone 2: seat 1's side has 5 cards, but room for only 4"


def test_a_full_side_without_full_since_is_refused() -> None:
    """S15."""
    message = refused({2: stone("R1 R2 R3", full_since=[None, None])})
    assert message == "stone 2: seat 0's side is full, but its full_since is null"


def test_full_since_without_a_full_side_is_refused() -> None:
    """S15: in the mud three cards are not full."""
    message = refused({2: stone("R1 R2 R3", modes="mud", full_since=[9, None])}, tactics=True)
    assert message == "stone 2: seat 0's side is not full, but its full_since is 9"


def test_an_owner_whose_side_is_not_full_is_refused() -> None:
    """S8."""
    message = refused({2: stone("R1 R2", "B1 B2 B3", owner=0)})
    assert message == "stone 2: seat 0's side is not full, but seat 0 owns the stone"


def test_a_joker_on_a_side_whose_jokers_played_is_false_is_refused() -> None:
    """S20."""
    message = refused({2: stone("", "joker")}, tactics=True, jokers_played=[True, False])
    assert message == "seat 1 has a joker on a side, but its jokers_played is false"


def test_two_jokers_of_one_seat_are_refused() -> None:
    """S20."""
    message = refused({2: stone("joker"), 3: stone("joker")}, tactics=True, jokers_played=[True, True])
    assert message == "seat 0 has two jokers on its sides, but may play only one in a game"


def test_equal_full_since_is_refused() -> None:
    """S15."""
    message = refused({2: stone("R1 R2 R3", "B1 B2 B3", full_since=[7, 7])})
    assert message == "stone 2: both sides cannot be full since the same turn 7"


@pytest.mark.parametrize(("turn", "to_act", "owner"), [(2, 0, 1), (3, 1, 0)])
def test_a_turn_of_the_wrong_seat_is_refused(turn: int, to_act: int, owner: int) -> None:
    message = refused(turn=turn, to_act=to_act)
    assert message == f"turn {turn} is seat {owner}'s, not seat {to_act}'s"


@pytest.mark.parametrize(
    ("deck", "under"),
    [("R1 R2", [["R1"], []]), ("R1 R2", [["R3"], []]), ("", [["R1"], []]), ("R3 R1 R2", [["R2"], ["R3"]]),
     ("R1", [["R1"], ["R1"]])],
)  # fmt: skip
def test_under_cards_that_are_not_at_the_bottom_are_refused(deck: str, under: list[list[str]]) -> None:
    assert "should be at the bottom of the clan deck, but is not" in refused(clan_deck=deck, under=under)


def test_under_cards_of_the_tactic_deck_are_looked_for_there() -> None:
    message = refused(tactics=True, tactic_deck="mud spy", under=[["mud"], []])
    assert message == "under: mud should be at the bottom of the tactic deck, but is not"


@pytest.mark.parametrize(("expert", "step"), [(False, "play"), (True, "play"), (True, "claim")])
def test_passed_before_it_can_be_is_refused(expert: bool, step: str) -> None:
    """S3, S7."""
    assert refused(expert=expert, step=step, passed=True).startswith(f"passed cannot be true in the {step} step")


def test_claimed_before_it_can_be_is_refused() -> None:
    """S3, S5."""
    assert refused(step="play", claimed=True).startswith("claimed cannot be true in the play step")


def test_over_without_an_end_is_refused() -> None:
    """S24, S25."""
    assert refused(owned(0, 1, 2, 4, 5), step="over").startswith("the game is not over")


def test_two_passes_before_the_end_are_refused() -> None:
    """S25."""
    assert refused(passes=2) == "passes is 2 only in a blocked game that is over"


def test_a_block_on_a_turn_with_a_claim_is_refused() -> None:
    """S25."""
    assert refused(step="over", passes=2, claimed=True).startswith("a game is not blocked on a turn with a claim")


def test_two_winners_are_refused() -> None:
    """S24."""
    message = refused({**owned(0, 1, 2, 3), **owned(1, 4, 5, 6)}, step="over")
    assert message == "both seats have won, but the game ends with the first of them"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"clan_deck": "mud"}, "mud cannot lie in the clan deck"),
        ({"tactic_deck": "R5"}, "R5 cannot lie in the tactic deck"),
        ({"stones": {1: stone("traitor")}}, "traitor cannot lie in a side"),
        ({"stones": {1: stone(modes="spy")}}, "spy cannot lie in a stone's modes"),
    ],
)
def test_a_card_where_it_cannot_be_is_refused(keys: dict[str, Any], message: str) -> None:
    assert refused(keys.get("stones"), tactics=True, **_but_stones(keys)) == message


@pytest.mark.parametrize("count", [8, 10])
def test_another_number_of_stones_than_nine_is_refused(count: int) -> None:
    with pytest.raises(PositionError, match=f"stones must have 9 entries, not {count}"):
        GAME.from_position(MINIMAL | {"stones": [{"sides": [[], []]}] * count})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"colour": 1}, "position has keys that nobody knows: 'colour'"),
        ({"options": {"bruce": True}}, "options has keys that nobody knows: 'bruce'"),
        ({"options": {"tactics": 1}}, "options: tactics must be true or false, not 1"),
        ({"options": None}, "options must be an object, not null"),
        ({"turn": 0}, "position: turn must be a whole number of at least 1, not 0"),
        ({"turn": "1"}, "position: turn must be a whole number of at least 1, not '1'"),
        ({"to_act": 2}, "position: to_act must be a whole number from 0 to 1, not 2"),
        ({"to_act": None}, "position: to_act must be a whole number from 0 to 1, not None"),
        ({"step": "think"}, "position: step must be one of play, claim, draw, over, not 'think'"),
        ({"hands": [[]]}, "position: hands must have 2 entries, not 1"),
        ({"hands": [["R5"], "B2"]}, "position: hands must be a list, not a string"),
        ({"hands": [["R0"], []]}, "position: hands: 'R0' is no card of schotten_totten"),
        ({"clan_deck": [5]}, "position: clan_deck: 5 is no card of schotten_totten"),
        ({"tactics_played": [0, -1]}, "position: tactics_played: each must be a whole number of at least 0, not -1"),
        ({"jokers_played": [0, 1]}, "position: jokers_played: each must be true or false, not 0"),
        ({"passes": 3}, "position: passes must be a whole number from 0 to 2, not 3"),
        ({"passed": 0}, "position: passed must be true or false, not 0"),
        ({"claimed": None}, "position: claimed must be true or false, not None"),
        ({"under": [[]]}, "position: under must have 2 entries, not 1"),
    ],
)
def test_a_wrong_key_or_type_is_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.from_position(MINIMAL | changed)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"owner": 2}, "stone 1: owner must be 0, 1 or null, not 2"),
        ({"owner": False}, "stone 1: owner must be 0, 1 or null, not False"),
        ({"full_since": [0, None]}, "stone 1: full_since: each must be a turn number or null, not 0"),
        ({"full_since": [None]}, "stone 1: full_since must have 2 entries, not 1"),
        ({"sides": [[], ["R10"]]}, "stone 1: sides: 'R10' is no card of schotten_totten"),
        ({"modes": ["fog"]}, "stone 1: modes: 'fog' is no card of schotten_totten"),
        ({"colour": "grey"}, "stone 1 has keys that nobody knows: 'colour'"),
    ],
)
def test_a_wrong_key_or_type_of_a_stone_is_refused(changed: dict[str, Any], message: str) -> None:
    assert refused({1: stone() | changed}) == message


def test_a_stone_must_be_an_object() -> None:
    with pytest.raises(PositionError, match="stone 1 must be an object, not a list"):
        GAME.from_position(MINIMAL | {"stones": [[]] * 9})


@pytest.mark.parametrize("key", sorted(MINIMAL))
def test_keys_without_a_default_may_not_be_left_out(key: str) -> None:
    with pytest.raises(PositionError, match=f"position lacks '{key}'"):
        GAME.from_position({name: value for name, value in MINIMAL.items() if name != key})


def test_a_stone_needs_its_sides() -> None:
    assert refused({3: {"modes": []}}) == "stone 3 lacks 'sides'"
