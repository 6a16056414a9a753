"""Pools made up from known strengths, with what games of one block have in common made up as well."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.ratings.results import Floats, Ints, Results


@dataclass(frozen=True, slots=True)
class Pool:
    """`blocks` blocks for every table of `players` bots; seat s has an advantage of `seat_effects[s]`."""

    strengths: Floats
    players: int
    blocks: int
    seat_effects: Floats

    @property
    def names(self) -> list[str]:
        return [f"bot-{index:02}" for index in range(len(self.strengths))]

    @property
    def truth(self) -> Floats:
        return np.asarray(self.strengths - self.strengths.mean(), dtype=np.float64)

    def seatings(self) -> tuple[Ints, Ints]:
        """By game, its block, and its bots by seat: every table at every rotation."""
        tables = list(combinations(range(len(self.strengths)), self.players)) * self.blocks
        seated = [np.roll(table, turn) for table in tables for turn in range(self.players)]
        return np.repeat(np.arange(len(tables)), self.players), np.array(seated)


def races(pool: Pool, random: np.random.Generator) -> Results:
    """Independent games of any number of players: each pair alone follows the model of Bradley and Terry exactly."""
    blocks, seated = pool.seatings()
    finish = pool.strengths[seated] + pool.seat_effects + random.gumbel(size=seated.shape)
    placings = np.argsort(np.argsort(-finish, axis=1), axis=1) + 1
    return Results.of_arrays(pool.names, blocks, seated, placings)


def duels(pool: Pool, random: np.random.Generator, repeated: float = 0.0, shared_luck: float = 0.0) -> Results:
    """Games of two. Every game alone follows the model exactly; the two games of a block are tied together.

    In a share `repeated` of the blocks the same bot has the luck in both games; in a share `shared_luck` the same
    seat has it, which is what a deal does.
    """
    blocks, seated = pool.seatings()
    gap = pool.strengths[seated[:, 0]] - pool.strengths[seated[:, 1]] + pool.seat_effects[0] - pool.seat_effects[1]
    luck = random.random((len(gap) // 2, 2))
    kind = random.random(len(luck))
    luck[kind < repeated, 1] = 1 - luck[kind < repeated, 0]
    same_seat = (kind >= repeated) & (kind < repeated + shared_luck)
    luck[same_seat, 1] = luck[same_seat, 0]
    first_wins = luck.ravel() < 1 / (1 + np.exp(-gap))
    return Results.of_arrays(pool.names, blocks, seated, np.where(first_wins[:, None], [1, 2], [2, 1]))
