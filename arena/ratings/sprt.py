"""When to stop: the generalised sequential probability ratio test, in logistic or normalised Elo.

Watching an interval until it looks good finds differences that are not there. This test may be watched after every
block: it is wrong about a bot at `elo0` with chance α at most, and about one at `elo1` with chance β.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt

from scipy.optimize import brentq

from arena.ratings.elo import expected_score
from arena.ratings.pentanomial import NELO, Sample
from arena.ratings.results import RatingError

EMPTY_CELL = 1e-3
"""A score that never came up counts this often: it is rare, not impossible."""


class Scale(StrEnum):
    LOGISTIC = "logistic"
    NORMALISED = "normalised"


class Verdict(StrEnum):
    CONTINUE = "continue"
    ACCEPT_H0 = "accept_h0"
    """The difference is `elo0`, or less."""
    ACCEPT_H1 = "accept_h1"
    """The difference is `elo1`, or more."""


@dataclass(frozen=True, slots=True)
class Sprt:
    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    scale: Scale = Scale.LOGISTIC

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise RatingError(f"an SPRT needs elo0 below elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise RatingError("an SPRT needs alpha and beta between 0 and 0.5")

    @property
    def lower(self) -> float:
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return log((1 - self.beta) / self.alpha)

    def llr(self, sample: Sample) -> float:
        """The log-likelihood ratio: how much better `elo1` explains the sample than `elo0`."""
        if not sample.units:
            return 0.0
        counts = [count or EMPTY_CELL for count in sample.counts]
        units = sum(counts)
        observed = [count / units for count in counts]
        near, far = (self._nearest(observed, sample, elo) for elo in (self.elo0, self.elo1))
        return units * sum(p * log(p1 / p0) for p, p0, p1 in zip(observed, near, far, strict=True))

    def verdict(self, sample: Sample) -> Verdict:
        llr = self.llr(sample)
        if llr >= self.upper:
            return Verdict.ACCEPT_H1
        return Verdict.ACCEPT_H0 if llr <= self.lower else Verdict.CONTINUE

    def _nearest(self, observed: Sequence[float], sample: Sample, elo: float) -> list[float]:
        """The likeliest distribution of scores among those with this difference."""
        if self.scale is Scale.LOGISTIC:
            return _with_mean(observed, sample.scores, expected_score(elo))
        return _with_edge(observed, sample.scores, elo / NELO * sqrt(sample.games_per_unit))


def _with_mean(observed: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    return _tilted(observed, [score - mean for score in scores])


def _with_edge(observed: Sequence[float], scores: Sequence[float], edge: float) -> list[float]:
    """The likeliest with (mean − ½) = edge · deviation: a curved condition, made straight anew until it holds."""
    nearest = [1 / len(scores)] * len(scores)
    for _ in range(50):
        before = nearest
        mean = sum(p * score for p, score in zip(before, scores, strict=True))
        deviation = sqrt(sum(p * (score - mean) ** 2 for p, score in zip(before, scores, strict=True)))
        pulls = [score - 0.5 - edge * deviation / 2 * (1 + ((score - mean) / deviation) ** 2) for score in scores]
        nearest = _tilted(observed, pulls)
        if max(abs(new - old) for new, old in zip(nearest, before, strict=True)) < 1e-10:
            break
    return nearest


def _tilted(observed: Sequence[float], pulls: Sequence[float]) -> list[float]:
    """The likeliest distribution with Σ p·pull = 0: p / (1 + θ·pull)."""
    if min(pulls) >= 0 or max(pulls) <= 0:
        raise RatingError("no distribution of scores has that Elo difference: choose smaller bounds")

    def imbalance(theta: float) -> float:
        return sum(p * pull / (1 + theta * pull) for p, pull in zip(observed, pulls, strict=True))

    # θ lies where all 1 + θ·pull are positive; at the very ends one is 0.
    low, high = -1 / max(pulls), -1 / min(pulls)
    margin = (high - low) * 1e-12
    theta = float(brentq(imbalance, low + margin, high - margin, xtol=1e-14))
    return [p / (1 + theta * pull) for p, pull in zip(observed, pulls, strict=True)]
