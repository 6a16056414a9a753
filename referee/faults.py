"""Which seats failed and in which order, as far as the steps of a game tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.games.base import Seat


@dataclass(slots=True)
class Faults:
    """What the steps tell of each seat. A seat fails after its last own step, and before the first made for it."""

    first_autopilot: dict[Seat, int] = field(default_factory=dict)
    """The first step that the referee made for a seat that had failed, in the order of these steps."""
    last_own: dict[Seat, int] = field(default_factory=dict)
    """The last step that was a seat's own, forced ones included."""
    asked: set[Seat] = field(default_factory=set)
    """Seats whose first autopilot step was a real choice, so that the bot was asked for it."""

    def count_step(self, seat: Seat, number: int, step: Mapping[str, Any]) -> None:
        """Count a step that was verified."""
        if not step.get("autopilot"):
            self.last_own[seat] = number
        elif seat not in self.first_autopilot:
            self.first_autopilot[seat] = number
            if not step["forced"]:
                self.asked.add(seat)

    def in_order(self, first: Seat) -> list[Seat]:
        """The seats at fault: `first`, then whoever was moved for first."""
        return [first, *(seat for seat in self.first_autopilot if seat != first)]

    def allow_order(self, offenders: Sequence[Seat]) -> bool:
        """Whether the seats can have failed in this order: a bot may crash long before it is next asked."""
        earliest = -1
        for seat in offenders:
            earliest = max(earliest, self.last_own.get(seat, -1))
            if earliest >= self.first_autopilot[seat]:
                return False
        return True
