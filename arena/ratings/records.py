"""Plain counts for a table: how often each bot won, drew and lost, and how often it had which place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.ratings.meetings import seat_pairs
from arena.ratings.results import Bot, Ints, Results


@dataclass(frozen=True, slots=True)
class Record:
    """Of one bot. Each opponent in a game counts by itself: in a game of two that is the game."""

    wins: int
    draws: int
    losses: int
    placings: tuple[int, ...]
    """How often it was first, second, …; those who share a place have the better one."""


def records(results: Results) -> dict[Bot, Record]:
    outcomes, placings = _outcomes(results), _placings(results)
    return {
        bot: Record(wins, draws, losses, tuple(places))
        for bot, (wins, draws, losses), places in zip(results.bots, outcomes.tolist(), placings.tolist(), strict=True)
    }


def _outcomes(results: Results) -> Ints:
    """By bot: wins, draws, losses."""
    bots = len(results.bots)
    table = np.zeros(3 * bots, dtype=np.int64)
    for pair in seat_pairs(results):
        table += np.bincount(pair.bots * 3 + pair.outcomes, minlength=3 * bots)
        table += np.bincount(pair.others * 3 + 2 - pair.outcomes, minlength=3 * bots)
    return table.reshape(-1, 3)


def _placings(results: Results) -> Ints:
    """By bot and place."""
    bots, players = len(results.bots), results.players
    cells = results.seated * players + results.placings - 1
    return np.bincount(cells.ravel(), minlength=bots * players).reshape(-1, players)
