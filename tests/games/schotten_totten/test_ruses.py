"""S22, S23: Recruiter, Strategist, Banshee and Traitor."""

from __future__ import annotations

import pytest

from .puzzles import GAME, after, claims, legal, owned, puzzle, read, stone, stone_read
from .test_turn import FULL_OF_OTHERS

RECRUITING = {"tactics": True, "hands": ("N1 recruiter", "N2")}
TABLE = {1: stone("R1 B5", "G2"), 2: stone("spy", "Y4 shield")}


@pytest.mark.parametrize(
    ("play", "card"),
    [("play recruiter", "recruiter"), ("play strategist", "strategist"), ("play banshee", "banshee"),
     ("play traitor", "traitor")],
)  # fmt: skip
def test_a_ruse_is_discarded_as_it_is_played(play: str, card: str) -> None:
    """S22."""
    state = puzzle(TABLE, tactics=True, hands=(f"N1 {card}", "N2"), clan_deck="N3")
    assert GAME.observe(after(state, play), None).discard == (GAME.parse_card(card),)


def test_recruiter_needs_a_card_in_some_deck() -> None:
    """S22."""
    assert "play recruiter" not in legal(puzzle(**RECRUITING))


@pytest.mark.parametrize("decks", [{"clan_deck": "N3"}, {"tactic_deck": "mud"}])
def test_recruiter_can_be_played_with_one_card_left(decks: dict[str, str]) -> None:
    """S22: in either deck."""
    assert "play recruiter" in legal(puzzle(**RECRUITING, **decks))


def test_recruiter_draws_three_cards_each_from_a_deck_of_choice() -> None:
    """S22: then two are returned."""
    state = after(puzzle(**RECRUITING, clan_deck="N3 N4 N5", tactic_deck="mud spy"), "play recruiter")
    assert legal(state) == ["draw clan", "draw tactic"]
    two = after(state, "draw clan", "draw tactic")
    assert legal(two) == ["draw clan", "draw tactic"]
    assert legal(after(two, "draw clan")) == ["return N1", "return N3", "return N4", "return mud"]


def test_each_drawn_card_is_seen_before_the_next_choice() -> None:
    """S22."""
    state = after(puzzle(**RECRUITING, clan_deck="N3 N4", tactic_deck="mud"), "play recruiter", "draw clan")
    assert [str(card) for card in GAME.observe(state, 0).hand] == ["N1", "N3"]


def test_with_one_deck_left_recruiter_draws_without_a_decision() -> None:
    """S23."""
    state = after(puzzle(**RECRUITING, clan_deck="N3 N4 N5 N6"), "play recruiter")
    assert legal(state) == ["return N1", "return N3", "return N4", "return N5"]


def test_recruiters_choice_ends_when_one_deck_runs_out() -> None:
    """S23: the third card comes from the other deck without a decision."""
    state = after(puzzle(**RECRUITING, clan_deck="N3", tactic_deck="mud spy joker"), "play recruiter", "draw clan")
    assert legal(state) == ["return N1", "return N3", "return mud", "return spy"]


def test_recruiters_draws_stop_early_when_all_decks_are_empty() -> None:
    """S23: two returns all the same."""
    state = after(puzzle(**RECRUITING, clan_deck="N3"), "play recruiter")
    assert legal(state) == ["return N1", "return N3"]
    assert legal(after(state, "return N1")) == ["return N3"]


def test_recruiter_returns_one_card_if_the_hand_has_one() -> None:
    """S23."""
    state = after(puzzle(tactics=True, hands=("recruiter", "N2"), clan_deck="N3"), "play recruiter")
    assert legal(state) == ["return N3"]
    assert after(state, "return N3").to_act == 1


def test_two_jokers_are_one_choice_to_return() -> None:
    """S22: an unplayable joker included."""
    keys = {"tactics": True, "jokers_played": [True, False], "clan_deck": "N3 N4 N5"}
    state = after(puzzle(hands=("joker joker recruiter", "N2"), **keys), "play recruiter")
    assert legal(state) == ["return N3", "return N4", "return N5", "return joker"]


