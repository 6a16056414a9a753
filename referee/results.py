"""How a game ended for its seats: by the rules, by somebody's fault, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from referee.games.base import Outcome, Seat


class Termination(StrEnum):
    """Why a game ended. All but NORMAL and CANCELLED are the fault of a seat."""

    NORMAL = "normal"
    ILLEGAL_ACTION = "illegal_action"
    TIMEOUT = "timeout"
    CRASH = "crash"
    NO_START = "no_start"
    CANCELLED = "cancelled"

    @property
    def is_fault(self) -> bool:
        return self not in (Termination.NORMAL, Termination.CANCELLED)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game as it is recorded. A cancelled game is no result: it has no placings."""

    placings: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    termination: Termination
    offender: Seat | None
    """The seat at fault, the first if there are several."""
    detail: str
    offenders: tuple[Seat, ...] = ()
    """All seats at fault, in the order of their offences."""


def normal(outcome: Outcome) -> Result:
    return Result(outcome.placings, outcome.scores, Termination.NORMAL, None, outcome.detail)


def cancelled(detail: str) -> Result:
    return Result(None, None, Termination.CANCELLED, None, detail)


def forfeited(offender: Seat, termination: Termination, detail: str) -> Result:
    """Two players: the game ends with the fault, the offender second, both scores 0."""
    placings = (2, 1) if offender == 0 else (1, 2)
    return Result(placings, (0, 0), termination, offender, detail, (offender,))


def played_on(outcome: Outcome, offenders: Sequence[Seat], termination: Termination, detail: str) -> Result:
    """Three to five players: the rest played on to `outcome`; offenders have the last places."""
    placings = placings_with_offenders(outcome.placings, offenders)
    return Result(placings, outcome.scores, termination, offenders[0], detail, tuple(offenders))


def placings_with_offenders(placings: Sequence[int], offenders: Sequence[Seat]) -> tuple[int, ...]:
    """The first offender is last, the next one before it; the others are placed among themselves."""
    players = len(placings)
    places = {seat: players - number for number, seat in enumerate(offenders)}
    honest = [seat for seat in range(players) if seat not in places]
    for seat in honest:
        places[seat] = 1 + sum(placings[other] < placings[seat] for other in honest)
    return tuple(places[seat] for seat in range(players))


@dataclass(slots=True)
class Failures:
    """What steps tell of seats that failed: each after its last own step, before the first made for it.

    They do not tell more: a bot may crash, or talk unasked, long before it is next to act.
    """

    first_autopilot: dict[Seat, int] = field(default_factory=dict)
    """The first step that the referee made for a seat that had failed, in the order of these steps."""
    last_own: dict[Seat, int] = field(default_factory=dict)
    """The last step that was a seat's own, forced ones included."""

    def count_step(self, seat: Seat, number: int, autopilot: bool) -> None:
        if autopilot:
            self.first_autopilot.setdefault(seat, number)
        else:
            self.last_own[seat] = number

    def in_order(self, first: Seat) -> list[Seat]:
        """The seats at fault where they are not written: `first`, then whoever was moved for first."""
        return [first, *(seat for seat in self.first_autopilot if seat != first)]

    def objection(self, offenders: Sequence[Seat], termination: Termination) -> str | None:
        """Why these seats cannot have failed in this order, the first in this way; None if they can."""
        if len(set(offenders)) != len(offenders):
            return "offenders must be different seats"
        for seat in sorted(self.first_autopilot.keys() - set(offenders)):
            return f"the referee moved for seat {seat}, which is not among the offenders"
        if termination is Termination.NO_START and offenders[0] in self.last_own:
            return f"seat {offenders[0]} had a step of its own, so it had started"
        earliest = -1
        for seat in offenders:
            earliest = max(earliest, self.last_own.get(seat, -1))
            if seat in self.first_autopilot and earliest >= self.first_autopilot[seat]:
                return f"the seats cannot have failed in the order {list(offenders)}"
        return None
