"""What happens at each action, and who may know of it."""

from __future__ import annotations

import pytest

from referee.games.schotten_totten.cards import CARDS
from referee.games.schotten_totten.events import CardDrawn, CardReturned

from .puzzles import GAME, events, puzzle, stone

TABLE = {1: stone("R1 B5", "G2"), 2: stone("spy", "Y4 shield")}


def texts(hand: str, *actions: str, clan_deck: str = "") -> list[str]:
    state = puzzle(TABLE, tactics=True, hands=(hand, "N2"), clan_deck=clan_deck)
    return [event.text for event in events(state, *actions)]


@pytest.mark.parametrize(
    ("hand", "actions", "told"),
    [
        ("N1", ["play N1 3"], "seat 0 plays N1 to stone 3"),
        ("mud", ["play mud 3"], "seat 0 plays mud onto stone 3"),
        ("banshee", ["play banshee"], "seat 0 plays banshee"),
        ("", ["pass"], "seat 0 passes"),
        ("strategist", ["play strategist", "take R1 1"], "seat 0 takes R1 from its own side of stone 1"),
        ("traitor", ["play traitor", "take G2 1"], "seat 0 takes G2 from seat 1's side of stone 1"),
        ("traitor", ["play traitor", "take G2 1", "move 4"], "seat 0 moves G2 to stone 4"),
        ("strategist", ["play strategist", "take R1 1", "discard"], "seat 0 discards R1"),
    ],
)
def test_an_action_is_told_in_one_sentence(hand: str, actions: list[str], told: str) -> None:
    """S4, S7, S21, S22."""
    assert texts(hand, *actions) == [told]


def test_banshees_victim_is_taken_and_discarded() -> None:
    """S22."""
    told = ["seat 0 takes Y4 from seat 1's side of stone 2", "seat 0 discards Y4"]
    assert texts("banshee", "play banshee", "take Y4 2") == told


def test_a_draw_without_a_decision_is_told_too() -> None:
    """S6."""
    assert texts("N1", "play N1 3", clan_deck="N9") == ["seat 0 plays N1 to stone 3", "seat 0 draws N9"]


def test_recruiters_draws_without_a_decision_are_told_too() -> None:
    """S23."""
    told = ["seat 0 plays recruiter", "seat 0 draws N9", "seat 0 draws N8"]
    assert texts("recruiter", "play recruiter", clan_deck="N9 N8") == told


def test_a_claim_is_told() -> None:
    """S5."""
    state = puzzle({1: stone("R7 R8 R9", "B1")}, step="claim", hands=("N1", "N2"))
    assert [event.text for event in events(state, "claim 1")] == ["seat 0 claims stone 1"]


def test_a_declined_claim_is_told() -> None:
    """S5."""
    state = puzzle({1: stone("R7 R8 R9", "B1")}, step="claim", hands=("N1", "N2"))
    assert [event.text for event in events(state, "done")] == ["seat 0 claims no more this turn"]


def test_a_blocked_game_tells_who_gets_which_stone() -> None:
    """S25."""
    state = puzzle({3: stone("", "R1 B2 G4")}, passes=1)
    assert [event.text for event in events(state, "pass")] == [
        "seat 0 passes",
        "both seats passed: the game is blocked",
        "stone 3 goes to seat 1",
    ]


@pytest.mark.parametrize("kind", [CardDrawn, CardReturned])
@pytest.mark.parametrize("viewer", [1, None])
def test_others_see_only_the_back_of_a_drawn_or_returned_card(
    kind: type[CardDrawn] | type[CardReturned], viewer: int | None
) -> None:
    """What a seat sees: each deck drawn from, the kinds returned."""
    event = kind(0, "clan", CARDS["R5"])
    assert event.as_seen_by(viewer) == kind(0, "clan", None)


@pytest.mark.parametrize("kind", [CardDrawn, CardReturned])
def test_a_seat_sees_the_card_that_it_draws_or_returns(kind: type[CardDrawn] | type[CardReturned]) -> None:
    """What a seat sees: its own hand."""
    event = kind(0, "clan", CARDS["R5"])
    assert event.as_seen_by(0) == event


def test_a_hidden_card_is_told_by_its_back() -> None:
    assert CardDrawn(0, "tactic", None).text == "seat 0 draws a tactic card"
    assert CardReturned(0, "clan", None).text == "seat 0 puts a clan card under the clan deck"


@pytest.mark.parametrize(("text", "public"), [("return R5", "return clan"), ("return joker", "return tactic")])
def test_others_read_only_the_kind_of_a_returned_card(text: str, public: str) -> None:
    """S22, as the notation says."""
    action = GAME.parse_action(text)
    assert (action.text_for(0, 0), action.text_for(0, 1), action.text_for(0, None)) == (text, public, public)
