"""What the printed rulebook itself singles out: its notes, exceptions and examples."""

from __future__ import annotations

from tests.games.claim.puzzles import legal, phase_one, phase_two, pile, play


def test_a_doppelganger_that_replies_to_an_undead_in_phase_one_is_not_won() -> None:
    """C8, C12, C13: the Undead is scored, the Doppelgänger discarded."""
    after = play(phase_one("U5", "X3"), "U5 X3")
    assert (pile(after.scored[0]), pile(after.scored[1]), pile(after.discard)) == ("U5", "", "X3")


def test_a_doppelganger_that_loses_to_a_dwarf_in_phase_two_is_not_the_losers() -> None:
    """C8, C17: the loser gets the Dwarf, the winner the Doppelgänger."""
    after = play(phase_two("D5", "X3"), "D5 X3")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("X3", "D5")


def test_the_lead_need_not_be_of_the_prizes_faction() -> None:
    """C3."""
    assert legal(phase_one("G5 K2", "G1 K3", prize="K9")) == "G5 K2"


def test_a_doppelganger_may_be_played_even_by_one_who_could_follow() -> None:
    """C4."""
    assert legal(phase_one("G5", "D1 X3", led="D5")) == "D1 X3"


def test_a_led_doppelganger_must_be_followed_by_another() -> None:
    """C5."""
    assert legal(phase_two("G5", "D1 X3", led="X5")) == "X3"


def test_a_reply_of_another_faction_loses_unless_a_power_says_otherwise() -> None:
    """C9, C10: the same high card loses as an Undead, wins as a Knight."""
    assert play(phase_two("G5", "U9"), "G5 U9").leader == 0
    assert play(phase_two("G5", "K9"), "G5 K9").leader == 1


def test_an_undead_won_from_the_table_goes_to_the_followers() -> None:
    """C11, C12."""
    after = play(phase_one("G5", "G1", prize="U7", stock="D1"), "G5 G1")
    assert (pile(after.hands[0]), pile(after.scored[0])) == ("U7", "")


def test_the_winner_still_takes_the_cards_that_are_no_dwarves() -> None:
    """C17: the loser has the Dwarf, the winner the rest."""
    after = play(phase_two("K9", "D3"), "K9 D3")
    assert (pile(after.scored[0]), pile(after.scored[1])) == ("K9", "D3")
