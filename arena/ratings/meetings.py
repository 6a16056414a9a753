"""Games taken apart into pairs, and equal pairs counted: what the likelihood of a fit needs, and no more.

However many games there are, there are at most bots² × seat pairs of cells: a refit reads the games once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.ratings.results import Floats, Ints, Results

WIN, DRAW, LOSS = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class SeatPair:
    """Every game's pair at two seats: one row a game."""

    seat: int
    other_seat: int
    bots: Ints
    others: Ints
    outcomes: Ints
    """WIN, DRAW or LOSS of the bot at `seat`."""


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """How often each two bots met in each two seats, and how it ended: one row a cell."""

    bots: Ints
    others: Ints
    seats: Ints
    other_seats: Ints
    counts: Floats
    """By cell: wins, draws and losses of the first bot."""

    @property
    def totals(self) -> Floats:
        return np.asarray(self.counts.sum(axis=1), dtype=np.float64)

    @property
    def draws(self) -> float:
        return float(self.counts[:, DRAW].sum())


def seat_pairs(results: Results) -> Iterator[SeatPair]:
    for seat, other in combinations(range(results.players), 2):
        ahead = np.sign(results.placings[:, seat] - results.placings[:, other])
        yield SeatPair(seat, other, results.seated[:, seat], results.seated[:, other], ahead + 1)


def meetings(results: Results) -> Meetings:
    columns = [_cells(pair, len(results.bots)) for pair in seat_pairs(results)]
    bots, others, seats, other_seats, counts = (np.concatenate(column) for column in zip(*columns, strict=True))
    return Meetings(bots, others, seats, other_seats, counts.astype(np.float64))


def _cells(pair: SeatPair, bots: int) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    cells, counts = _counted(pair.bots * bots + pair.others, pair.outcomes, bots * bots)
    seats = np.full_like(cells, pair.seat)
    return cells // bots, cells % bots, seats, np.full_like(cells, pair.other_seat), counts


def _counted(cells: Ints, outcomes: Ints, size: int) -> tuple[Ints, Ints]:
    """The cells that occur, in order, and their outcomes counted."""
    if size > 4 * len(cells) + 1000:  # a large pool that hardly met: sorting is cheaper than an empty table
        used, row = np.unique(cells, return_inverse=True)
        return used, np.bincount(row * 3 + outcomes, minlength=3 * len(used)).reshape(-1, 3)
    table = np.bincount(cells * 3 + outcomes, minlength=3 * size).reshape(-1, 3)
    used = np.flatnonzero(table.sum(axis=1))
    return used, table[used]
