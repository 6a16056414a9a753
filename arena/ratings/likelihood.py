"""The likelihood that a fit climbs: all pairs of all games, seat effects, and the prior.

Of three to five players every pair of a game counts as a game of two: a composite likelihood. Its peak is where the
strengths are; its curvature says too much about how sure they are, which is why errors come from `sandwich`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, log

import numpy as np
from scipy.sparse import coo_array, csr_array, diags_array

from arena.ratings.davidson import chances
from arena.ratings.meetings import DRAW, LOSS, WIN, Meetings
from arena.ratings.results import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """The likelihood at one place: height, slope, and curvature turned positive."""

    value: float
    gradient: Floats
    information: Floats
    """Of games and prior together."""
    prior_information: Floats


@dataclass(frozen=True, eq=False)
class Likelihood:
    """Parameters are the bots' strengths, the seats' effects (or none), and ln ν where draws are fitted.

    Only differences of strengths matter, and of seat effects: each of the two sums to 0.
    """

    met: Meetings
    bots: int
    seats: int
    """0: seats have no effect."""
    prior_draws: float

    @cached_property
    def fits_draws(self) -> bool:
        return 0 < self.met.draws < float(self.met.totals.sum())

    @property
    def size(self) -> int:
        return self.bots + self.seats + self.fits_draws

    @cached_property
    def groups(self) -> tuple[slice, ...]:
        """The parameters that sum to 0."""
        seats = (slice(self.bots, self.bots + self.seats),) if self.seats else ()
        return (slice(0, self.bots), *seats)

    @cached_property
    def design(self) -> csr_array:
        """By cell: +1 for the one bot and seat, −1 for the other."""
        cells = np.arange(len(self.met.bots))
        plus, minus = [self.met.bots], [self.met.others]
        if self.seats:
            plus.append(self.bots + self.met.seats)
            minus.append(self.bots + self.met.other_seats)
        columns = np.concatenate([*plus, *minus])
        signs = np.repeat([1.0, -1.0], len(plus) * len(cells))
        rows = np.tile(cells, 2 * len(plus))
        return coo_array((signs, (rows, columns)), shape=(len(cells), self.bots + self.seats)).tocsr()

    @cached_property
    def gauge(self) -> Floats:
        """The projection on what no game can tell, the sum of each group: it makes the information invertible."""
        matrix = np.zeros((self.size, self.size))
        for group in self.groups:
            matrix[group, group] = 1 / (group.stop - group.start)
        return matrix

    @cached_property
    def start(self) -> Floats:
        return np.zeros(self.size)

    def draw_weight(self, parameters: Floats) -> float:
        """Davidson's ν."""
        if self.fits_draws:
            return exp(float(parameters[-1]))
        # Nothing but draws would send ν to infinity: let the very next game be expected to end otherwise.
        return 2 * self.met.draws

    def at(self, parameters: Floats) -> Point:
        gap = self.design @ parameters[: self.bots + self.seats]
        weight = self.draw_weight(parameters)
        chance, totals = chances(gap, weight), self.met.totals
        half_wins = (self.met.counts[:, WIN] - self.met.counts[:, LOSS]) / 2
        value = half_wins @ gap - totals @ chance.log_total + (self.met.draws * log(weight) if weight else 0.0)
        gradient, information = np.zeros(self.size), np.zeros((self.size, self.size))
        effects = slice(0, self.bots + self.seats)
        gradient[effects] = self.design.T @ (half_wins - totals * chance.edge)
        weighted = diags_array(totals * chance.gap_information) @ self.design
        information[effects, effects] = (self.design.T @ weighted).toarray()
        if self.fits_draws:
            gradient[-1] = self.met.counts[:, DRAW].sum() - totals @ chance.draw
            mixed = self.design.T @ (totals * chance.mixed_information)
            information[effects, -1] = information[-1, effects] = mixed
            information[-1, -1] = totals @ chance.draw_information
        return self._with_prior(parameters, float(value), gradient, information)

    def _with_prior(self, parameters: Floats, value: float, gradient: Floats, information: Floats) -> Point:
        """Virtual draws against the average, each half a win and half a loss, so that they say nothing about ν.

        Seats have them too: else one block in which the first seat won every game would have no fit.
        """
        prior = np.zeros_like(information)
        for group in self.groups:
            half = parameters[group] / 2
            value -= self.prior_draws * float(np.logaddexp(half, -half).sum())
            tanh = np.tanh(half)
            gradient[group] -= self.prior_draws / 2 * (tanh - tanh.mean())
            curvature = self.prior_draws / 4 * (1 - tanh**2)
            prior[group, group] = _centred(np.diag(curvature))
        return Point(value, gradient, information + prior, prior)


def _centred(matrix: Floats) -> Floats:
    """Seen from the average: rows and columns sum to 0."""
    rows = matrix - matrix.mean(axis=0, keepdims=True)
    return np.asarray(rows - rows.mean(axis=1, keepdims=True), dtype=np.float64)
