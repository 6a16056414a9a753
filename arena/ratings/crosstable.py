"""The crosstable: every bot against every other, and which of these scores are more than luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

import numpy as np
from scipy.special import stdtrit

from arena.ratings.meetings import meetings, seat_pairs
from arena.ratings.results import Bot, Ints, Results

LEVEL = 0.05
EXACT_BLOCKS = 40
"""Up to here the test counts all cases; beyond, the normal curve is as good."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One bot's record against another."""

    wins: int
    draws: int
    losses: int
    blocks: int
    p_value: float
    """How often two equal bots would be as far apart, by blocks."""
    is_significant: bool = False
    """After Holm's correction: all the table's claims together are wrong with chance `LEVEL` at most."""
    low: float = 0.0
    high: float = 1.0
    """The 95 % interval of the score, by blocks."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / self.games

    @property
    def turned(self) -> Cell:
        """The same, seen by the other bot."""
        return replace(self, wins=self.losses, losses=self.wins, low=1 - self.high, high=1 - self.low)


def crosstable(results: Results, level: float = LEVEL) -> dict[tuple[Bot, Bot], Cell]:
    """By bot and opponent. Bots that never met have no cell."""
    records, margins = _records(results), _margins(results)
    cells = {pair: Cell(*record, len(margins[pair]), p_value(margins[pair])) for pair, record in records.items()}
    claimed = _holm({pair: cell.p_value for pair, cell in cells.items()}, level)
    table: dict[tuple[Bot, Bot], Cell] = {}
    for (one, other), cell in cells.items():
        low, high = score_interval(margins[one, other], cell.games)
        marked = replace(cell, is_significant=(one, other) in claimed, low=low, high=high)
        bot, opponent = results.bots[one], results.bots[other]
        table[bot, opponent], table[opponent, bot] = marked, marked.turned
    return table


def p_value(margins: Sequence[int]) -> float:
    """Two-sided, from the wins minus losses of blocks: if the bots are equal, each block could as well be reversed.

    It needs no model, and holds for a handful of blocks, where a normal curve would claim too much.
    """
    sizes = [abs(margin) for margin in margins if margin]
    observed = abs(sum(margins))
    if len(sizes) > EXACT_BLOCKS:
        return 2 * (1 - NormalDist().cdf(observed / sqrt(sum(size * size for size in sizes))))
    ways = np.ones(1)
    for size in sizes:  # the sums that all choices of sign can give, and in how many ways
        step = np.zeros(2 * size + 1)
        step[[0, -1]] = 0.5
        ways = np.convolve(ways, step)
    sums = np.arange(len(ways)) - len(ways) // 2
    return min(1.0, float(ways[np.abs(sums) >= observed].sum()))


def score_interval(margins: Sequence[int], games: int) -> tuple[float, float]:
    """95 % for the score against one opponent, from the wins minus losses of blocks that have as many games each."""
    half = games / len(margins) * 2
    return block_interval([0.5 + margin / half for margin in margins])


def block_interval(scores: Sequence[float]) -> tuple[float, float]:
    """95 % for a score, from those of blocks.

    One block more that is won outright and one that is lost outright: so a handful that all went the same way
    is not taken for certainty, and a hundred nearly is.
    """
    blocks = np.array([0.0, 1.0, *scores])
    reach = float(stdtrit(len(blocks) - 1, 0.975)) * float(blocks.std(ddof=1)) / sqrt(len(blocks))
    return max(0.0, float(blocks.mean()) - reach), min(1.0, float(blocks.mean()) + reach)


def _records(results: Results) -> dict[tuple[int, int], tuple[int, int, int]]:
    """By pair, lower index first: wins, draws, losses."""
    met = meetings(results)
    bots = len(results.bots)
    table = np.zeros((bots * bots, 3), dtype=np.int64)
    flipped = met.bots > met.others
    counts = np.where(flipped[:, None], met.counts[:, ::-1], met.counts).astype(np.int64)
    np.add.at(table, _pair_numbers(met.bots, met.others, bots), counts)
    played = np.flatnonzero(table.sum(axis=1)).tolist()
    return {divmod(pair, bots): (int(table[pair, 0]), int(table[pair, 1]), int(table[pair, 2])) for pair in played}


def _margins(results: Results) -> dict[tuple[int, int], list[int]]:
    """By pair, lower index first: the wins minus losses of each block."""
    bots, blocks = len(results.bots), results.block_count
    keys, signs = [], []
    for pair in seat_pairs(results):
        keys.append(_pair_numbers(pair.bots, pair.others, bots) * blocks + results.blocks)
        signs.append(np.where(pair.bots < pair.others, 1, -1) * (1 - pair.outcomes))
    used, row = np.unique(np.concatenate(keys), return_inverse=True)
    sums = np.bincount(row, weights=np.concatenate(signs), minlength=len(used)).astype(np.int64)
    pairs, starts = np.unique(used // max(blocks, 1), return_index=True)
    parts = np.split(sums, starts[1:])
    return {divmod(pair, bots): part.tolist() for pair, part in zip(pairs.tolist(), parts, strict=False)}


def _pair_numbers(bots: Ints, others: Ints, count: int) -> Ints:
    return np.minimum(bots, others) * count + np.maximum(bots, others)


def _holm(p_values: Mapping[tuple[int, int], float], level: float) -> set[tuple[int, int]]:
    claimed = set()
    for tried, pair in enumerate(sorted(p_values, key=p_values.__getitem__)):
        if p_values[pair] > level / (len(p_values) - tried):
            break
        claimed.add(pair)
    return claimed
