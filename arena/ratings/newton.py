"""The peak of a likelihood, by Newton's method: the likelihood is concave, so there is one peak at most."""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from arena.ratings.likelihood import Likelihood, Point
from arena.ratings.results import Floats, RatingError

MOST_STEPS = 60
SETTLED = 1e-10
"""A step that gains less is the last: Newton's method squares the error with each step."""
FLAT = 1e-9
"""Where some direction has less information than this, the climb went out on a plain that rises for ever."""
ROUNDING = 1e-12
"""Of a sum over a million games: what looks lower by less is not."""

NO_PEAK = "the results have no finite strengths: some bot or seat only won or only lost; use a prior"


def peak(likelihood: Likelihood) -> Floats:
    place = likelihood.start
    point = likelihood.at(place)
    for _ in range(MOST_STEPS):
        step = solved(point.information + likelihood.gauge, point.gradient)
        if point.gradient @ step < SETTLED:
            if np.linalg.eigvalsh(point.information + likelihood.gauge)[0] < FLAT:
                break
            return np.asarray(place + step, dtype=np.float64)
        place, point = _higher(likelihood, place, point, step)
    raise RatingError(NO_PEAK)


def solved(matrix: Floats, right_side: Floats) -> Floats:
    try:
        return np.asarray(cho_solve(cho_factor(matrix), right_side), dtype=np.float64)
    except LinAlgError:
        raise RatingError(NO_PEAK) from None


def _higher(likelihood: Likelihood, place: Floats, point: Point, step: Floats) -> tuple[Floats, Point]:
    """As far along the step as it goes uphill: a full step may overshoot where results are lopsided."""
    for _ in range(MOST_STEPS):
        there = likelihood.at(place + step)
        if there.value >= point.value - ROUNDING * abs(point.value):
            return place + step, there
        step = step / 2
    raise RatingError(NO_PEAK)
