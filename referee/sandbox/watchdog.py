"""Looks after the limits that no rlimit can hold for several processes together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from referee.sandbox.launch import Limit, Limits
from referee.sandbox.proc import Stat, memory_of
from referee.sandbox.tree import Tree

PAUSE_SECONDS = 0.25
SHORT_PAUSE_SECONDS = 0.05
"""For a bot with more than half of its memory in use: it can take the rest in no time."""

MEGABYTE = 1 << 20


class Watchdog:
    """Kills a bot that goes over a limit, and remembers which."""

    def __init__(self, limits: Limits, tmp_use: Callable[[], float] | None = None) -> None:
        self._limits = limits
        self._tmp_use = tmp_use
        """The share of /tmp in use, 1.0 when it is full."""
        self.exceeded: Limit | None = None

    async def watch(self, tree: Tree) -> None:
        while True:
            members = tree.members()
            resident = sum(one.resident for one in members)
            self.exceeded = tree.exceeded() or self._over(members, resident, tree.cpu_ms())
            if self.exceeded is not None:
                tree.kill()
                return
            tight = 2 * resident > self._limits.memory_mb * MEGABYTE
            await asyncio.sleep(SHORT_PAUSE_SECONDS if tight else PAUSE_SECONDS)

    def _over(self, members: list[Stat], resident: int, cpu_ms: int | None) -> Limit | None:
        if self._is_over_memory(members, resident):
            return Limit.MEMORY
        if cpu_ms is not None and cpu_ms > self._limits.cpu_seconds * 1000:
            return Limit.CPU_TIME
        if sum(one.threads for one in members) > self._limits.processes:
            return Limit.PROCESSES
        if self._tmp_use is not None and self._tmp_use() >= 1.0:
            return Limit.TMP_SIZE
        return None

    def _is_over_memory(self, members: list[Stat], resident: int) -> bool:
        """Resident sizes are quick to read but count shared pages again and again: suspicion, not proof."""
        allowed = self._limits.memory_mb * MEGABYTE
        return resident > allowed and sum(map(memory_of, members)) > allowed
