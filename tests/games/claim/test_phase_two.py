"""C15–C17: the change of phase, and what is won in phase two."""

from __future__ import annotations

import pytest

from tests.games.claim.puzzles import phase_one, phase_two, pile, play


def last_trick(reply: str = "G1") -> str:
    return f"G5 {reply}"


def test_followers_become_the_hands() -> None:
    """C15: the last trick's followers included."""
    state = phase_one("G5", "G1", prize="K9", stock="D1", followers=("U1 U2", "X1 X2"))
    after = play(state, last_trick())
    assert (pile(after.hands[0]), pile(after.hands[1])) == ("K9 U1 U2", "D1 X1 X2")


def test_phase_two_has_no_prize_stock_or_followers() -> None:
    """C15, C16."""
    after = play(phase_one("G5", "G1"), last_trick())
    assert (after.phase, after.prize, after.stock, after.followers) == (2, None, (), ((), ()))


@pytest.mark.parametrize(("reply", "leader"), [("G1", 0), ("G6", 1)])
def test_the_winner_of_the_last_trick_of_phase_one_leads(reply: str, leader: int) -> None:
    """C15: C14 goes on."""
    after = play(phase_one("G5", reply), last_trick(reply))
    assert (after.leader, after.to_act) == (leader, leader)


def test_phase_one_lasts_while_there_is_a_trick_left() -> None:
    """C15: not one trick early."""
    assert play(phase_one("G5 G6", "G1 G2"), last_trick()).phase == 1


def test_the_prizes_stay_known_in_phase_two() -> None:
    """C15: both seats remember who won which prize."""
    state = phase_one("G5", "G1", prize="K9", stock="D1", followers=("U1", "X1"), prizes=("", "X1"))
    after = play(state, last_trick())
    assert (pile(after.prizes[0]), pile(after.prizes[1])) == ("K9", "X1")


def test_the_score_piles_of_phase_one_stay() -> None:
    """C12, C17: votes are counted over both phases."""
    after = play(play(phase_one("U5", "U1", prize="K9", stock="K2"), "U5 U1"), "K9 K2")
    assert pile(after.scored[0]) == "K2 K9 U1 U5"


def test_there_is_no_prize_and_nothing_is_drawn_in_phase_two() -> None:
    """C16."""
    after = play(phase_two("G5 K2", "G1 K3"), "G5 G1")
    assert (after.prize, after.prizes, after.followers) == (None, ((), ()), ((), ()))


@pytest.mark.parametrize(("reply", "scored"), [("G1", ("G1 G5", "")), ("G6", ("", "G5 G6"))])
def test_the_winner_puts_both_cards_into_its_score_pile(reply: str, scored: tuple[str, str]) -> None:
    """C17."""
    after = play(phase_two("G5 K2", f"{reply} K3"), f"G5 {reply}")
    assert (pile(after.scored[0]), pile(after.scored[1])) == scored


def test_nothing_is_discarded_in_phase_two() -> None:
    """C17."""
    assert play(phase_two("G5 K2", "G1 K3", discard="X1"), "G5 G1").discard == phase_two("", "", discard="X1").discard


def test_a_led_dwarf_goes_to_the_loser() -> None:
    """C17: the leader wins the trick, and the Goblin with it."""
    after = play(phase_two("D5", "G1"), "D5 G1")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("G1", "D5")


def test_a_dwarf_that_loses_goes_back_to_its_player() -> None:
    """C17: a Dwarf that replies to another faction loses, so its own player is the loser."""
    after = play(phase_two("G5", "D9"), "G5 D9")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("G5", "D9")


@pytest.mark.parametrize(("reply", "loser"), [("D4", 1), ("D6", 0)])
def test_both_dwarves_go_to_the_loser(reply: str, loser: int) -> None:
    """C17."""
    after = play(phase_two("D5", reply), f"D5 {reply}")
    assert (
        pile(after.scored[loser]) == pile(after.scored[0] + after.scored[1]) == f"{min('D5', reply)} {max('D5', reply)}"
    )


def test_a_doppelganger_never_counts_as_a_dwarf() -> None:
    """C17: X9 beats D5 and is won; only the Dwarf goes to the loser."""
    after = play(phase_two("D5", "X9"), "D5 X9")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("D5", "X9")


def test_undead_have_no_power_in_phase_two() -> None:
    """C17: both cards to the winner, as any."""
    after = play(phase_two("U5", "X6"), "U5 X6")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("", "U5 X6")


def test_the_winner_leads_the_next_trick_of_phase_two() -> None:
    """C14, C16."""
    assert play(phase_two("G5 K2", "G6 K3"), "G5 G6").to_act == 1


def test_the_game_is_over_when_the_hands_are_empty() -> None:
    """C17: after 13 tricks of phase two."""
    after = play(phase_two("G5", "G6"), "G5 G6")
    assert (after.to_act, after.legal, after.leader) == (None, (), 1)
