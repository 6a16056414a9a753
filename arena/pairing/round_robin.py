"""Everybody against everybody."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.rounds import Entrant, Pairing, Round, check_entrants, check_seats
from arena.pairing.tables import FEW_TABLES, tables


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Two seats: every pair once, in Berger's rounds; with an odd number one sits out each round.

    Three to five: one round of tables at which every two entrants meet at least `meetings` times, and no two more
    than once more than others. `seed` says who sits where on the circle of a large tournament.
    """

    entrants: tuple[Entrant, ...]
    seats: int = 2
    seed: bytes = bytes(32)
    meetings: int = 1
    few_tables: int = FEW_TABLES

    def __post_init__(self) -> None:
        check_seats(self.seats)
        check_entrants(self.entrants, self.seats)

    @property
    def rounds(self) -> tuple[Round, ...]:
        if self.seats == 2:
            return berger_rounds(self.entrants) * self.meetings
        return (Round(tables(self.entrants, self.seats, self.seed, self.meetings, self.few_tables)),)


def berger_rounds(entrants: tuple[Entrant, ...]) -> tuple[Round, ...]:
    """Berger's table, as chess has it: the last entrant stays, all others move on by half the table."""
    sitting = (*entrants, *([None] if len(entrants) % 2 else []))
    return tuple(_berger_round(sitting, number) for number in range(len(sitting) - 1))


def _berger_round(sitting: tuple[Entrant | None, ...], number: int) -> Round:
    moving, half = len(sitting) - 1, len(sitting) // 2
    first = number * half % moving
    last = (first, moving) if number % 2 == 0 else (moving, first)
    seats = [last, *(((first + step) % moving, (first - step) % moving) for step in range(1, half))]
    pairings: list[Pairing] = []
    byes: list[Entrant] = []
    for one, other in ((sitting[white], sitting[black]) for white, black in seats):
        if one is None or other is None:
            byes += [entrant for entrant in (one, other) if entrant is not None]
        else:
            pairings.append((one, other))
    return Round(tuple(pairings), tuple(byes))
