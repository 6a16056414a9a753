"""Looks after the limits that no rlimit can hold for several processes together, or not by name."""

from __future__ import annotations

import asyncio

from referee.limits import Limit, Limits
from referee.sandbox.log import Log
from referee.sandbox.private_tmp import PrivateTmp
from referee.sandbox.proc import Stat, held_by, memory_of, open_files_of
from referee.sandbox.tree import Tree

PAUSE_SECONDS = 0.25
SHORT_PAUSE_SECONDS = 0.05
"""For a bot with more than half of its memory in use: it can take the rest in no time."""

MEGABYTE = 1 << 20
LAST_WORDS = {
    "too many open files": Limit.OPEN_FILES,
    "file too large": Limit.FILE_SIZE,
    "no space left on device": Limit.TMP_SIZE,
    "unable to create native thread": Limit.PROCESSES,
    "out of memory": Limit.MEMORY,
    "memoryerror": Limit.MEMORY,
    "outofmemoryerror": Limit.MEMORY,
    "bad_alloc": Limit.MEMORY,
    "memory allocation of": Limit.MEMORY,
    "cannot allocate memory": Limit.MEMORY,
    "insufficient memory": Limit.MEMORY,
    "can't start new thread": Limit.PROCESSES,
    "resource temporarily unavailable": Limit.PROCESSES,
}
"""What the libraries of many languages say of a refusal by the kernel: a bot that dies of it may be gone before we
look. More telling words come first: without memory no thread can be started, either."""


class Watchdog:
    """Kills a bot that goes over a limit, and remembers which."""

    def __init__(self, limits: Limits, log: Log, tmp: PrivateTmp | None = None) -> None:
        self._limits, self._log, self._tmp = limits, log, tmp
        self.exceeded: Limit | None = None

    async def watch(self, tree: Tree) -> None:
        while True:
            members = tree.members()
            held = sum(map(held_by, members))
            self.exceeded = tree.exceeded() or self._over(members, held, tree.cpu_ms())
            if self.exceeded is not None:
                tree.kill()
                return
            tight = 2 * held > self._limits.memory_mb * MEGABYTE
            await asyncio.sleep(SHORT_PAUSE_SECONDS if tight else PAUSE_SECONDS)

    def last_look(self, has_failed: bool) -> None:
        """At what a bot left that ended by itself: it may have gone over a limit a moment before."""
        if self.exceeded is None:
            self.exceeded = self._over_in_files()
        if self.exceeded is None and has_failed:
            end = self._log.text[-2000:].lower()
            self.exceeded = next((limit for words, limit in LAST_WORDS.items() if words in end), None)

    def _over(self, members: list[Stat], held: int, cpu_ms: int | None) -> Limit | None:
        if self._is_over_memory(members, held):
            return Limit.MEMORY
        if cpu_ms is not None and cpu_ms > self._limits.cpu_seconds * 1000:
            return Limit.CPU_TIME
        if sum(one.threads for one in members) > self._limits.processes:
            return Limit.PROCESSES
        if sum(map(open_files_of, members)) > self._limits.open_files:
            return Limit.OPEN_FILES
        return self._over_in_files()

    def _over_in_files(self) -> Limit | None:
        if self._log.total > self._limits.log_mb * MEGABYTE:
            return Limit.LOG_SIZE
        if self._tmp is None:
            return None
        if self._tmp.has_file_over(self._limits.file_size_mb * MEGABYTE):
            return Limit.FILE_SIZE
        return Limit.TMP_SIZE if self._tmp.use() >= 1.0 else None

    def _is_over_memory(self, members: list[Stat], held: int) -> bool:
        """What is held is quick to read but count shared pages again and again: suspicion, not proof."""
        allowed = self._limits.memory_mb * MEGABYTE
        return held > allowed and sum(map(memory_of, members)) > allowed
