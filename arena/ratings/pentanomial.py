"""Two bots against each other: how far apart, and how sure, from the scores of blocks (or of single games).

A block of two games has five scores, 0 to 1 in quarters. Counting blocks and not games is what makes duplicate play
pay: a deal that both won from the same side is one draw, not a win and a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt

import numpy as np

from arena.ratings.bradley_terry import Z95, Estimate
from arena.ratings.elo import POINTS
from arena.ratings.meetings import seat_pairs
from arena.ratings.results import Bot, Ints, RatingError, Results

NELO = 2 * POINTS
"""Normalised Elo of an edge of one standard deviation of a game."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and half its 95 % interval."""

    value: float
    plus_minus: float


@dataclass(frozen=True, slots=True)
class Sample:
    """How often each score came up. A unit is a block, or a single game."""

    scores: tuple[float, ...]
    counts: tuple[float, ...]
    games_per_unit: int

    @property
    def units(self) -> float:
        return sum(self.counts)

    @property
    def mean(self) -> float:
        return self._average(self.scores) if self.units else 0.5

    @property
    def variance(self) -> float:
        mean = self.mean
        return self._average([(score - mean) ** 2 for score in self.scores]) if self.units else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.units) if self.units else inf

    @property
    def elo(self) -> Interval:
        low, high = (elo_difference(self.mean + side * Z95 * self.error) for side in (-1, 1))
        return Interval(elo_difference(self.mean), inf if inf in (-low, high) else (high - low) / 2)

    @property
    def nelo(self) -> Interval:
        """The edge in standard deviations of a single game: the same whatever the share of draws and of luck."""
        if not self.variance:
            edge = self.mean - 0.5
            return Interval(inf if edge > 0 else -inf if edge < 0 else 0.0, inf)
        deviation = sqrt(self.games_per_unit * self.variance)
        return Interval(NELO * (self.mean - 0.5) / deviation, NELO * Z95 * self.error / deviation)

    @property
    def los(self) -> float:
        """The likelihood of superiority."""
        return Estimate(self.mean - 0.5, self.error).chance_above_zero

    def _average(self, values: Sequence[float]) -> float:
        return sum(value * count for value, count in zip(values, self.counts, strict=True)) / self.units


def elo_difference(score: float) -> float:
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def trinomial(wins: int, losses: int, draws: int) -> Sample:
    """Of single, independent games."""
    return Sample((0.0, 0.5, 1.0), (losses, draws, wins), games_per_unit=1)


def pentanomial(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> Sample:
    """Of blocks of two games, by what happened in the two."""
    return Sample((0.0, 0.25, 0.5, 0.75, 1.0), (ll, ld, wl + dd, wd, ww), games_per_unit=2)


def block_sample(results: Results, bot: Bot, other: Bot) -> Sample:
    """The scores of `bot` against `other` by block: for two players a pentanomial; for more, finer of the same kind.

    In a game of several players the higher place takes the point.
    """
    margins, games = block_margins(results, results.index(bot), results.index(other))
    if len(set(games.tolist())) > 1:
        raise RatingError(f"{bot} and {other} met more often in some blocks than in others: blocks must be complete")
    size = int(games[0]) if len(games) else results.players
    counts = np.bincount(margins + size, minlength=2 * size + 1)
    scores = tuple(step / (2 * size) for step in range(2 * size + 1))
    return Sample(scores, tuple(counts.tolist()), games_per_unit=size)


def block_margins(results: Results, bot: int, other: int) -> tuple[Ints, Ints]:
    """By block in which the two met: wins minus losses, and games."""
    margins = np.zeros(results.block_count, dtype=np.int64)
    games = np.zeros(results.block_count, dtype=np.int64)
    for pair in seat_pairs(results):
        for sign, one, two in ((1, bot, other), (-1, other, bot)):
            here = (pair.bots == one) & (pair.others == two)
            np.add.at(margins, results.blocks[here], sign * (1 - pair.outcomes[here]))
            np.add.at(games, results.blocks[here], 1)
    return margins[games > 0], games[games > 0]
