"""C6–C10, C16: who wins a trick, in both phases."""

from __future__ import annotations

import pytest

from tests.games.claim.puzzles import in_phase, play

both_phases = pytest.mark.parametrize("phase", [1, 2])
"""C16: the winner is found alike in both phases."""
both_leaders = pytest.mark.parametrize("leader", [0, 1])


def winner(phase: int, lead: str, reply: str, leader: int = 0) -> int:
    """The seat that leads after a trick of one card each."""
    hands = (lead, reply) if leader == 0 else (reply, lead)
    return play(in_phase(phase, *hands, leader=leader), f"{lead} {reply}").leader


@both_phases
@both_leaders
def test_the_leader_wins_unless_the_reply_beats_the_lead(phase: int, leader: int) -> None:
    """C6, C16."""
    assert winner(phase, "U5", "U4", leader) == leader


@both_phases
@both_leaders
def test_a_higher_reply_of_the_led_faction_beats_the_lead(phase: int, leader: int) -> None:
    """C7, C16."""
    assert winner(phase, "U5", "U6", leader) == 1 - leader


@both_phases
def test_of_equal_goblins_the_leader_wins(phase: int) -> None:
    """C7: only G0 can meet its equal within a faction."""
    assert winner(phase, "G0", "G0") == 0


@both_phases
def test_a_higher_doppelganger_beats_the_lead(phase: int) -> None:
    """C8, C16."""
    assert winner(phase, "D5", "X6") == 1


@both_phases
def test_a_doppelganger_equal_to_the_lead_loses(phase: int) -> None:
    """C8 with C7: equal values, the leader wins."""
    assert winner(phase, "D5", "X5") == 0


@both_phases
def test_a_lower_doppelganger_loses(phase: int) -> None:
    """C8: compared by value, like the led faction."""
    assert winner(phase, "K5", "X4") == 0


@both_phases
def test_a_doppelganger_that_replies_has_no_power_over_goblins(phase: int) -> None:
    """C8: it counts as a Goblin, not as a Knight."""
    assert winner(phase, "G9", "X2") == 0


@both_phases
@pytest.mark.parametrize("reply", ["G9", "K9", "U9", "D9"])
def test_a_led_doppelganger_is_beaten_by_no_other_faction(phase: int, reply: str) -> None:
    """C5 with C10: the led faction is Doppelgängers."""
    assert winner(phase, "X0", reply) == 0


@both_phases
def test_a_led_doppelganger_is_beaten_by_a_higher_one(phase: int) -> None:
    """C5 with C7."""
    assert winner(phase, "X0", "X1") == 1


@both_phases
@both_leaders
def test_a_knight_beats_a_led_goblin_whatever_the_values(phase: int, leader: int) -> None:
    """C9, C16."""
    assert winner(phase, "G9", "K2", leader) == 1 - leader


@both_phases
def test_a_led_knight_has_no_power(phase: int) -> None:
    """C9: a higher Doppelgänger beats it as it beats any card."""
    assert winner(phase, "K2", "X3") == 1


@both_phases
def test_a_goblin_that_replies_to_a_knight_loses(phase: int) -> None:
    """C9: it is of another faction, higher or not."""
    assert winner(phase, "K2", "G9") == 0


@both_phases
@pytest.mark.parametrize("reply", ["G9", "U9", "D9"])
def test_any_other_reply_of_another_faction_loses(phase: int, reply: str) -> None:
    """C10, C16."""
    assert winner(phase, "K2", reply) == 0


@pytest.mark.parametrize("lead", ["U0", "D0", "X0"])
def test_a_knight_beats_no_other_faction_by_its_power(lead: str) -> None:
    """C10: C9 speaks of Goblins only."""
    assert winner(1, lead, "K9") == 0
