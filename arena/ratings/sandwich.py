"""Cluster-robust errors: how sure a fit is, judged by how far blocks differ and not by the model's word.

Games of a block share a deal, and pairs of a game share its players, so they are not independent; blocks are. Each
block pulls at each parameter (its score); how widely the pulls scatter gives the covariance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from arena.ratings.davidson import chances
from arena.ratings.meetings import DRAW, SeatPair, seat_pairs
from arena.ratings.results import Floats, Results


@dataclass(frozen=True, slots=True, eq=False)
class Pulls:
    """What each game adds to the slope at a parameter: result minus expectation."""

    seats: Floats
    """By game and seat: for the bot that sits there, and for the seat."""
    draws: Floats
    """By game, for ln ν."""


def pulls(results: Results, strengths: Floats, seat_effects: Floats, draw_weight: float) -> Pulls:
    seats = np.zeros((results.players, results.games))
    draws = np.zeros(results.games)
    for pair in seat_pairs(results):
        surprise, draw_surprise = _surprises(pair, strengths, seat_effects, draw_weight)
        seats[pair.seat] += surprise
        seats[pair.other_seat] -= surprise
        draws += draw_surprise
    return Pulls(np.ascontiguousarray(seats.T), draws)


def _surprises(pair: SeatPair, strengths: Floats, seat_effects: Floats, draw_weight: float) -> tuple[Floats, Floats]:
    advantage = seat_effects[pair.seat] - seat_effects[pair.other_seat]
    if len(strengths) ** 2 < len(pair.bots):  # many games between few bots: each expectation is computed once
        chance = chances(np.subtract.outer(strengths, strengths).ravel() + advantage, draw_weight)
        cell = pair.bots * len(strengths) + pair.others
        edge, draw = chance.edge[cell], chance.draw[cell]
    else:
        chance = chances(strengths[pair.bots] - strengths[pair.others] + advantage, draw_weight)
        edge, draw = chance.edge, chance.draw
    return (1 - pair.outcomes) / 2 - edge, (pair.outcomes == DRAW) - draw


def meat(results: Results, pull: Pulls, seats: int, fits_draws: bool) -> Floats:
    """The sum over blocks of score × scoreᵀ, in the order of the likelihood's parameters."""
    bots = bot_scores(results, pull.seats)
    others = _rest(results, pull, seats, fits_draws)
    scale = np.sqrt(_few_blocks(bots))
    bots = csr_array((bots.data * np.repeat(scale, np.diff(bots.indptr)), bots.indices, bots.indptr), shape=bots.shape)
    others = others * scale[:, None]
    corner = bots.T @ others
    return np.block([[(bots.T @ bots).toarray(), corner], [corner.T, others.T @ others]])


def bot_scores(results: Results, by_seat: Floats) -> csr_array:
    """By block and bot, the sum of a number that each game has for each seat."""
    ends = np.cumsum(np.bincount(results.blocks, minlength=results.block_count)) * results.players
    parts = (by_seat.ravel(), results.seated.ravel(), np.concatenate([[0], ends]))
    scores = csr_array(parts, shape=(results.block_count, len(results.bots)), copy=True)
    scores.sum_duplicates()
    return scores


def _rest(results: Results, pull: Pulls, seats: int, fits_draws: bool) -> Floats:
    """By block, the scores of seats and of draws."""
    columns = [pull.seats[:, seat] for seat in range(seats)] + [pull.draws] * fits_draws
    sums = [np.bincount(results.blocks, weights=column, minlength=results.block_count) for column in columns]
    return np.array(sums, dtype=np.float64).reshape(len(columns), results.block_count).T


def _few_blocks(scores: csr_array) -> Floats:
    """By block, B/(B−1) for the blocks of its bots: a fit bends towards a bot that has few, and looks too sure."""
    played = np.bincount(scores.indices, minlength=scores.shape[1])
    factor = played / np.maximum(played - 1, 0.5)
    presence = csr_array((np.ones_like(scores.data), scores.indices, scores.indptr), shape=scores.shape)
    return np.asarray(presence @ factor / np.maximum(np.diff(scores.indptr), 1), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class WithinBlocks:
    """What playing a deal at every seating did, seen in how a bot's results in one block go together."""

    correlation: float
    """Between a bot's results in two games of a block: below 0 where the deal's luck cancels."""
    variance_ratio: float
    """Of a block's sum to that of as many unconnected games."""

    @property
    def saved(self) -> float:
        """The share of games that duplicate play saved: as good as 1/(1 − saved) times as many on fresh deals."""
        return 1 - self.variance_ratio


def within_blocks(results: Results, pull: Pulls) -> WithinBlocks | None:
    """None where no block has two games, or all went exactly as expected."""
    sums = bot_scores(results, pull.seats)
    squares = bot_scores(results, pull.seats**2)
    games = bot_scores(results, np.ones_like(pull.seats))
    alone = float(squares.data.sum())
    pairs = float(squares.data @ (games.data - 1))
    if pairs <= 0:
        return None
    together = float(sums.data @ sums.data)
    return WithinBlocks((together - alone) / pairs, together / alone)