def test_returned_cards_go_to_the_bottom_of_their_own_decks() -> None:
    """S22."""
    keys = {"tactics": True, "hands": ("N1 mud recruiter", "N2"), "clan_deck": "N3 N4 N5 N6", "tactic_deck": "spy"}
    state = after(puzzle(**keys), "play recruiter", "draw clan", "draw clan", "draw clan", "return mud", "return N1")
    assert read(state, "tactic_deck") == ["spy", "mud"]
    assert read(state, "clan_deck") == ["N6", "N1"]


def test_the_later_returned_card_lies_lower() -> None:
    """S22."""
    state = after(puzzle(**RECRUITING, clan_deck="N3 N4 N5 N6"), "play recruiter", "return N5", "return N1")
    assert read(state, "clan_deck")[-2:] == ["N5", "N1"]


def test_a_deck_that_was_empty_can_be_drawn_from_after_a_return() -> None:
    """S22, S6: the turn ends with a choice between both decks."""
    keys = {"tactics": True, "hands": ("mud recruiter", "N2"), "clan_deck": "N3 N4 N5 N6"}
    state = after(puzzle(**keys), "play recruiter", "return mud", "return N3")
    assert legal(state) == ["draw clan", "draw tactic"]


def test_a_hand_that_recruiter_brought_to_the_limit_draws_no_more() -> None:
    """S23: S6 looks at the hand afterwards."""
    keys = {"tactics": True, "hands": ("N1 B1 G1 R1 Y1 V1 recruiter", "N2"), "clan_deck": "N3 N4 N5 N6"}
    state = after(puzzle(**keys), "play recruiter")
    assert len(GAME.observe(state, 0).hand) == 9
    ended = after(state, "return N1", "return N3")
    assert (ended.to_act, len(read(ended, "hands")[0])) == (1, 7)


def test_a_hand_that_is_still_short_after_recruiter_draws() -> None:
    """S23, S6."""
    state = after(puzzle(**RECRUITING, clan_deck="N3 N4 N5 N6"), "play recruiter", "return N1", "return N3")
    assert read(state, "hands")[0] == ["N4", "N5", "N6"]


def test_cards_put_under_a_deck_are_remembered_until_they_are_drawn() -> None:
    """S22: what a seat has put there is its own knowledge."""
    keys = {"tactics": True, "hands": ("N1 recruiter", "N2"), "clan_deck": "N3 N4 N5 N6"}
    state = after(puzzle(**keys), "play recruiter", "return N5", "return N1")
    assert read(state, "under") == [["N1", "N5"], []]
    assert read(after(state, "play N2 1"), "under") == [["N1"], []]


def test_strategist_needs_a_card_on_ones_own_side_of_an_unclaimed_stone() -> None:
    """S22."""
    stones = {1: stone("", "G2"), **owned(0, 5)}
    assert "play strategist" not in legal(puzzle(stones, tactics=True, hands=("N1 strategist", "")))


def test_strategist_takes_a_clan_card_or_elite_troop_of_ones_own() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, hands=("strategist", "")), "play strategist")
    assert legal(state) == ["take B5 1", "take R1 1", "take spy 2"]


def test_strategist_moves_to_a_different_stone_with_room_or_nowhere() -> None:
    """S22: stone 1 is where it comes from, stone 3 is full."""
    stones = {**TABLE, 3: stone("R9 B8 G6")}
    state = after(puzzle(stones, tactics=True, hands=("strategist", "")), "play strategist", "take R1 1")
    assert legal(state) == ["discard", *[f"move {number}" for number in (2, 4, 5, 6, 7, 8, 9)]]


def test_strategist_puts_the_card_on_ones_own_side() -> None:
    """S22."""
    state = puzzle(TABLE, tactics=True, hands=("strategist", "N2"))
    moved = after(state, "play strategist", "take R1 1", "move 2")
    assert stone_read(moved, 1)["sides"] == [["B5"], ["G2"]]
    assert stone_read(moved, 2)["sides"] == [["spy", "R1"], ["Y4", "shield"]]


def test_strategist_can_discard_the_card() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, hands=("strategist", "N2")), "play strategist", "take R1 1", "discard")
    assert read(state, "discard") == ["R1", "strategist"]


