"""A cgroup (v2) for each bot: the kernel itself counts and limits what all its processes use together."""

from __future__ import annotations

import itertools
import os
import time
from contextlib import suppress
from pathlib import Path

from referee.limits import Limit, Limits
from referee.sandbox.errors import NotStarted

CONTROLLERS = ("memory", "pids")
"""Those that the level needs. CPU time is counted without one."""
MEGABYTE = 1 << 20
SPARE_PROCESSES = 8
"""For the sandbox's own processes."""
PREFIX = "bothy-"
REMOVE_SECONDS = 2.0

_numbers = itertools.count(1)


class Cgroup:
    """One bot's. It takes the limits of those controllers that are there."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        try:
            folder.mkdir()
            self._limit(limits)
        except OSError as error:
            with suppress(OSError):
                folder.rmdir()
            raise NotStarted(f"no cgroup could be made in {folder.parent}: {error.strerror}") from None

    def _limit(self, limits: Limits) -> None:
        settings = {
            "memory.max": limits.memory_mb * MEGABYTE,
            "memory.swap.max": 0,
            # A bot without one of its processes is no use: all go at once.
            "memory.oom.group": 1,
            "pids.max": limits.processes + SPARE_PROCESSES,
        }
        for name, value in settings.items():
            if (self.folder / name).exists():
                self._write(name, value)

    def add(self, pid: int) -> None:
        """What it starts from now on is in it, too."""
        try:
            self._write("cgroup.procs", pid)
        except OSError as error:
            raise NotStarted(f"a process could not be put into {self.folder}: {error.strerror}") from None

    def kill(self) -> None:
        with suppress(OSError):
            self._write("cgroup.kill", 1)

    def freeze(self) -> None:
        with suppress(OSError):
            self._write("cgroup.freeze", 1)

    def thaw(self) -> None:
        with suppress(OSError):
            self._write("cgroup.freeze", 0)

    @property
    def cpu_ms(self) -> float:
        return self._facts("cpu.stat").get("usage_usec", 0) / 1000

    @property
    def is_empty(self) -> bool:
        return not self._facts("cgroup.events").get("populated")

    def exceeded(self) -> Limit | None:
        """A limit that the kernel has held against it."""
        if self._facts("memory.events").get("oom_kill"):
            return Limit.MEMORY
        return Limit.PROCESSES if self._facts("pids.events").get("max") else None

    def remove(self) -> None:
        """Only the empty ones can be removed; the last process may take a moment to go."""
        deadline = time.monotonic() + REMOVE_SECONDS
        while self.folder.exists():
            try:
                self.folder.rmdir()
            except OSError:
                if time.monotonic() > deadline:
                    return
                self.kill()
                time.sleep(0.001)

    def _write(self, name: str, value: int) -> None:
        (self.folder / name).write_text(str(value))

    def _facts(self, name: str) -> dict[str, int]:
        try:
            lines = (self.folder / name).read_text().splitlines()
        except OSError:  # no such controller, or all over
            return {}
        return {key: int(value) for key, _, value in (line.partition(" ") for line in lines)}


def new_cgroup(parent: Path, limits: Limits) -> Cgroup:
    """With the referee's pid in its name, by which another knows that it was left."""
    return Cgroup(parent / f"{PREFIX}{os.getpid()}-{next(_numbers)}", limits)


def sweep(parent: Path) -> None:
    """Remove what referees left that were killed. Their bots are dead: they died with them."""
    for folder in parent.glob(f"{PREFIX}*-*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdigit() and not os.path.exists(f"/proc/{owner}"):
            with suppress(OSError):
                folder.rmdir()
