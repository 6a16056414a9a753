"""What happened, in order, and what of it each seat may see."""

from __future__ import annotations

import pytest

from referee.games.base import Viewer
from tests.games.claim.puzzles import GAME, happened, phase_one, phase_two, play, random_game


def test_a_lead_is_one_event() -> None:
    """C3."""
    assert [event.text for event in happened(phase_one("G5 G6", "G1 G2"), "G5")] == ["seat 0 leads G5"]


def test_a_trick_of_phase_one_tells_its_course_in_order() -> None:
    """C3, C6, C11, C12."""
    state = play(phase_one("U5 G6", "U1 G2", prize="K9", stock="D1 D2 D3"), "U5")
    assert [event.text for event in happened(state, "U1")] == [
        "seat 1 replies U1",
        "seat 0 wins the trick and the prize K9",
        "seat 1 draws D1 as a follower",
        "seat 0 scores U5 U1",
        "D2 is turned up as the prize",
    ]


def test_nothing_is_scored_in_a_trick_without_undead() -> None:
    """C13: the discard needs no event, since both cards were seen."""
    state = play(phase_one("G5 G6", "G1 G2", prize="K9", stock="D1 D2 D3"), "G5")
    assert "scores" not in " ".join(event.text for event in happened(state, "G1"))


def test_the_last_trick_of_phase_one_tells_that_phase_two_begins() -> None:
    """C15: and no prize is turned up."""
    state = play(phase_one("G5", "G6", prize="K9", stock="D1"), "G5")
    assert [event.text for event in happened(state, "G6")][-2:] == [
        "seat 0 draws D1 as a follower",
        "phase two begins: followers become the hands, seat 1 leads",
    ]


def test_a_trick_of_phase_two_tells_who_scores_what() -> None:
    """C17: the Dwarf to the loser."""
    state = play(phase_two("D5", "X9"), "D5")
    assert [event.text for event in happened(state, "X9")] == [
        "seat 1 replies X9",
        "seat 1 wins the trick",
        "seat 1 scores X9",
        "seat 0 scores D5",
    ]


@pytest.mark.parametrize(("viewer", "card"), [(0, "an unseen card"), (1, "D0"), (None, "an unseen card")])
def test_only_the_loser_sees_the_card_that_it_draws(viewer: Viewer, card: str) -> None:
    """C11: not the winner, and no spectator."""
    state = play(phase_one("G5 G6", "G1 G2", prize="K9", stock="D0 D2 D3"), "G5")
    seen = [event.as_seen_by(viewer).text for event in happened(state, "G1")]
    assert seen[2] == f"seat 1 draws {card} as a follower"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everything_else_is_public(viewer: Viewer) -> None:
    """C11: the prize is public, and so are all played cards."""
    state = play(phase_one("U5 G6", "U1 G2"), "U5")
    events = happened(state, "U1")
    others = [event for event in events if "draws" not in event.text]
    assert [event.as_seen_by(viewer) for event in others] == others


@pytest.mark.parametrize("seed", range(2))
def test_a_step_without_events_leads_to_the_same_state(seed: int) -> None:
    """C1–C20: `advance` is `apply` without the work."""
    for state in random_game(seed)[:-1]:
        action = state.legal[-1]
        assert GAME.advance(state, action) == GAME.apply(state, action)[0]
