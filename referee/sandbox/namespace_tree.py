"""The processes inside a sandbox: they live in a pid namespace, and die with its first process."""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress

from referee.limits import Limit
from referee.sandbox import proc
from referee.sandbox.cpu_time import CpuTime
from referee.sandbox.private_tmp import PrivateTmp
from referee.sandbox.proc import Stat


class NamespaceTree:
    """`first` is pid 1 inside; between it and `launcher`, our child, stand processes of the sandbox itself."""

    def __init__(self, launcher: int, first: int) -> None:
        self._first = first
        self._first_fd = os.pidfd_open(first)
        self.tmp = PrivateTmp.of(first)
        self._keepers = _between(launcher, first)
        self._cpu_time = CpuTime()

    def members(self) -> list[Stat]:
        found = proc.descendants([self._first], proc.recent_processes(0.1))
        self._cpu_time.look(found)
        return [one for one in found if one.pid != self._first and not one.is_dead]

    def kill(self) -> None:
        """The kernel kills the rest, and lets the first go only when all others are gone."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._first_fd, signal.SIGKILL)

    def is_gone(self) -> bool:
        return _has_ended(self._first_fd) and all(map(_is_buried, self._keepers))

    def release(self) -> None:
        os.close(self._first_fd)
        if self.tmp is not None:
            self.tmp.close()

    def cpu_ms(self) -> int | None:
        self.members()
        return self._cpu_time.ms

    def cpu_now_ms(self) -> float | None:
        return self._cpu_time.now_ms()

    def exceeded(self) -> Limit | None:
        return None

    def freeze(self) -> None:
        """There is no cgroup."""

    def thaw(self) -> None:
        """There is no cgroup."""


def _between(launcher: int, first: int) -> list[Stat]:
    found = []
    one = proc.stat(first)
    while one is not None and one.pid not in (launcher, os.getpid(), 1):
        found.append(one)
        one = proc.stat(one.parent)
    return found


def _has_ended(pidfd: int) -> bool:
    return bool(select.select([pidfd], [], [], 0)[0])


def _is_buried(keeper: Stat) -> bool:
    """bwrap does not wait for its first process: we adopt it."""
    now = proc.stat(keeper.pid)
    if now is None or now.name != keeper.name:
        return True
    proc.bury(now)
    return now.is_dead
