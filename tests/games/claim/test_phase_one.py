"""C3, C11–C14: what is won in phase one."""

from __future__ import annotations

import pytest

from tests.games.claim.puzzles import phase_one, pile, play


def test_the_winner_puts_the_prize_among_its_followers() -> None:
    """C11."""
    after = play(phase_one("G5 G6", "G1 G2", prize="K9", stock="D1 D2 D3"), "G5 G1")
    assert pile(after.followers[0]) == "K9"


def test_the_loser_takes_the_next_card_of_the_stock() -> None:
    """C11."""
    after = play(phase_one("G5 G6", "G1 G2", prize="K9", stock="D1 D2 D3"), "G5 G1")
    assert pile(after.followers[1]) == "D1"


def test_a_replier_who_wins_takes_the_prize() -> None:
    """C11: the winner, not the leader."""
    after = play(phase_one("G5 G6", "G8 G2", prize="K9", stock="D1 D2 D3"), "G5 G8")
    assert (pile(after.followers[0]), pile(after.followers[1])) == ("D1", "K9")


def test_followers_are_added_to_those_won_before() -> None:
    """C11."""
    state = phase_one("G5 G6", "G1 G2", prize="K9", stock="D1 D2 D3", followers=("U1", "U2"))
    after = play(state, "G5 G1")
    assert (pile(after.followers[0]), pile(after.followers[1])) == ("K9 U1", "D1 U2")


def test_only_the_prize_is_known_to_both() -> None:
    """C11: the drawn card is no prize."""
    after = play(phase_one("G5 G6", "G1 G2", prize="K9", stock="D1 D2 D3"), "G5 G1")
    assert (pile(after.prizes[0]), pile(after.prizes[1])) == ("K9", "")


def test_the_prize_that_seat_1_won_is_its_own() -> None:
    """C11."""
    after = play(phase_one("G5 G6", "G8 G2", prize="K9", stock="D1 D2 D3"), "G5 G8")
    assert (pile(after.prizes[0]), pile(after.prizes[1])) == ("", "K9")


def test_the_next_card_after_the_losers_is_turned_up() -> None:
    """C3: two cards leave the stock with every trick."""
    after = play(phase_one("G5 G6", "G1 G2", prize="K9", stock="D1 D2 D3"), "G5 G1")
    assert (str(after.prize), [str(card) for card in after.stock]) == ("D2", ["D3"])


@pytest.mark.parametrize(("lead", "reply", "scored"), [("U5", "U4", "U4 U5"), ("U5", "G9", "U5"), ("D5", "U9", "U9")])
def test_every_played_undead_goes_to_the_winners_score_pile(lead: str, reply: str, scored: str) -> None:
    """C12: lead or reply, or both; here the leader wins."""
    after = play(phase_one(lead, reply), f"{lead} {reply}")
    assert (pile(after.scored[0]), pile(after.scored[1])) == (scored, "")


def test_a_replier_who_wins_scores_the_undead() -> None:
    """C12: the winner, not the leader."""
    after = play(phase_one("U5", "X6"), "U5 X6")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("", "U5")


def test_scored_undead_are_added_to_those_won_before() -> None:
    """C12."""
    after = play(phase_one("U5", "U4", scored=("U1", "U2")), "U5 U4")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("U1 U4 U5", "U2")


def test_an_undead_prize_goes_to_the_followers() -> None:
    """C12: only played Undead are scored."""
    after = play(phase_one("G5 G6", "G1 G2", prize="U9", stock="D1 D2 D3"), "G5 G1")
    assert (pile(after.followers[0]), pile(after.scored[0])) == ("U9", "")


def test_an_undead_drawn_by_the_loser_goes_to_its_followers() -> None:
    """C12 with C11."""
    after = play(phase_one("G5 G6", "G1 G2", prize="D9", stock="U1 D2 D3"), "G5 G1")
    assert (pile(after.followers[1]), pile(after.scored[1])) == ("U1", "")


def test_the_other_played_cards_are_discarded() -> None:
    """C13: Dwarves too, whose power is of phase two."""
    after = play(phase_one("D5 G6", "G1 G2", discard="K2"), "D5 G1")
    assert (pile(after.discard), pile(after.scored[0])) == ("D5 G1 K2", "")


def test_a_scored_undead_is_not_discarded() -> None:
    """C13: the other cards only."""
    assert pile(play(phase_one("U5", "G1"), "U5 G1").discard) == "G1"


@pytest.mark.parametrize(("reply", "leader"), [("G4", 0), ("G6", 1)])
def test_the_winner_leads_the_next_trick(reply: str, leader: int) -> None:
    """C14."""
    after = play(phase_one("G5 K2", f"{reply} K3"), f"G5 {reply}")
    assert (after.leader, after.to_act) == (leader, leader)


def test_played_cards_leave_the_hands() -> None:
    """C3: one of the alike G0s only."""
    after = play(phase_one("G0 G0 K2", "G1 G3 K3"), "G0 G3")
    assert (pile(after.hands[0]), pile(after.hands[1])) == ("G0 K2", "G1 K3")


def test_the_lowest_numbered_card_is_a_prize_and_a_lead_like_any_other() -> None:
    """C11: D0 is card number 0, which is not the same as none."""
    after = play(phase_one("G5 G6", "G1 G2", prize="D0", stock="D1 D2 D3"), "G5 G1")
    assert pile(after.prizes[0]) == "D0"
    assert phase_one("G6", "G1 G2", led="D0").to_act == 1
