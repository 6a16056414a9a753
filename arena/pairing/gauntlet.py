"""A few challengers against the field: what a new version plays first."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.rounds import Entrant, Round, check_entrants, check_seats
from arena.pairing.tables import FEW_TABLES, tables


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """Every challenger meets every opponent equally often; challengers do not meet each other.

    With more than two seats the others at the challenger's table are opponents, and all tables of them are played
    while they are few; else tables at which opponents meet each other equally often, give or take one.
    """

    challengers: tuple[Entrant, ...]
    opponents: tuple[Entrant, ...]
    seats: int = 2
    seed: bytes = bytes(32)
    meetings: int = 1
    few_tables: int = FEW_TABLES

    def __post_init__(self) -> None:
        check_seats(self.seats)
        check_entrants(self.challengers, 1)
        check_entrants(self.opponents, self.seats - 1)
        check_entrants((*self.challengers, *self.opponents), self.seats)

    @property
    def rounds(self) -> tuple[Round, ...]:
        others = tables(self.opponents, self.seats - 1, self.seed, self.meetings, self.few_tables)
        return (Round(tuple((challenger, *table) for challenger in self.challengers for table in others)),)
