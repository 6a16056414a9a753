"""Whose time it is, and how much of it is left.

Three budgets: start-up, until hello; a grace for every decision; and a bank for the whole game, drawn on
where a decision takes longer than the grace. Only the bot's own time counts: what the referee's event loop
was late by itself (a busy moment, a stopped host) is measured and taken off.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, fields
from typing import Any

from referee.games.base import GameError

LONGEST_MS = 86_400_000
LAST_LOOK_MS = 20.0
"""Before a bot loses on time, what it sent may still have to be read."""


class ClockError(GameError):
    """A clock that nobody can play by."""


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """The budgets, in milliseconds."""

    startup_ms: int = 10_000
    grace_ms: int = 200
    bank_ms: int = 20_000

    def __post_init__(self) -> None:
        for field in fields(self):
            if not 0 <= getattr(self, field.name) <= LONGEST_MS:
                raise ClockError(f"the clock's {field.name.removesuffix('_ms')} must be from 0 to 24 hours")
        if self.startup_ms == 0 or self.grace_ms + self.bank_ms == 0:
            raise ClockError("the clock must leave a bot some time to start and to think")

    @classmethod
    def parse(cls, text: str) -> ClockSettings:
        """`startup=10s,grace=200ms,bank=20s`, each part optional."""
        values: dict[str, int] = {}
        for part in filter(None, text.split(",")):
            match = re.fullmatch(r"\s*(startup|grace|bank)=(\d+(?:\.\d+)?)(ms|s|min)\s*", part)
            if match is None or f"{match[1]}_ms" in values:
                raise ClockError(f"a clock is written like startup=10s,grace=200ms,bank=20s, not {text!r}")
            value = min(float(match[2]), LONGEST_MS + 1.0)  # a number without end would be infinite
            values[f"{match[1]}_ms"] = round(value * {"ms": 1, "s": 1000, "min": 60_000}[match[3]])
        return cls(**values)


class GameClock:
    """One bot's time in one game."""

    __slots__ = ("bank_left_ms", "grace_ms")

    def __init__(self, settings: ClockSettings) -> None:
        self.grace_ms = float(settings.grace_ms)
        self.bank_left_ms = float(settings.bank_ms)

    @property
    def budget_ms(self) -> float:
        """The longest that the next decision may take."""
        return self.grace_ms + self.bank_left_ms

    def charge(self, ms: float) -> bool:
        """Take a decision's time; False if there was not so much."""
        self.bank_left_ms -= max(0.0, ms - self.grace_ms)
        return self.bank_left_ms >= 0


class LagMeter:
    """How late the event loop itself was, in all: time that no bot is charged for."""

    INTERVAL = 0.005
    USUAL = 0.001
    """Timers are a little late on the idlest of machines: that much is nobody's lag."""

    def __init__(self) -> None:
        self.total = 0.0
        """In seconds, ever growing."""
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + self.INTERVAL
        self._handle = loop.call_at(self._due, self._tick, loop)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self.total = self.seen()
        self._due = loop.time() + self.INTERVAL
        self._handle = loop.call_at(self._due, self._tick, loop)

    def seen(self) -> float:
        """The total as it stands now, a tick that is overdue counted."""
        late = asyncio.get_running_loop().time() - self._due
        return self.total + (late if late > self.USUAL else 0.0)


class Stopwatch:
    """The time of one decision, the referee's lag taken off."""

    __slots__ = ("_lag", "_lag_before", "_started")

    def __init__(self, lag: LagMeter) -> None:
        self._lag = lag
        self._lag_before = lag.seen()
        self._started = asyncio.get_running_loop().time()

    def ms(self) -> float:
        elapsed = asyncio.get_running_loop().time() - self._started
        return max(0.0, elapsed - (self._lag.seen() - self._lag_before)) * 1000.0


async def done_in_time(future: asyncio.Future[Any], ms: float, lag: LagMeter) -> bool:
    """Wait for something that a bot has `ms` of its own time for; whether it came."""
    watch = Stopwatch(lag)
    while not future.done() and (left_ms := ms + LAST_LOOK_MS - watch.ms()) > 0:
        await asyncio.wait((future,), timeout=left_ms / 1000)
    return future.done()
