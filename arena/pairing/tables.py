"""Tables of three and more at which everybody meets everybody equally often, give or take one.

All tables while they are few. Else entrants sit in a circle, and a few base tables are turned round it, each through
all positions: how often two meet then depends on their distance alone, and everybody has equally many tables. Base
tables are picked greedily, seat by seat at the distances that have met least, and mended until all are level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count
from math import ceil, comb

from arena.pairing.rounds import Entrant, Pairing, PairingError
from referee.games.shuffle import below, shuffled, words

FEW_TABLES = 256
MENDINGS = 1500
"""How often a seat is chosen anew before one more base table is added."""

Base = list[int]
"""The positions of a table on the circle."""


def tables(
    entrants: Sequence[Entrant], size: int, seed: bytes, meetings: int = 1, few: int = FEW_TABLES
) -> tuple[Pairing, ...]:
    """Tables at which every two entrants meet at least `meetings` times, and no two more than once more than others."""
    if not 1 <= size <= len(entrants) or meetings < 1:
        raise PairingError(f"{len(entrants)} entrants cannot meet {meetings} times at tables of {size}")
    if size <= 2 or comb(len(entrants), size) <= few:
        return _all_tables(entrants, size, meetings)
    circle = shuffled(entrants, seed, "circle")
    turned = [
        tuple(circle[(position + turn) % len(circle)] for position in base)
        for base in _level_bases(len(circle), size, meetings, seed)
        for turn in range(len(circle))
    ]
    return tuple(turned)


def _all_tables(entrants: Sequence[Entrant], size: int, meetings: int) -> tuple[Pairing, ...]:
    # In one pass two entrants meet once for each choice of the others at their table.
    together = comb(len(entrants) - 2, size - 2) if size >= 2 else 1
    return tuple(combinations(entrants, size)) * ceil(meetings / together)


def _level_bases(places: int, size: int, meetings: int, seed: bytes) -> list[Base]:
    source = words(seed, "tables")
    # A base table turned all the way round makes `places` times C(size, 2) meetings. With at least as many as all
    # pairs need, a level circle has nobody below `meetings`.
    fewest = ceil(meetings * (places - 1) / 2 / comb(size, 2))
    for number in count(fewest):
        circle = _Circle(places)
        bases = [circle.seated_greedily(size, source) for _ in range(number)]
        if _mended(circle, bases, source):
            return bases
    raise AssertionError("count() does not end")


def _mended(circle: _Circle, bases: list[Base], source: Iterator[int]) -> bool:
    """Seats are chosen anew, at random one after another, until the circle is level. False: it would not be."""
    for _ in range(MENDINGS):
        if circle.is_level():
            return True
        base = bases[below(source, len(bases))]
        left = base.pop(below(source, len(base)))
        circle.count(base, left, -1)
        circle.seat_one(base, source)
    return circle.is_level()


class _Circle:
    """How often two entrants meet, by their distance on the circle."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.met = [0] * (places // 2 + 1)

    def is_level(self) -> bool:
        return max(self.met[1:]) - min(self.met[1:]) <= 1

    def seated_greedily(self, size: int, source: Iterator[int]) -> Base:
        base = [0]
        while len(base) < size:
            self.seat_one(base, source)
        return base

    def seat_one(self, base: Base, source: Iterator[int]) -> None:
        """One more place at the table: where it meets those who met least; one of the best, at random."""
        costs = {place: self._cost(base, place) for place in range(self.places) if place not in base}
        least = min(costs.values())
        best = [place for place, cost in costs.items() if cost == least]
        chosen = best[below(source, len(best))]
        self.count(base, chosen, 1)
        base.append(chosen)

    def count(self, base: Base, place: int, times: int) -> None:
        for other in base:
            apart = self._distance(place, other)
            # A table that turns all the way round seats those who are face to face twice.
            self.met[apart] += times * (2 if 2 * apart == self.places else 1)

    def _cost(self, base: Base, place: int) -> int:
        """By how much the sum of squares of all meetings grows, which is least when they are level."""
        cost = 0
        extra: dict[int, int] = {}
        for other in base:
            apart = self._distance(place, other)
            facing = 2 * apart == self.places
            cost += 2 * (self.met[apart] + extra.get(apart, 0)) + (2 if facing else 1)
            extra[apart] = extra.get(apart, 0) + (2 if facing else 1)
        return cost

    def _distance(self, one: int, other: int) -> int:
        apart = abs(one - other)
        return min(apart, self.places - apart)
