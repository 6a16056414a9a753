"""C3–C5, C16: what may be led and what must be replied, in both phases."""

from __future__ import annotations

import pytest

from referee.games.base import IllegalAction
from tests.games.claim.puzzles import GAME, in_phase, legal, phase_two, play

both_phases = pytest.mark.parametrize("phase", [1, 2])
"""C16: lead and reply are alike in both phases."""


@both_phases
def test_the_leader_plays_any_card(phase: int) -> None:
    """C3, C16."""
    assert legal(in_phase(phase, "D5 G0 K3 U1 X9", "G1 G2 G3 G4 G5")) == "D5 G0 K3 U1 X9"


@both_phases
def test_alike_goblins_are_one_action(phase: int) -> None:
    """C3: legal actions have no repeats."""
    assert legal(in_phase(phase, "G0 G0 K2", "D1 D2 D3")) == "G0 K2"


@both_phases
def test_a_holder_of_the_led_faction_replies_with_it_or_with_a_doppelganger(phase: int) -> None:
    """C4, C16."""
    assert legal(in_phase(phase, "G1 G2 G4 G5 G6", "D1 D9 G3 K4 U6 X2", led="D5")) == "D1 D9 X2"


@both_phases
def test_a_seat_without_the_led_faction_replies_with_anything(phase: int) -> None:
    """C4, C16."""
    assert legal(in_phase(phase, "G1 G2", "G3 K4 X2", led="D5")) == "G3 K4 X2"


@both_phases
def test_a_doppelganger_in_hand_is_not_the_led_faction(phase: int) -> None:
    """C4: holding one does not bind a seat that lacks the led faction."""
    assert legal(in_phase(phase, "G1", "U3 X2", led="K5")) == "U3 X2"


@both_phases
def test_a_holder_of_a_doppelganger_must_reply_with_one_to_a_led_doppelganger(phase: int) -> None:
    """C5, C16."""
    assert legal(in_phase(phase, "G1 G2 G4", "D9 U1 X2 X7", led="X5")) == "X2 X7"


@both_phases
def test_a_seat_without_doppelgangers_replies_to_one_with_anything(phase: int) -> None:
    """C5 with C4."""
    assert legal(in_phase(phase, "G1 G2", "D9 G3 U1", led="X5")) == "D9 G3 U1"


@both_phases
def test_a_knight_needs_a_hand_without_goblins(phase: int) -> None:
    """C9: C4 still holds."""
    assert legal(in_phase(phase, "U1", "G0 K9", led="G5")) == "G0"


def test_a_reply_that_does_not_follow_is_refused_and_changes_nothing() -> None:
    """C4."""
    state = phase_two("U1", "G0 K9", led="G5")
    before = GAME.to_position(state)
    with pytest.raises(IllegalAction, match="seat 1 cannot play K9 here"):
        play(state, "K9")
    assert GAME.to_position(state) == before


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    """C3: any card of the hand, no other."""
    with pytest.raises(IllegalAction, match="seat 0 cannot play G1 here"):
        play(phase_two("U1", "G1"), "G1")


def test_the_reply_is_the_other_seats_decision() -> None:
    """C3: then the other player replies."""
    assert phase_two("", "G1", led="G2", leader=0).to_act == 1


def test_seat_1_may_be_the_leader() -> None:
    """C3, C14: the leader plays first, whichever seat it is."""
    assert phase_two("U1", "G1", leader=1).to_act == 1


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    """C17: 26 tricks, then no more."""
    with pytest.raises(IllegalAction, match="the game is over: play G1 is not possible"):
        play(phase_two("", ""), "G1")
