"""Placings and results, as the section "Replay" of the rules has them."""

from __future__ import annotations

import pytest

from referee import results
from referee.games.base import Outcome
from referee.results import Termination, placings_with_offenders


@pytest.mark.parametrize(
    ("placings", "offenders", "expected"),
    [
        ((1, 2, 3), [], (1, 2, 3)),
        ((1, 2, 3), [0], (3, 1, 2)),
        ((1, 2, 3), [2], (1, 2, 3)),
        ((3, 2, 1), [1], (2, 3, 1)),
    ],
)
def test_one_offender_is_last_and_the_others_move_up(
    placings: tuple[int, ...], offenders: list[int], expected: tuple[int, ...]
) -> None:
    assert placings_with_offenders(placings, offenders) == expected


@pytest.mark.parametrize(
    ("placings", "offenders", "expected"),
    [
        ((1, 1, 3, 4), [3], (1, 1, 3, 4)),
        ((1, 2, 2, 4), [0], (4, 1, 1, 3)),
        ((1, 2, 2, 4), [3], (1, 2, 2, 4)),
        ((1, 1, 3, 3, 5), [0], (5, 1, 2, 2, 4)),
        ((1, 1, 1, 1, 1), [2], (1, 1, 5, 1, 1)),
    ],
)
def test_ties_among_the_honest_stay_ties(
    placings: tuple[int, ...], offenders: list[int], expected: tuple[int, ...]
) -> None:
    assert placings_with_offenders(placings, offenders) == expected


@pytest.mark.parametrize(
    ("offenders", "expected"),
    [([1, 2], (1, 4, 3, 2)), ([2, 1], (1, 3, 4, 2)), ([0, 3, 1], (4, 2, 1, 3)), ([3, 2, 1, 0], (1, 2, 3, 4))],
)
def test_offenders_are_placed_in_reverse_order_of_offence(offenders: list[int], expected: tuple[int, ...]) -> None:
    assert placings_with_offenders((1, 2, 3, 4), offenders) == expected


def test_offenders_who_were_equal_in_the_game_do_not_share_a_place() -> None:
    assert placings_with_offenders((1, 2, 2), [1, 2]) == (1, 3, 2)


@pytest.mark.parametrize(("offender", "placings"), [(0, (2, 1)), (1, (1, 2))])
def test_of_two_players_the_offender_is_second_and_both_scores_are_0(offender: int, placings: tuple[int, int]) -> None:
    result = results.forfeited(offender, Termination.CRASH, "it fell over")
    assert (result.placings, result.scores) == (placings, (0, 0))
    assert (result.termination, result.offender, result.offenders) == (Termination.CRASH, offender, (offender,))


def test_where_the_rest_played_on_the_scores_are_the_games_own() -> None:
    result = results.played_on(Outcome((1, 2, 3), (40, 30, 20), "points"), [0, 1], Termination.TIMEOUT, "late")
    assert (result.placings, result.scores) == ((3, 2, 1), (40, 30, 20))
    assert (result.offender, result.offenders, result.detail) == (0, (0, 1), "late")


def test_a_normal_result_is_the_outcome_of_the_game() -> None:
    result = results.normal(Outcome((1, 1), (2, 2), "two votes each"))
    assert (result.placings, result.scores, result.detail) == ((1, 1), (2, 2), "two votes each")
    assert (result.termination, result.offender, result.offenders) == (Termination.NORMAL, None, ())


def test_a_cancelled_game_has_no_offender_placings_or_scores() -> None:
    result = results.cancelled("the power went out")
    assert (result.placings, result.scores, result.offender) == (None, None, None)


def test_every_termination_but_normal_and_cancelled_is_somebodys_fault() -> None:
    faults = {termination.value for termination in Termination if termination.is_fault}
    assert faults == {"illegal_action", "timeout", "crash", "no_start"}
