"""The standings' strengths: all results of a pool at once, by the model of Bradley and Terry with Davidson's draws."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from arena.ratings.connectivity import Connectivity, connectivity
from arena.ratings.elo import POINTS, START
from arena.ratings.likelihood import Likelihood
from arena.ratings.meetings import meetings
from arena.ratings.newton import peak, solved
from arena.ratings.results import Bot, Floats, RatingError, Results
from arena.ratings.sandwich import Pulls, WithinBlocks, meat, pulls, within_blocks

PRIOR_DRAWS = 2.0
Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A bot whose rating is fixed, so that ratings of different days can be compared: usually a house bot."""

    bot: Bot
    rating: float = START


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its standard error."""

    value: float
    error: float

    @property
    def plus_minus(self) -> float:
        """Half the 95 % interval."""
        return Z95 * self.error

    @property
    def chance_above_zero(self) -> float:
        """The likelihood of superiority, if this is a difference."""
        if self.error == 0:
            return 0.5 if self.value == 0 else float(self.value > 0)
        return NormalDist().cdf(self.value / self.error)

    def times(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.error * abs(factor))


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Strengths in natural units: `POINTS` of them are one Elo scale. They are told from the pool's average, 0."""

    bots: tuple[Bot, ...]
    strengths: Floats
    covariance: Floats
    """Of the strengths; robust against what games of a block have in common."""
    naive_covariance: Floats
    """As if all pairs were independent: too small. For comparison only."""
    seats: Floats
    """By seat, its advantage over the average seat; zeros if seats were not fitted."""
    seat_covariance: Floats
    naive_seat_covariance: Floats
    draw_weight: float
    """Davidson's ν: equal bots draw ν/(2 + ν) of their games."""
    base: float
    """The rating of the pool's average."""
    within_blocks: WithinBlocks | None
    connectivity: Connectivity

    @property
    def ratings(self) -> Floats:
        """On the Elo scale."""
        return self.base + POINTS * self.strengths

    @property
    def errors(self) -> Floats:
        """On the Elo scale, against the pool's average."""
        return np.asarray(POINTS * np.sqrt(np.diag(self.covariance)), dtype=np.float64)

    def rating(self, bot: Bot) -> Estimate:
        index = self.index(bot)
        return Estimate(float(self.ratings[index]), float(self.errors[index]))

    def difference(self, bot: Bot, other: Bot, naive: bool = False) -> Estimate:
        """How far `bot` is ahead, on the Elo scale: errors of two ratings do not add up, their covariance counts."""
        return _difference(
            self.strengths,
            self.naive_covariance if naive else self.covariance,
            self.index(bot),
            self.index(other),
        ).times(POINTS)

    def seat_difference(self, seat: int, other: int, naive: bool = False) -> Estimate:
        """The advantage of one seat over another, on the Elo scale."""
        covariance = self.naive_seat_covariance if naive else self.seat_covariance
        return _difference(self.seats, covariance, seat, other).times(POINTS)

    def index(self, bot: Bot) -> int:
        if bot not in self.bots:
            raise RatingError(f"{bot} has no results in this pool")
        return self.bots.index(bot)


def fit(
    results: Results,
    *,
    prior_draws: float = PRIOR_DRAWS,
    seat_effects: bool = True,
    anchor: Anchor | None = None,
) -> Fit:
    """Strengths of all bots of a pool, with seat effects, draws, and errors clustered by block."""
    if not results.bots:
        raise RatingError("a pool without bots has no ratings")
    met = meetings(results)
    graph = connectivity(results.bots, met)
    if prior_draws <= 0 and not graph.is_connected:
        raise RatingError(f"without a prior these results have no finite strengths: {graph.warnings[0]}")
    likelihood = Likelihood(met, len(results.bots), results.players if seat_effects else 0, prior_draws)
    parameters = peak(likelihood)
    return _assembled(results, likelihood, parameters, graph, anchor)


def _assembled(
    results: Results, likelihood: Likelihood, parameters: Floats, graph: Connectivity, anchor: Anchor | None
) -> Fit:
    bots, seats = slice(0, likelihood.bots), slice(likelihood.bots, likelihood.bots + results.players)
    strengths = parameters[bots]
    seat_effects = parameters[seats] if likelihood.seats else np.zeros(results.players)
    weight = likelihood.draw_weight(parameters)
    pull = pulls(results, strengths, seat_effects, weight)
    naive, robust = _covariances(results, likelihood, parameters, pull)
    unknown = np.zeros((results.players, results.players))
    return Fit(
        bots=results.bots,
        strengths=strengths,
        covariance=robust[bots, bots],
        naive_covariance=naive[bots, bots],
        seats=seat_effects,
        seat_covariance=robust[seats, seats] if likelihood.seats else unknown,
        naive_seat_covariance=naive[seats, seats] if likelihood.seats else unknown,
        draw_weight=weight,
        base=_base(results, strengths, anchor),
        within_blocks=within_blocks(results, pull),
        connectivity=graph,
    )


def _covariances(results: Results, likelihood: Likelihood, parameters: Floats, pull: Pulls) -> tuple[Floats, Floats]:
    point = likelihood.at(parameters)
    naive = solved(point.information + likelihood.gauge, np.eye(likelihood.size)) - likelihood.gauge
    # The prior is taken at its word, as a source of information with just that variance. Were it left out, a bot
    # with hardly a game would have hardly an error.
    scatter = meat(results, pull, likelihood.seats, likelihood.fits_draws) + point.prior_information
    return naive, naive @ scatter @ naive


def _base(results: Results, strengths: Floats, anchor: Anchor | None) -> float:
    if anchor is None:
        return START
    return anchor.rating - POINTS * float(strengths[results.index(anchor.bot)])


def _difference(values: Floats, covariance: Floats, one: int, other: int) -> Estimate:
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return Estimate(float(values[one] - values[other]), float(np.sqrt(max(variance, 0.0))))
