"""Knockout: a seeded bracket; who loses is out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.pairing.rounds import (
    Entrant,
    Pairing,
    PairingError,
    PlayedRound,
    Round,
    check_entrants,
    check_two_seats,
)


@dataclass(frozen=True, slots=True)
class Knockout:
    """For two seats. Entrants are given best first; the best have byes where the bracket is not full.

    The two best can meet in the final only. A drawn match goes to the better seed: a rule known beforehand, and no
    coin. With more than two seats only one number of entrants in several makes a bracket of full tables, and a table
    that lets two through is no knockout: so that is refused.
    """

    entrants: tuple[Entrant, ...]
    seats: int = 2

    def __post_init__(self) -> None:
        check_two_seats(self.seats, "knockout")
        check_entrants(self.entrants, 2)

    def next_round(self, played: Sequence[PlayedRound]) -> Round | None:
        alive = self._alive(played)
        return None if len(alive) == 1 else _round(alive)

    def champion(self, played: Sequence[PlayedRound]) -> Entrant | None:
        alive = self._alive(played)
        return alive[0] if len(alive) == 1 else None

    def _alive(self, played: Sequence[PlayedRound]) -> list[Entrant | None]:
        """In the order of the bracket, neighbours meet next; None is an empty place of the first round."""
        alive = self._bracket()
        for over in played:
            if over.round != _round(alive):
                raise PairingError("these results are of another bracket")
            points = dict(zip(over.round.pairings, over.points, strict=True))
            alive = [self._survivor(one, other, points) for one, other in _neighbours(alive)]
        return alive

    def _bracket(self) -> list[Entrant | None]:
        """Seed 1 meets the last, 2 the last but one, … and winners meet so again."""
        places = [0]
        while len(places) < len(self.entrants):
            places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
        return [self.entrants[place] if place < len(self.entrants) else None for place in places]

    def _survivor(
        self, one: Entrant | None, other: Entrant | None, points: Mapping[Pairing, tuple[float, ...]]
    ) -> Entrant | None:
        if one is None or other is None:
            return one or other
        mine, theirs = points[one, other]
        if mine == theirs:
            return min(one, other, key=self.entrants.index)
        return one if mine > theirs else other


def _neighbours(alive: Sequence[Entrant | None]) -> list[tuple[Entrant | None, Entrant | None]]:
    return list(zip(alive[::2], alive[1::2], strict=True))


def _round(alive: Sequence[Entrant | None]) -> Round:
    pairings: list[Pairing] = []
    byes: list[Entrant] = []
    for one, other in _neighbours(alive):
        if one is not None and other is not None:
            pairings.append((one, other))
        else:
            byes += [entrant for entrant in (one, other) if entrant is not None]
    return Round(tuple(pairings), tuple(byes))
