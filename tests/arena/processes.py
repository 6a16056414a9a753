"""The processes that an arena runs, found by what they were started with."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Process:
    """One that was alive a moment ago."""

    pid: int
    parent: int
    command: str

    @property
    def is_worker(self) -> bool:
        """A worker or its work-horse: they look the same."""
        return "arena.worker" in self.command

    @property
    def is_referee(self) -> bool:
        return "referee.cli" in self.command

    @property
    def is_redis(self) -> bool:
        return "redis.sock" in self.command and not self.is_worker and not self.is_referee

    def send(self, sign: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, sign)


def at_once(function: Callable[[T], U], arguments: Sequence[T], processes: int = 3) -> list[U]:
    """What it gives in processes of their own that begin together."""
    context = get_context("spawn")
    barrier = context.Barrier(processes)
    with context.Pool(processes, initializer=barrier.wait) as pool:
        return pool.map(function, arguments, chunksize=1)


def living(mark: str) -> list[Process]:
    """All processes with this text in their command or environment, but for ourselves."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            process = _process(int(name), mark)
            if process is not None and process.pid != os.getpid():
                found.append(process)
    return found


def _process(pid: int, mark: str) -> Process | None:
    folder = Path(f"/proc/{pid}")
    command = (folder / "cmdline").read_bytes()
    state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
    if state in "ZX" or mark.encode() not in command + (folder / "environ").read_bytes():
        return None
    return Process(pid, int(parent), command.replace(b"\0", b" ").decode(errors="replace"))


def workers(found: list[Process]) -> list[Process]:
    """The workers, without their work-horses and without what is about to become a worker."""
    horses = {process.pid for process in work_horses(found)}
    return [process for process in found if process.is_worker and process.pid not in horses]


def work_horses(found: list[Process]) -> list[Process]:
    parents = {process.pid for process in found if process.is_worker}
    return [process for process in found if process.is_worker and process.parent in parents]
