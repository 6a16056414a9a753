"""Positions in and out; every refusal has its own message."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.base import PositionError
from tests.games.claim.puzzles import (
    GAME,
    phase_one,
    phase_one_position,
    phase_two,
    phase_two_position,
    pile,
    play,
    random_game,
)


def test_a_position_gives_every_key_of_the_schema() -> None:
    assert GAME.to_position(phase_one("G7", "K2", prize="U3", stock="D4")) == {
        "phase": 1,
        "leader": 0,
        "led": None,
        "prize": "U3",
        "hands": [["G7"], ["K2"]],
        "stock": ["D4"],
        "followers": [[], []],
        "prizes": [[], []],
        "scored": [[], []],
        "discard": [],
    }


@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_game_round_trips(seed: int) -> None:
    """C1–C20: at all 52 decisions and at the end."""
    for state in random_game(seed):
        position = GAME.to_position(state)
        assert GAME.to_position(GAME.from_position(position)) == position


@pytest.mark.parametrize("seed", range(3))
def test_a_state_that_was_read_offers_the_same_decision(seed: int) -> None:
    """C3, C4: whose turn it is, and what is legal, follow from the position."""
    for state in random_game(seed):
        again = GAME.from_position(GAME.to_position(state))
        assert (again.to_act, again.legal) == (state.to_act, state.legal)


def test_piles_without_order_are_written_in_deck_order() -> None:
    """Deck order is G K U D X, not the order of the texts."""
    position = GAME.to_position(phase_two("D1 X0 G3 K2 U1", "K9 D3 U2 X1 G0", discard="X5 D5 G5"))
    assert (position["hands"][0], position["discard"]) == (["G3", "K2", "U1", "D1", "X0"], ["G5", "D5", "X5"])


def test_the_stock_is_written_as_it_lies() -> None:
    state = phase_one("G1 G2", "G3 G4", prize="U1", stock="X9 D1 G7")
    assert GAME.to_position(state)["stock"] == ["X9", "D1", "G7"]


def test_followers_prizes_scored_and_discard_may_be_left_out() -> None:
    position: dict[str, Any] = {"phase": 2, "leader": 1, "led": None, "prize": None, "hands": [[], []], "stock": []}
    assert GAME.to_position(GAME.from_position(position))["scored"] == [[], []]


def test_options_may_be_given_empty() -> None:
    assert GAME.from_position({**phase_two_position("G1", "G2"), "options": {}}).to_act == 0


def test_a_position_after_the_last_trick_of_phase_one_is_at_once_phase_two() -> None:
    """C15."""
    state = phase_one("", "", followers=("K9 U1", "D1 X1"), leader=1)
    assert (state.phase, pile(state.hands[0]), pile(state.hands[1]), state.to_act) == (2, "K9 U1", "D1 X1", 1)


def test_a_position_with_empty_hands_in_phase_two_is_over() -> None:
    """C17, C20."""
    assert GAME.outcome(phase_two("", "", scored=("G1", ""))) is not None


def test_a_position_may_hold_fewer_cards_than_the_deck() -> None:
    assert phase_two("G1", "G2").to_act == 0


def test_a_position_has_no_history() -> None:
    state = play(phase_two("G1 K2", "G2 K3"), "G1 G2")
    assert GAME.from_position(GAME.to_position(state)).tricks == ()


@pytest.mark.parametrize("name", ["phase", "leader", "led", "prize", "hands", "stock"])
def test_a_key_without_a_default_must_be_there(name: str) -> None:
    position = phase_two_position("G1", "G2")
    del position[name]
    with pytest.raises(PositionError, match=f"^position lacks '{name}'$"):
        GAME.from_position(position)


ONE = phase_one_position("G1 G2", "G3 G4", prize="U1", stock="D1 D2 D3")
TWO = phase_two_position("G1 G2", "G3 G4")

REFUSALS: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown key": ({**TWO, "turn": 1}, "position has keys that nobody knows: 'turn'"),
    "options": ({**TWO, "options": {"bruce": True}}, "options has keys that nobody knows: 'bruce'"),
    "options that are null": ({**TWO, "options": None}, "options must be an object, not null"),
    "a third phase": ({**TWO, "phase": 3}, "position: phase must be a whole number from 1 to 2, not 3"),
    "phase zero": ({**TWO, "phase": 0}, "position: phase must be a whole number from 1 to 2, not 0"),
    "a phase that is a boolean": ({**TWO, "phase": True}, "phase must be a whole number from 1 to 2, not True"),
    "a third seat": ({**TWO, "leader": 2}, "position: leader must be a whole number from 0 to 1, not 2"),
    "three hands": ({**TWO, "hands": [[], [], []]}, "position: hands must have 2 entries, not 3"),
    "a hand that is a string": ({**TWO, "hands": ["G1", "G2"]}, "position: hands must be a list, not a string"),
    "no such card in a hand": ({**TWO, "hands": [["K1"], ["G2"]]}, "position: hands: 'K1' is no card of claim"),
    "a card that is a number": ({**TWO, "hands": [[7], ["G2"]]}, "position: hands: 7 is no card of claim"),
    "a card that is a list": ({**TWO, "hands": [[["G1"]], ["G2"]]}, "position: hands: ['G1'] is no card of claim"),
    "no such lead": ({**TWO, "led": "G10"}, "position: led: 'G10' is no card of claim"),
    "no such prize": ({**ONE, "prize": "g1"}, "position: prize: 'g1' is no card of claim"),
    "no such card in the discard": ({**TWO, "discard": ["Z1"]}, "position: discard: 'Z1' is no card of claim"),
    "a card twice": ({**TWO, "discard": ["G1"]}, "the position has 2 G1, but the deck only 1"),
    "a sixth G0": ({**TWO, "scored": [["G0"] * 3, ["G0"] * 3]}, "the position has 6 G0, but the deck only 5"),
    "the lead twice": (phase_two_position("G1", "G2 G3", led="G2"), "the position has 2 G2, but the deck only 1"),
    "the prize twice": ({**ONE, "prize": "D1"}, "the position has 2 D1, but the deck only 1"),
    "a follower twice": ({**ONE, "followers": [["G1"], ["K2"]]}, "the position has 2 G1, but the deck only 1"),
    "unequal hands": (
        phase_two_position("G1", "G2 G3"),
        "hands must be of equal size before a lead, not 1 and 2",
    ),
    "equal hands after a lead": (
        phase_two_position("G1", "G2", led="G3"),
        "after a lead the leader's hand must be one short, not 1 to 1",
    ),
    "the leader two short": (
        phase_two_position("G1", "G2 G3 G4", led="G5"),
        "after a lead the leader's hand must be one short, not 1 to 3",
    ),
    "the wrong hand short": (
        phase_two_position("G1", "G2 G4", led="G3", leader=1),
        "after a lead the leader's hand must be one short, not 2 to 1",
    ),
    "a hand of 14": (
        phase_two_position("G0 G0 G0 G0 G0 G1 G2 G3 G4 G5 G6 G7 G8 G9", "U0 U1 U2 U3 U4 U5 U6 U7 U8 U9 X0 X1 X2 X3"),
        "a hand has at most 13 cards, not 14",
    ),
    "unequal followers": ({**ONE, "followers": [["K2"], []]}, "follower piles must be of equal size"),
    "a follower too many": (
        phase_one_position(
            "G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 U9 U8", "D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 U1 U2", followers=("K2 K3", "K4 K5")
        ),
        "after 1 tricks a seat has at most 1 followers, not 2",
    ),
    "fourteen followers at the end of phase one": (
        phase_one_position(
            "",
            "",
            stock="",
            followers=(
                "G0 G0 G0 G0 G0 G1 G2 G3 G4 G5 G6 G7 G8 G9",
                "U0 U1 U2 U3 U4 U5 U6 U7 U8 U9 X0 X1 X2 X3",
            ),
        ),
        "after 13 tricks a seat has at most 13 followers, not 14",
    ),
    "phase one without a prize": ({**ONE, "prize": None}, "phase one needs a prize"),
    "a stock too small": ({**ONE, "stock": ["D1"]}, "with 2 tricks left the stock must hold 3 cards, not 1"),
    "a stock too large": (
        phase_one_position("G1", "G2", led=None, prize="U1", stock="D1 D2"),
        "with 1 tricks left the stock must hold 1 cards, not 2",
    ),
    "a prize after phase one": (
        phase_one_position("", "", prize="U1", stock=""),
        "phase one is over without cards in hand, but a prize or a stock is left",
    ),
    "a stock after phase one": (
        phase_one_position("", "", stock="U1"),
        "phase one is over without cards in hand, but a prize or a stock is left",
    ),
    "a prize in phase two": ({**TWO, "prize": "U1"}, "there is no prize in phase two"),
    "a stock in phase two": ({**TWO, "stock": ["U1"]}, "the stock is empty in phase two"),
    "followers in phase two": (
        {**TWO, "followers": [["U1"], ["U2"]]},
        "followers are in the hands in phase two, not apart",
    ),
    "a prize that is no follower": (
        {**ONE, "followers": [["K2"], ["K3"]], "prizes": [["K3"], []]},
        "seat 0 won the prize K3, but it lies nowhere that it could",
    ),
    "a prize in a hand of phase one": (
        {**ONE, "prizes": [[], ["G3"]]},
        "seat 1 won the prize G3, but it lies nowhere that it could",
    ),
    "a prize in the score piles of phase one": (
        {**ONE, "prizes": [["U2"], []], "scored": [["U2"], []]},
        "seat 0 won the prize U2, but it lies nowhere that it could",
    ),
    "a prize in the other's hand": (
        {**TWO, "prizes": [["G3"], []]},
        "seat 0 won the prize G3, but it lies nowhere that it could",
    ),
    "a prize that the other leads": (
        phase_two_position("G1", "G2 G4", led="G3", prizes=("", "G3")),
        "seat 1 won the prize G3, but it lies nowhere that it could",
    ),
    "a prize in the discard": (
        {**TWO, "prizes": [["K2"], []], "discard": ["K2"]},
        "seat 0 won the prize K2, but it lies nowhere that it could",
    ),
    "a prize of both seats": (
        {**TWO, "prizes": [["K2"], ["K2"]], "scored": [["K2"], []]},
        "seat 1 won the prize K2, but it lies nowhere that it could",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_broken_position_is_refused_with_its_own_message(case: str) -> None:
    position, message = REFUSALS[case]
    with pytest.raises(PositionError) as refusal:
        GAME.from_position(position)
    assert str(refusal.value).endswith(message)


def test_a_position_that_is_no_object_is_refused() -> None:
    with pytest.raises(PositionError, match=r"^position must be an object, not a list$"):
        GAME.from_position([])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "position",
    [
        phase_two_position("K2", "G2", prizes=("K2", "")),
        phase_two_position("G1", "G2 K3", led="K2", prizes=("K2", "")),
        phase_two_position("G1", "G2", prizes=("K2", ""), scored=("", "K2")),
        phase_two_position("G1", "G0", prizes=("G0", "G0"), scored=("G0", "")),
        {**ONE, "followers": [["K2"], ["K3"]], "prizes": [["K2"], []]},
    ],
    ids=["hand", "lead", "score pile", "alike cards", "followers"],
)
def test_a_prize_may_lie_where_its_seat_can_have_put_it(position: dict[str, Any]) -> None:
    """C11, C15, C17."""
    assert GAME.to_position(GAME.from_position(position))["prizes"] == position["prizes"]