def test_strategist_without_room_elsewhere_can_only_discard() -> None:
    """S22: the room that the card leaves does not count."""
    state = puzzle(FULL_OF_OTHERS, tactics=True, hands=("strategist", "N2"))
    take = next(text for text in legal(after(state, "play strategist")) if text.startswith("take"))
    assert legal(after(state, "play strategist", take)) == ["discard"]


def test_a_moved_card_can_fill_a_side_that_is_then_claimed() -> None:
    """S22, S3: the claim step follows the ruse."""
    stones = {1: stone("R9"), 2: stone("R7 R8", "B1 G2 Y4")}
    state = puzzle(stones, tactics=True, hands=("strategist", "N2"))
    moved = after(state, "play strategist", "take R9 1", "move 2")
    assert claims(moved) == ["claim 2"]
    assert stone_read(moved, 2)["full_since"] == [21, 2]


def test_with_expert_a_ruse_is_followed_by_the_draw() -> None:
    """S22, S3."""
    state = puzzle(TABLE, tactics=True, expert=True, hands=("banshee", "N2"), clan_deck="N9", tactic_deck="mud")
    assert legal(after(state, "play banshee", "take G2 1")) == ["draw clan", "draw tactic"]


def test_banshee_needs_an_opponents_card_at_an_unclaimed_stone() -> None:
    """S22."""
    stones = {1: stone("R1"), **owned(1, 5)}
    assert "play banshee" not in legal(puzzle(stones, tactics=True, hands=("N1 banshee", "")))


def test_banshee_takes_an_opponents_clan_card_or_elite_troop() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, hands=("banshee", "")), "play banshee")
    assert legal(state) == ["take G2 1", "take Y4 2", "take shield 2"]


def test_banshee_discards_the_card_at_once() -> None:
    """S22: and the turn goes on."""
    state = after(puzzle(TABLE, tactics=True, hands=("banshee", "N2")), "play banshee", "take shield 2")
    assert read(state, "discard") == ["shield", "banshee"]
    assert (state.to_act, stone_read(state, 2)["sides"]) == (1, [["spy"], ["Y4"]])


def test_a_clan_card_that_banshee_discarded_stays_seen() -> None:
    """S22, S10."""
    state = puzzle({1: stone("B6 B7 B8", "R7 R8 R9")}, tactics=True, hands=("banshee", "N2"))
    assert claims(after(state, "play banshee", "take R9 1")) == ["claim 1"]


def test_traitor_needs_an_opponents_clan_card() -> None:
    """S22: an elite troop is not enough."""
    stones = {1: stone("R1", "shield")}
    assert "play traitor" not in legal(puzzle(stones, tactics=True, hands=("N1 traitor", "")))


def test_traitor_needs_room_of_ones_own() -> None:
    """S22."""
    stones = {**FULL_OF_OTHERS, 9: FULL_OF_OTHERS[9] | {"sides": [FULL_OF_OTHERS[9]["sides"][0], ["N9"]]}}
    hands = ("banshee traitor", "N2")
    assert legal(puzzle(stones, tactics=True, hands=hands)) == ["pass", "play banshee"]


def test_traitor_takes_an_opponents_clan_card_only() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, hands=("traitor", "")), "play traitor")
    assert legal(state) == ["take G2 1", "take Y4 2"]


def test_traitor_may_use_the_same_stone_but_cannot_discard() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, hands=("traitor", "")), "play traitor", "take G2 1")
    assert legal(state) == [f"move {number}" for number in range(1, 10)]


def test_traitor_brings_the_card_to_ones_own_side() -> None:
    """S22: and from there it takes full first."""
    state = puzzle({1: stone("R1 B5", "G2 G3 G5")}, tactics=True, hands=("traitor", "N2"))
    moved = stone_read(after(state, "play traitor", "take G2 1", "move 1"), 1)
    assert moved["sides"] == [["R1", "B5", "G2"], ["G3", "G5"]]
    assert moved["full_since"] == [21, None]


def test_seat_1s_ruses_take_from_its_own_opponent() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, to_act=1, hands=("", "banshee")), "play banshee")
    assert legal(state) == ["take B5 1", "take R1 1", "take spy 2"]
