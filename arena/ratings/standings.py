"""Standings: ratings with what a reader needs to trust them, or not."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import ndtr

from arena.ratings.bradley_terry import PRIOR_DRAWS, Z95, Anchor, Estimate, Fit, fit
from arena.ratings.elo import POINTS
from arena.ratings.meetings import DRAW, WIN, seat_pairs
from arena.ratings.results import Bot, Floats, Ints, Results
from arena.ratings.sandwich import WithinBlocks, bot_scores

MINIMUM_BLOCKS = 20
"""Robust errors need blocks to scatter: with fewer, a row is shown in grey."""


@dataclass(frozen=True, slots=True)
class Row:
    """One bot's line."""

    rank: int
    bot: Bot
    rating: float
    plus_minus: float
    """Half the 95 % interval, against the pool. Two bots are compared by `los_over_next` and the ranks."""
    best_rank: int
    worst_rank: int
    """The ranks that the results leave possible: only bots that are apart at 95 % keep their order."""
    los_over_next: float | None
    """How likely this bot is better than the next one; None for the last."""
    blocks: int
    games: int
    score: float
    """The share of points, each opponent in a game counted as one."""
    draw_share: float
    is_provisional: bool
    """Too few blocks: to be shown in grey."""


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a seat is worth against the average seat, on the Elo scale."""

    seat: int
    advantage: float
    plus_minus: float


@dataclass(frozen=True, slots=True)
class Standings:
    rows: tuple[Row, ...]
    seats: tuple[SeatEffect, ...]
    games: int
    blocks: int
    draw_share: float
    within_blocks: WithinBlocks | None
    """How a bot's results in one block go together, and what duplicate play saved."""
    warnings: tuple[str, ...]


def standings(
    results: Results,
    *,
    anchor: Anchor | None = None,
    minimum_blocks: int = MINIMUM_BLOCKS,
    prior_draws: float = PRIOR_DRAWS,
) -> Standings:
    return standings_of(results, fit(results, prior_draws=prior_draws, anchor=anchor), minimum_blocks)


def standings_of(results: Results, fitted: Fit, minimum_blocks: int = MINIMUM_BLOCKS) -> Standings:
    """The standings that a fit of these results gives."""
    tally = _tally(results)
    pairs = results.games * results.players * (results.players - 1)
    return Standings(
        rows=_rows(fitted, tally, minimum_blocks),
        seats=tuple(_seat_effect(fitted, seat) for seat in range(results.players)),
        games=results.games,
        blocks=results.block_count,
        draw_share=float(tally.draws.sum()) / pairs if pairs else 0.0,
        within_blocks=fitted.within_blocks,
        warnings=fitted.connectivity.warnings,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Tally:
    """By bot, plain counts."""

    blocks: Ints
    games: Ints
    pairs: Ints
    wins: Floats
    draws: Floats


def _tally(results: Results) -> _Tally:
    bots = len(results.bots)
    wins, draws = np.zeros(bots), np.zeros(bots)
    for pair in seat_pairs(results):
        for sitting, winning in ((pair.bots, WIN), (pair.others, 2 - WIN)):
            wins += np.bincount(sitting[pair.outcomes == winning], minlength=bots)
            draws += np.bincount(sitting[pair.outcomes == DRAW], minlength=bots)
    games = np.bincount(results.seated.ravel(), minlength=bots)
    presence = bot_scores(results, np.ones(results.seated.shape))
    return _Tally(np.bincount(presence.indices, minlength=bots), games, games * (results.players - 1), wins, draws)


def _rows(fitted: Fit, tally: _Tally, minimum_blocks: int) -> tuple[Row, ...]:
    # Equal ratings stand in the order of their names.
    order = np.argsort(-fitted.strengths, kind="stable")
    best, worst = _rank_ranges(fitted)
    superiority = _los_over_next(fitted, order)
    share = np.maximum(tally.pairs, 1)
    ratings, errors = fitted.ratings, fitted.errors
    return tuple(
        Row(
            rank=rank,
            bot=fitted.bots[index],
            rating=float(ratings[index]),
            plus_minus=float(Z95 * errors[index]),
            best_rank=int(best[index]),
            worst_rank=int(worst[index]),
            los_over_next=los,
            blocks=int(tally.blocks[index]),
            games=int(tally.games[index]),
            score=float((tally.wins[index] + tally.draws[index] / 2) / share[index]),
            draw_share=float(tally.draws[index] / share[index]),
            is_provisional=bool(tally.blocks[index] < minimum_blocks),
        )
        for rank, (index, los) in enumerate(zip(order.tolist(), superiority, strict=True), start=1)
    )


def likelihood_of_superiority(fitted: Fit) -> Floats:
    """By bot and bot, how likely the one is better than the other."""
    variance = np.diag(fitted.covariance)
    apart = fitted.strengths[:, None] - fitted.strengths[None, :]
    spread = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * fitted.covariance, 0))
    # Two bots without a spread between them are equal, as a bot is to itself.
    return np.asarray(ndtr(np.divide(apart, spread, out=np.zeros_like(apart), where=spread > 0)), dtype=np.float64)


def _rank_ranges(fitted: Fit) -> tuple[Ints, Ints]:
    better = likelihood_of_superiority(fitted) > ndtr(Z95)
    return 1 + better.sum(axis=0), len(fitted.bots) - better.sum(axis=1)


def _los_over_next(fitted: Fit, order: Ints) -> list[float | None]:
    superiority = likelihood_of_superiority(fitted)
    return [*(float(superiority[one, two]) for one, two in pairwise(order)), None]


def _seat_effect(fitted: Fit, seat: int) -> SeatEffect:
    estimate = Estimate(float(fitted.seats[seat]), float(np.sqrt(fitted.seat_covariance[seat, seat]))).times(POINTS)
    return SeatEffect(seat, estimate.value, estimate.plus_minus)
