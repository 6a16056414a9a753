"""The CPU time of a tree of processes, added up from one look to the next."""

from __future__ import annotations

import time
from collections.abc import Iterable

from referee.sandbox.proc import Stat

CPU_CLOCK = 2
"""CPUCLOCK_SCHED of the kernel: what all threads of a process have used."""


class CpuTime:
    """A process that ended is counted by its parent when that waits for it, unless the parent has asked the
    kernel not to bother; so it is counted here as well as it was last seen, and the larger sum holds."""

    def __init__(self) -> None:
        self.ms = 0
        self._living: dict[tuple[int, int], int] = {}
        self._ended_ms = 0

    def look(self, members: Iterable[Stat]) -> None:
        members = list(members)
        living = {one.name: one.own_ms for one in members}
        self._ended_ms += sum(ms for name, ms in self._living.items() if name not in living)
        self._living = living
        seen = self._ended_ms + sum(living.values())
        told = sum(one.own_ms + one.waited_ms for one in members)
        self.ms = max(self.ms, seen, told)

    def now_ms(self) -> float:
        """That of those who lived at the last look, to the microsecond: cheap enough for every decision."""
        return sum(map(_clock_ms, self._living))


def _clock_ms(name: tuple[int, int]) -> float:
    """The CPU clock of another process; its number is made of the pid, as clock_getcpuclockid(3) does it."""
    try:
        return time.clock_gettime(~name[0] << 3 | CPU_CLOCK) * 1000.0
    except OSError:
        return 0.0
