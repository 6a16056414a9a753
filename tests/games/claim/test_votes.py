"""C18–C20: votes and the result."""

from __future__ import annotations

import pytest

from referee.games.base import Outcome
from referee.games.claim.cards import Faction
from referee.games.claim.rules import vote_of
from referee.games.claim.state import ClaimState
from tests.games.claim.puzzles import GAME, phase_one, phase_two


def ended(*scored: str) -> Outcome:
    outcome = GAME.outcome(phase_two("", "", scored=scored))
    assert outcome is not None
    return outcome


def vote(faction: Faction, *scored: str) -> int | None:
    return vote_of(faction, phase_two("", "", scored=scored).scored)


def test_a_vote_goes_to_the_seat_with_more_cards_of_the_faction() -> None:
    """C18: number before value."""
    assert vote(Faction.UNDEAD, "U0 U1", "U9") == 0


def test_seat_1_gets_a_vote_as_seat_0_does() -> None:
    """C18."""
    assert vote(Faction.UNDEAD, "U9", "U0 U1") == 1


def test_of_equal_numbers_the_highest_card_gets_the_vote() -> None:
    """C18."""
    assert vote(Faction.KNIGHTS, "K2 K9", "K7 K8") == 0


def test_only_the_highest_card_breaks_a_tie() -> None:
    """C18: not the sum of the values."""
    assert vote(Faction.KNIGHTS, "K7 K8", "K2 K9") == 1


def test_cards_of_other_factions_do_not_count() -> None:
    """C18: only its own cards decide a faction's vote."""
    assert vote(Faction.DWARVES, "D0", "G9 K9 U9 X9") == 0


def test_a_doppelganger_counts_for_its_own_faction_at_the_end() -> None:
    """C8, C18: it counted as the led faction only in its trick."""
    assert vote(Faction.DOPPELGANGERS, "X0", "D1 D2") == 0


def test_a_g0_counts_as_a_card() -> None:
    """C18: three G0s outnumber two other Goblins."""
    assert vote(Faction.GOBLINS, "G0 G0 G0", "G8 G9") == 0


def test_nobody_gets_the_vote_of_a_faction_without_cards() -> None:
    """C19."""
    assert vote(Faction.DWARVES, "G1", "K2") is None


def test_nobody_gets_the_vote_when_both_have_only_g0s() -> None:
    """C19."""
    assert vote(Faction.GOBLINS, "G0 G0", "G0 G0") is None


def test_a_higher_goblin_beside_equal_g0s_gets_the_vote() -> None:
    """C18: then the highest cards are not equal."""
    assert vote(Faction.GOBLINS, "G0 G0", "G0 G1") == 1


def test_scores_are_the_votes() -> None:
    """C20."""
    assert ended("G1 K2 U0", "D0 X0").scores == (3, 2)


@pytest.mark.parametrize(
    ("scored", "placings"), [(("G1 K2 U0", "D0 X0"), (1, 2)), (("G1 K2", "U0 D0 X0"), (2, 1)), (("G1", "K2"), (1, 1))]
)
def test_more_votes_win_and_equal_votes_are_a_draw(scored: tuple[str, str], placings: tuple[int, int]) -> None:
    """C20."""
    assert ended(*scored).placings == placings


def test_two_votes_to_one_win_although_three_were_out_of_reach() -> None:
    """C20: the ruling; C19 left two votes to nobody."""
    assert ended("G1 K2", "U0").placings == (1, 2)


def test_the_result_says_who_got_which_votes() -> None:
    """C20."""
    assert ended("G1 K2", "").detail == "seat 0 has the votes of Goblins, Knights; seat 1 has the votes of nobody"


@pytest.mark.parametrize("state", [phase_one("G1", "G2"), phase_two("G1", "G2"), phase_two("", "G2", led="G1")])
def test_there_is_no_result_while_the_game_lasts(state: ClaimState) -> None:
    """C20."""
    assert GAME.outcome(state) is None
