"""The processes inside a sandbox: they live in a pid namespace, and die with its first process."""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress

from referee.sandbox import proc
from referee.sandbox.cpu_time import CpuTime
from referee.sandbox.launch import Limit
from referee.sandbox.proc import Stat


class NamespaceTree:
    """`first` is pid 1 inside; between it and `launcher`, our child, stand processes of the sandbox itself."""

    def __init__(self, launcher: int, first: int) -> None:
        self._first = first
        self._first_fd = os.pidfd_open(first)
        self._tmp = _open_folder(f"/proc/{first}/root/tmp")
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
        if self._tmp is not None:
            os.close(self._tmp)

    def cpu_ms(self) -> int | None:
        self.members()
        return self._cpu_time.ms

    def tmp_use(self) -> float:
        """The share of /tmp in use, its files counted as a page each: a tmpfs has no limit on those."""
        if self._tmp is None:
            return 0.0
        now = os.fstatvfs(self._tmp)
        used = now.f_blocks - now.f_bfree
        return max(used, now.f_files - now.f_ffree) / now.f_blocks

    def exceeded(self) -> Limit | None:
        return None

    def freeze(self) -> None:
        """There is no cgroup."""

    def thaw(self) -> None:
        """There is no cgroup."""


def _open_folder(path: str) -> int | None:
    """A hold on it that the bot cannot shake off; None if we may not look."""
    try:
        return os.open(path, os.O_PATH | os.O_DIRECTORY)
    except OSError:
        return None


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
