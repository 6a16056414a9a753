"""Which block teaches most: after which the strengths of neighbours in the standings are known best.

What is known of strengths is their covariance, from the Fisher information of all pairs that met. A pair that meets
once more changes it by a rank-one update, so all pairs can be tried at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.pairing.rounds import Entrant

Floats: TypeAlias = NDArray[np.float64]

PRIOR = 0.5
"""What is known of a strength beforehand, as information: two draws against the average."""
POINTS_OF_TEN_TO_ONE = 400


class Knowledge:
    """How well strengths are known, in natural units."""

    def __init__(
        self, names: Sequence[Entrant], ratings: Mapping[Entrant, float], met: Mapping[frozenset[Entrant], int],
        seats: int,
    ) -> None:  # fmt: skip
        self._index = {name: index for index, name in enumerate(names)}
        points = np.array([ratings[name] for name in names], dtype=np.float64)
        expected = 1 / (1 + 10 ** ((points[None, :] - points[:, None]) / POINTS_OF_TEN_TO_ONE))
        # In a block every pair meets once at each seating, of which there are as many as seats.
        self._of_block = seats * expected * (1 - expected)
        self._covariance = np.asarray(np.linalg.inv(self._information(met)), dtype=np.float64)
        # Neighbours in the standings: +1 for the one, −1 for the other.
        order = np.argsort(-points, kind="stable")
        self._neighbours = np.zeros((max(len(names) - 1, 0), len(names)))
        rows = np.arange(len(names) - 1)
        self._neighbours[rows, order[:-1]] = 1
        self._neighbours[rows, order[1:]] = -1

    def uncertainty(self) -> float:
        """The variances of the gaps between neighbours, added up."""
        apart = self._neighbours @ self._covariance @ self._neighbours.T
        return float(np.trace(apart))

    def gains(self) -> Floats:
        """By one and the other of a pair, by how much the uncertainty falls if they play one block more."""
        between = self._neighbours @ self._covariance
        moved = _spread(between.T @ between)
        variance = _spread(self._covariance)
        return np.asarray(self._of_block * moved / (1 + self._of_block * variance), dtype=np.float64)

    def best_table(self, table: Sequence[Entrant], pool: Iterable[Entrant], seats: int) -> tuple[Entrant, ...]:
        """Those at the table, and from the pool who teaches most with them, one seat after another."""
        chosen, left = [self._index[name] for name in table], [self._index[name] for name in pool]
        for pair in combinations(chosen, 2):
            self._learn(*pair)
        if not chosen:
            gains = self.gains()[np.ix_(left, left)]
            np.fill_diagonal(gains, -np.inf)
            one, other = np.unravel_index(int(np.argmax(gains)), gains.shape)
            chosen = [left[int(one)], left[int(other)]]
            left = [index for index in left if index not in chosen]
            self._learn(*chosen)
        while len(chosen) < seats:
            gains = self.gains()[np.ix_(left, chosen)].sum(axis=1)
            new = left.pop(int(np.argmax(gains)))
            for index in chosen:
                self._learn(new, index)
            chosen.append(new)
        names = list(self._index)
        return tuple(names[index] for index in chosen)

    def _information(self, met: Mapping[frozenset[Entrant], int]) -> Floats:
        information = PRIOR * np.eye(len(self._index))
        for pair, blocks in met.items():
            indices = [self._index[name] for name in pair if name in self._index]
            if len(indices) == 2:
                one, other = indices
                known = blocks * self._of_block[one, other]
                information[[one, other], [one, other]] += known
                information[[one, other], [other, one]] -= known
        return information

    def _learn(self, one: int, other: int) -> None:
        """As if they had played a block (Sherman and Morrison 1950)."""
        column = self._covariance[:, one] - self._covariance[:, other]
        known = self._of_block[one, other]
        self._covariance = self._covariance - known * np.outer(column, column) / (
            1 + known * (column[one] - column[other])
        )


def _spread(matrix: Floats) -> Floats:
    """By i and j, the quadratic form of e_i − e_j."""
    diagonal = np.diag(matrix)
    return np.asarray(diagonal[:, None] + diagonal[None, :] - 2 * matrix, dtype=np.float64)
