"""The climb to the peak, from places where a full step of Newton's goes wrong."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import pytest

from arena.ratings.likelihood import Likelihood
from arena.ratings.meetings import meetings
from arena.ratings.newton import peak
from arena.ratings.results import Floats, RatingError
from tests.ratings.games import results

MET = meetings(results([("a", "b", 6, 4, 0)]))


class FarOff(Likelihood):
    """Begins where it is so flat that a full step lands beyond the horizon."""

    @cached_property
    def start(self) -> Floats:
        return np.array([6.0, -6.0])


def test_a_step_too_far_is_shortened() -> None:
    strengths = peak(FarOff(MET, bots=2, seats=0, prior_draws=0))
    assert strengths[0] - strengths[1] == pytest.approx(np.log(6 / 4))


def test_the_peak_does_not_depend_on_the_start() -> None:
    far, near = (peak(kind(MET, bots=2, seats=0, prior_draws=2)) for kind in (FarOff, Likelihood))
    assert far == pytest.approx(near, abs=1e-6)


def test_at_the_peak_the_slope_is_0() -> None:
    likelihood = Likelihood(MET, bots=2, seats=2, prior_draws=2)
    assert likelihood.at(peak(likelihood)).gradient == pytest.approx(np.zeros(4), abs=1e-8)


def test_slope_and_curvature_are_those_of_the_height() -> None:
    """Against small differences, at a place that is nothing special."""
    met = meetings(results([("a", "b", 6, 4, 3), ("b", "c", 2, 5, 1), ("c", "a", 3, 3, 2)]))
    likelihood = Likelihood(met, bots=3, seats=2, prior_draws=2)
    place = np.array([0.5, -0.2, -0.3, 0.1, -0.1, -0.7])
    point = likelihood.at(place)
    # Along directions that keep the sums of strengths and of seat effects at 0.
    for direction in np.array([[1, -1, 0, 0, 0, 0], [0, 1, -1, 1, -1, 0], [0, 0, 0, 0, 0, 1.0]]):
        ahead, behind = (likelihood.at(place + side * 1e-5 * direction) for side in (1, -1))
        assert (ahead.value - behind.value) / 2e-5 == pytest.approx(point.gradient @ direction, abs=1e-6)
        bend = (ahead.gradient - behind.gradient) / -2e-5
        assert bend == pytest.approx(point.information @ direction, abs=1e-6)


def test_a_plain_that_rises_for_ever_has_no_peak() -> None:
    with pytest.raises(RatingError, match="use a prior"):
        peak(Likelihood(meetings(results([("a", "b", 5, 0, 0)])), bots=2, seats=0, prior_draws=0))
