"""The strength of armies and their placing (L23, L24), with the rulebook's own examples."""

from __future__ import annotations

import pytest

from referee.games.lords_of_scotland import scoring
from referee.games.lords_of_scotland.round_events import ArmiesRevealed, RoundScored
from referee.games.lords_of_scotland.state import Army

from .tables import army, happened, last_action, pile, play, table


def an_army(text: str) -> Army:
    return table("", "", armies=(text, ""), options={"bruce": True}).armies[0]


@pytest.mark.parametrize(
    ("followers", "expected"),
    [
        ("FE4 FE7", 22),
        ("CO12", 12),
        ("SC3 SC4 MA7", 14),
        ("SC3 SC4 SC7", 28),
    ],
    ids=["Judy's", "Roger's", "Sean's", "Sean's with a Scott instead"],
)
def test_the_rulebooks_example_armies_have_their_strengths(followers: str, expected: int) -> None:
    """L23: Judy's two cards of a clan double, Roger's single card and Sean's mixed army do not."""
    assert scoring.strength(an_army(followers)) == expected


def test_an_active_bruce_would_have_doubled_seans_army() -> None:
    """L23, L20: the rulebook's remark."""
    assert scoring.strength(an_army("SC3 SC4 BR97*")) == 2 * (3 + 4 + 12)


def test_judy_wins_before_sean_and_roger() -> None:
    """L24: the rulebook's first example."""
    assert play(last_action("FE4 FE7", "CO12", "SC3 SC4 MA7", supporters="SC1"), "pass").final == (0, 2, 1)


def test_pierce_wins_the_tie_with_his_card_of_rank_66() -> None:
    """L24: the rulebook's second example; both armies have strength 12."""
    assert play(last_action("CO7 FE5", "MA9 MD3", supporters="SC1"), "pass").final == (1, 0)


def test_a_tie_goes_to_the_highest_ranked_card_not_to_the_sum_of_ranks() -> None:
    """L24."""
    assert play(last_action("SC6 MA6", "WE7 CO5", supporters="SC1"), "pass").final == (1, 0)


def test_a_mixed_army_with_an_inactive_bruce_does_not_double() -> None:
    """L20, L23: it is of clan Bruce."""
    assert scoring.strength(an_army("SC3 BR97")) == 15


@pytest.mark.parametrize("followers", ["BR97 BR98", "BR97* BR98", "BR97* BR98*"])
def test_an_army_of_bruces_doubles_active_or_not(followers: str) -> None:
    """L23."""
    assert scoring.strength(an_army(followers)) == 48


def test_active_bruces_do_not_bring_two_clans_together() -> None:
    """L23."""
    assert scoring.strength(an_army("SC3 MA4 BR97*")) == 19


def test_a_scott_that_copies_bruce_fits_any_clan() -> None:
    """L23, L19."""
    assert scoring.strength(an_army("FE3 FE4 SC5*BR")) == 24


def test_a_scott_that_copies_bruce_fits_an_inactive_bruce() -> None:
    """L23: Bruce is a clan too."""
    assert scoring.strength(an_army("BR97 SC5*BR")) == 34


def test_a_scott_that_copies_another_power_is_a_scott() -> None:
    """L23: marks of Cochrane or MacDonnell change no clan."""
    assert scoring.strength(an_army("CO3 SC5*CO")) == 8
    assert scoring.strength(an_army("SC3 SC5*CO")) == 16


def test_a_single_active_bruce_does_not_double() -> None:
    """L23: more than one card."""
    assert scoring.strength(an_army("BR97*")) == 12


def test_face_down_followers_count_and_are_turned_up() -> None:
    """L23."""
    state = play(last_action("MA9", "(SC5) (SC6)", supporters="FE1"), "pass")
    assert (army(state, 1), state.final) == ("SC5 SC6", (1, 0))


def test_a_kept_macdonnell_counts_in_its_second_round() -> None:
    """L22, L23: alone it is an army that is placed, with another MacDonnell it doubles."""
    state = play(last_action("MD9+", "MD4+ MD2", supporters="FE1"), "pass")
    assert state.final == (1, 0)


def test_a_player_without_followers_is_not_placed() -> None:
    """L24."""
    assert play(last_action("", "SC2", "SC1", supporters="FE1"), "pass").final == (1, 2)


def test_the_end_of_a_round_is_told() -> None:
    """L23, L24."""
    events = happened(last_action("", "(SC2) (SC3)", "FE1 CO9", supporters="FE2"), "pass")
    assert events[1:] == (
        ArmiesRevealed(((), pile("SC2 SC3"), ())),
        RoundScored(1, (None, 10, 10), (2, 1)),
    )
