"""Grades: a threshold is met by proof alone, at its edges as everywhere."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.courses.grading import (
    DAY_SECONDS,
    Grade,
    State,
    Threshold,
    evidence_of,
    grade,
    highest_bound,
    late_days,
    late_percent,
    verdict,
)
from arena.ratings.results import Floats

Draw = Callable[[np.random.Generator, float, int], Floats]
TRIALS = 3000


def outright(random: np.random.Generator, truth: float, blocks: int) -> Floats:
    """A bot that has learnt a deal wins it from both seats."""
    return (random.random(blocks) < truth).astype(np.float64)


def independent(random: np.random.Generator, truth: float, blocks: int) -> Floats:
    return np.asarray((random.random((blocks, 2)) < truth).mean(axis=1), dtype=np.float64)


def by_the_deal(random: np.random.Generator, truth: float, blocks: int) -> Floats:
    """Every other deal is won by whoever sits in the better seat, and so by both once."""
    return np.where(random.random(blocks) < 0.5, 0.5, random.random(blocks) < 2 * truth - 0.5)


@pytest.mark.parametrize("draw", [outright, independent, by_the_deal])
@pytest.mark.parametrize("blocks", [10, 40, 100])
@pytest.mark.parametrize("truth", [0.3, 0.5, 0.6, 0.7])
def test_the_lower_bound_is_above_the_truth_by_luck_in_few_cases_only(draw: Draw, blocks: int, truth: float) -> None:
    """A lower bound of a 95 % interval claims too much 25 times in 1,000; scores in steps make it 45 at the worst."""
    random = np.random.default_rng(8)
    scores = [draw(random, truth, blocks) for _ in range(TRIALS)]
    mean = float(np.mean(scores))
    assert abs(mean - truth) < 0.02, "the simulation is of what it says"
    wrong = np.mean([evidence_of(list(one), blocks).low >= truth for one in scores])
    assert wrong <= 0.045


@pytest.mark.parametrize("draw", [outright, independent])
@pytest.mark.parametrize("blocks", [40, 100])
@pytest.mark.parametrize("truth", [0.3, 0.5, 0.7, 0.9])
def test_the_interval_holds_the_truth_95_times_in_a_hundred(draw: Draw, blocks: int, truth: float) -> None:
    random = np.random.default_rng(9)
    found = [evidence_of(list(draw(random, truth, blocks)), blocks) for _ in range(TRIALS)]
    assert np.mean([one.low <= truth <= one.high for one in found]) >= 0.935


def test_the_score_alone_would_have_let_through_half_of_those_who_are_exactly_as_good_as_the_threshold() -> None:
    random = np.random.default_rng(10)
    found = [evidence_of(list(independent(random, 0.6, 40)), 40) for _ in range(TRIALS)]
    lucky = np.mean([one.score is not None and one.score > 0.6 for one in found])
    proved = np.mean([verdict(Threshold(1, 0.6, 1), one).state is State.MET for one in found])
    assert lucky > 0.4
    assert proved < 0.04


def test_the_interval_is_the_one_that_is_stated() -> None:
    """By hand: 3 blocks of 1, ½, 1 and the two that are added have mean 0.7, s² = 0.2, t(4) = 2.776445."""
    found = evidence_of([1.0, 0.5, 1.0], 3)
    reach = 2.7764451052 * (0.2 / 5) ** 0.5
    assert found.blocks == 3
    assert found.score == pytest.approx(2.5 / 3)
    assert found.low == pytest.approx(0.7 - reach)
    assert found.high == 1.0


def test_all_wins_are_no_certainty_but_come_near_it() -> None:
    bounds = [highest_bound(blocks) for blocks in (1, 2, 5, 10, 40, 100, 1000)]
    assert bounds == sorted(bounds)
    assert bounds[-1] < 1
    assert highest_bound(10) == pytest.approx(0.733, abs=0.001)
    assert highest_bound(40) == pytest.approx(0.928, abs=0.001)
    threshold = Threshold(1, 0.9, 5)
    assert verdict(threshold, evidence_of([1.0] * 10, 10)).state is State.NOT_MET
    assert verdict(threshold, evidence_of([1.0] * 40, 40)).state is State.MET


def test_exactly_at_a_threshold_is_not_above_it() -> None:
    evidence = evidence_of([1.0, 0.5] * 20, 40)
    assert verdict(Threshold(1, evidence.low, 5), evidence).state is State.NOT_MET
    assert verdict(Threshold(1, float(np.nextafter(evidence.low, 0)), 5), evidence).state is State.MET
    assert verdict(Threshold(1, 0.0, 5), evidence_of([0.0] * 40, 40)).state is State.NOT_MET


def test_a_threshold_is_pending_until_the_last_declared_block() -> None:
    threshold = Threshold(1, 0.5, 5)
    assert verdict(threshold, evidence_of([], 40)).state is State.PENDING
    assert verdict(threshold, evidence_of([1.0] * 39, 40)).state is State.PENDING
    assert verdict(threshold, evidence_of([1.0] * 40, 40)).state is State.MET
    assert verdict(threshold, evidence_of([0.0] * 39, 40)).state is State.PENDING
    assert verdict(threshold, evidence_of([0.0] * 40, 40)).state is State.NOT_MET


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=60), st.integers(1, 60))
def test_bounds_are_around_the_score_and_within_reason(scores: list[float], declared: int) -> None:
    found = evidence_of(scores, declared)
    assert 0 <= found.low <= found.high <= 1
    assert found.score is None or found.low <= found.score <= found.high
    assert found.is_complete == (len(scores) >= declared)


THRESHOLDS = [Threshold(1, 0.5, 6), Threshold(1, 0.9, 2.5), Threshold(2, 0.5, 1.5)]


def graded(late_seconds: float = 0.0, per_day: float = 10.0, against_2: float = 0.0) -> Grade:
    return grade(THRESHOLDS, {1: [1.0] * 40, 2: [against_2] * 40}, 40, late_seconds, per_day)


def test_a_grade_is_the_points_of_what_is_met() -> None:
    assert [one.state for one in graded().verdicts] == [State.MET, State.MET, State.NOT_MET]
    assert (graded().points, graded().most, graded().is_pending) == (8.5, 10.0, False)
    assert graded(against_2=1.0).points == 10.0


def test_a_baseline_that_was_not_met_yet_is_pending_and_gives_nothing() -> None:
    found = grade(THRESHOLDS, {1: [1.0] * 40}, 40)
    assert [one.state for one in found.verdicts] == [State.MET, State.MET, State.PENDING]
    assert (found.points, found.is_pending) == (8.5, True)


@pytest.mark.parametrize(
    ("seconds", "days"),
    [(0.0, 0), (0.001, 1), (1.0, 1), (DAY_SECONDS, 1), (DAY_SECONDS + 0.001, 2), (2 * DAY_SECONDS, 2)],
)
def test_a_day_is_late_once_it_has_begun(seconds: float, days: int) -> None:
    assert late_days(seconds) == days
    assert graded(seconds).points == round(8.5 * (1 - days / 10), 2)


def test_late_percent_takes_no_more_than_there_is() -> None:
    assert late_percent(DAY_SECONDS * 40, 10) == 100.0
    assert graded(DAY_SECONDS * 40).points == 0.0
    assert graded(DAY_SECONDS * 3, per_day=0.0).points == 8.5
    assert graded(1, per_day=33.3).points == 5.67
