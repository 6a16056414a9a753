"""The sequential test: fastchess's numbers, its bounds, and how often it errs."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.elo import expected_score
from arena.ratings.pentanomial import Sample, pentanomial, trinomial
from arena.ratings.results import RatingError
from arena.ratings.sprt import Scale, Sprt, Verdict


@pytest.mark.parametrize(
    ("sample", "bounds", "scale", "llr"),
    [
        (trinomial(36433, 36027, 68692), (0, 2), Scale.NORMALISED, 0.92),
        (trinomial(10871, 10650, 20431), (-1.75, 0.25), Scale.NORMALISED, 2.30),
        (trinomial(21404, 21184, 40708), (0.5, 2.5), Scale.LOGISTIC, -1.57),
        (pentanomial(365, 16618, 36029, 200, 16974, 390), (0, 2), Scale.NORMALISED, 2.25),
        (pentanomial(223, 9863, 20279, 1000, 10037, 246), (0.5, 2.5), Scale.LOGISTIC, -3.07),
    ],
)
def test_fastchess_has_the_same_ratio(sample: Sample, bounds: tuple[float, float], scale: Scale, llr: float) -> None:
    assert Sprt(*bounds, scale=scale).llr(sample) == pytest.approx(llr, abs=0.005)


def test_bounds_follow_from_the_two_errors() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))


def test_it_goes_on_until_a_bound_is_crossed() -> None:
    test = Sprt(0, 20)
    assert test.verdict(trinomial(0, 0, 0)) is Verdict.CONTINUE
    assert test.verdict(trinomial(30, 28, 10)) is Verdict.CONTINUE
    assert test.verdict(trinomial(600, 400, 100)) is Verdict.ACCEPT_H1
    assert test.verdict(trinomial(400, 600, 100)) is Verdict.ACCEPT_H0


def test_scores_that_never_came_up_are_no_trouble() -> None:
    assert Sprt(0, 20).llr(trinomial(10, 0, 0)) > 0
    assert Sprt(0, 20, scale=Scale.NORMALISED).llr(pentanomial(0, 0, 0, 0, 0, 3)) > 0


def test_bounds_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(RatingError, match="elo0 below elo1"):
        Sprt(20, 0)


def test_errors_of_one_half_or_more_are_refused() -> None:
    with pytest.raises(RatingError, match="alpha and beta"):
        Sprt(0, 20, alpha=0.5)


def test_an_edge_that_no_scores_can_have_is_refused() -> None:
    with pytest.raises(RatingError, match="smaller bounds"):
        Sprt(0, 1e6).llr(trinomial(5, 5, 5))


@given(st.tuples(*[st.integers(1, 300)] * 5), st.sampled_from(Scale))
def test_turned_round_the_ratio_turns_round(counts: tuple[int, ...], scale: Scale) -> None:
    scores = (0.0, 0.25, 0.5, 0.75, 1.0)
    there = Sprt(-10, 10, scale=scale).llr(Sample(scores, counts, 2))
    back = Sprt(-10, 10, scale=scale).llr(Sample(scores, counts[::-1], 2))
    assert there == pytest.approx(-back, abs=1e-6)


@given(st.tuples(*[st.integers(1, 300)] * 5), st.integers(2, 9), st.sampled_from(Scale))
def test_the_ratio_grows_with_the_sample(counts: tuple[int, ...], times: int, scale: Scale) -> None:
    scores = (0.0, 0.25, 0.5, 0.75, 1.0)
    test = Sprt(0, 15, scale=scale)
    more = tuple(times * count for count in counts)
    assert test.llr(Sample(scores, more, 2)) == pytest.approx(times * test.llr(Sample(scores, counts, 2)), rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "wrong"), [(0, Verdict.ACCEPT_H1), (60, Verdict.ACCEPT_H0)])
def test_it_errs_no_more_often_than_it_says(elo: float, wrong: Verdict) -> None:
    """Watched every ten blocks, with the verdict taken at the first crossing."""
    random, test = np.random.default_rng(11), Sprt(0, 60)
    chance = expected_score(elo)
    verdicts = [_run(test, chance, random) for _ in range(200)]
    assert verdicts.count(wrong) / len(verdicts) < 0.09  # 5 %, and what 200 runs can stray


def _run(test: Sprt, chance: float, random: np.random.Generator) -> Verdict:
    counts = np.zeros(5, dtype=np.int64)
    while True:
        wins = random.binomial(2, chance, size=10)
        counts += np.bincount(2 * wins, minlength=5)
        verdict = test.verdict(Sample((0.0, 0.25, 0.5, 0.75, 1.0), tuple(counts.tolist()), 2))
        if verdict is not Verdict.CONTINUE:
            return verdict
