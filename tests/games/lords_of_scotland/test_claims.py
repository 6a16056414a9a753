"""Claims and the initiative (L21, L25, L26)."""

from __future__ import annotations

import pytest

from referee.games.lords_of_scotland.round_events import InitiativeTaken, SupporterClaimed

from .tables import CARDS, GAME, happened, last_action, legal, names, play


def test_the_best_placed_seat_claims_first_out_of_all_supporters() -> None:
    """L25."""
    state = play(last_action("SC2", "SC9", supporters="MA11 MA2"), "pass")
    assert (state.to_act, legal(state)) == (1, ["claim MA11", "claim MA2"])


def test_claims_go_on_in_the_order_of_the_placing() -> None:
    """L25."""
    state = play(last_action("SC2", "SC9", "SC5", supporters="MA1 MA2 MA3"), "pass")
    assert state.order == (1, 2, 0)
    assert play(state, "claim MA2").to_act == 2


def test_a_claimed_supporter_goes_to_the_victory_pile() -> None:
    """L25."""
    state = play(last_action("SC2", "SC9", supporters="MA11 MA2"), "pass", "claim MA11")
    assert (names(state.victory[1]), names(state.supporters)) == ("MA11", "MA2")


def test_a_supporter_is_worth_its_strength() -> None:
    """L25, L1: a Bruce 12."""
    state = last_action("SC2", "SC9", victory=("MA11 SC3", "BR97"), options={"bruce": True}, draw="MA1")
    assert GAME.observe(state, None).points == (14, 12)


def test_claiming_is_not_optional() -> None:
    """L25."""
    state = play(last_action("SC2", "SC9", supporters="MA1 MA2"), "pass", "claim MA1")
    assert legal(state) == ["claim MA2"]


def test_there_are_no_more_claims_than_supporters() -> None:
    """L25."""
    assert play(last_action("SC2", "SC9", "SC5", supporters="MA1 MA2"), "pass").order == (1, 2)


def test_who_has_no_followers_claims_nothing() -> None:
    """L25, L24."""
    assert play(last_action("", "SC9", supporters="MA1 MA2"), "pass").order == (1,)


def test_cochrane_claims_two_in_a_row() -> None:
    """L21, L25."""
    state = play(last_action("SC2", "CO9*", "SC5", supporters="MA1 MA2 MA3"), "pass")
    assert state.order == (1, 1, 2)
    assert play(state, "claim MA1", "claim MA2").to_act == 2


def test_the_last_in_the_order_takes_what_is_left_with_cochrane() -> None:
    """L21, L25: the second claim falls away when no supporter is left for it."""
    assert play(last_action("CO2*", "SC9", supporters="MA1 MA2"), "pass").order == (1, 0)


def test_a_copied_cochrane_claims_two() -> None:
    """L21, L19: the rulebook's picture of a Scott with the Cochrane token."""
    assert play(last_action("SC2", "SC9*CO", supporters="MA1 MA2"), "pass").order == (1, 1)


def test_two_cochranes_are_not_more_than_one() -> None:
    """L21."""
    assert play(last_action("SC2", "CO9* CO8* SC9*CO", supporters="MA1 MA2"), "pass").order == (1, 1)
    three = last_action("SC2", "CO9* CO8*", "SC1", supporters="MA1 MA2 MA3")
    assert play(three, "pass").order == (1, 1, 0)


@pytest.mark.parametrize("follower", ["CO9", "MD9*"])
def test_without_an_active_cochrane_one_is_claimed(follower: str) -> None:
    """L21."""
    assert play(last_action("SC2", follower, supporters="MA1 MA2"), "pass").order == (1, 0)


def test_the_best_placed_takes_the_initiative_after_the_last_claim() -> None:
    """L26."""
    state = play(last_action("SC2", "SC9", supporters="MA1 MA2", draw="FE1 FE2 FE3"), "pass", "claim MA1")
    assert state.initiative == 0
    assert play(state, "claim MA2").initiative == 1


def test_the_winner_takes_the_initiative_without_any_supporter_too() -> None:
    """L26: there is nothing to claim."""
    state = play(last_action("SC2", "SC9"), "pass")
    assert (state.round, state.initiative, state.to_act) == (2, 1, 1)


def test_the_initiative_stays_if_nobody_is_placed() -> None:
    """L26."""
    state = play(last_action("", "", initiative=1, to_act=0, supporters="MA1 MA2"), "pass")
    assert (state.round, state.initiative, state.to_act) == (2, 1, 1)


def test_a_claim_and_the_initiative_are_told() -> None:
    """L25, L26."""
    events = happened(play(last_action("", "SC9", supporters="MA1"), "pass"), "claim MA1")
    assert events[:2] == (SupporterClaimed(1, CARDS["MA1"]), InitiativeTaken(1))
