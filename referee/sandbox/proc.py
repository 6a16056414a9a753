"""What /proc tells about processes. Everything here may be out of date the moment it is read."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True, slots=True)
class Stat:
    """One process. `(pid, started)` names it for ever: a pid alone is used again."""

    pid: int
    parent: int
    session: int
    state: str
    own_ms: int
    """Its CPU time."""
    waited_ms: int
    """The CPU time of the children that it has waited for, and of theirs."""
    threads: int
    started: int
    resident: int
    thread: int | None = None
    """A thread that lives on, if the first has ended: only there is told what the process holds."""

    @property
    def folder(self) -> str:
        """Where /proc tells about it."""
        return f"/proc/{self.pid}" if self.thread is None else f"/proc/{self.pid}/task/{self.thread}"

    @property
    def name(self) -> tuple[int, int]:
        return self.pid, self.started

    @property
    def is_dead(self) -> bool:
        """A process whose first thread has ended looks dead, but is not as long as it has others."""
        return self.state in "ZX" and self.threads <= 1


def stat(pid: int) -> Stat | None:
    """The process, or None if there is none (or no /proc)."""
    one = _stat_in(f"/proc/{pid}")
    return _without_its_first_thread(one) if one is not None and one.state in "ZX" and one.threads > 1 else one


def _without_its_first_thread(one: Stat) -> Stat:
    with suppress(OSError):
        for name in os.listdir(f"/proc/{one.pid}/task"):
            thread = _stat_in(f"/proc/{one.pid}/task/{name}")
            if thread is not None and thread.state not in "ZX":
                return replace(one, state=thread.state, resident=thread.resident, thread=thread.pid)
    return one


def _stat_in(folder: str) -> Stat | None:
    try:
        with open(f"{folder}/stat", "rb") as file:
            text = file.read()
    except OSError:
        return None
    # The program's name is in parentheses and may itself hold parentheses and spaces.
    fields = text[text.rindex(b")") + 2 :].split()
    return Stat(
        pid=int(text[: text.index(b" ")]),
        parent=int(fields[1]),
        session=int(fields[3]),
        state=fields[0].decode(),
        own_ms=(int(fields[11]) + int(fields[12])) * 1000 // TICKS,
        waited_ms=(int(fields[13]) + int(fields[14])) * 1000 // TICKS,
        threads=int(fields[17]),
        started=int(fields[19]),
        resident=int(fields[21]) * PAGE,
    )


def processes() -> dict[int, Stat]:
    """All processes that can be seen, by pid."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return {}
    found = (stat(int(name)) for name in names if name.isdigit())
    return {one.pid: one for one in found if one is not None}


_last: tuple[float, dict[int, Stat]] = (0.0, {})


def recent_processes(max_age: float) -> dict[int, Stat]:
    """As `processes`, but what was read within `max_age` seconds will do: many bots, one look."""
    global _last
    now = time.monotonic()
    if now - _last[0] > max_age:
        _last = (now, processes())
    return _last[1]


def kill(one: Stat) -> None:
    """SIGKILL to exactly this process, and to none that has its pid by now."""
    try:
        fd = os.pidfd_open(one.pid)
    except OSError:
        return
    try:
        now = stat(one.pid)
        if now is not None and now.name == one.name:
            signal.pidfd_send_signal(fd, signal.SIGKILL)
    except OSError:
        pass  # it ended in this moment
    finally:
        os.close(fd)


def adopt_orphans() -> None:
    """From now on, a process below us whose parent ends is our child: nothing gets out of sight."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def bury(one: Stat) -> None:
    """An orphan that we adopted, and that is dead, is waited for by nobody else."""
    if one.is_dead and one.parent == os.getpid():
        with suppress(ChildProcessError):
            os.waitpid(one.pid, os.WNOHANG)


def descendants(roots: Iterable[int], among: dict[int, Stat]) -> list[Stat]:
    """The roots that live, and everything below them."""
    children: dict[int, list[int]] = {}
    for one in among.values():
        children.setdefault(one.parent, []).append(one.pid)
    found: dict[int, Stat] = {}
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        if pid in among and pid not in found:
            found[pid] = among[pid]
            waiting += children.get(pid, [])
    return list(found.values())


def was_started_with(pid: int, entry: bytes) -> bool:
    """Whether an entry of the process's first environment begins like this: `NAME=val`."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return (b"\0" + file.read()).find(b"\0" + entry) >= 0
    except OSError:
        return False


def held_by(one: Stat) -> int:
    """The bytes that the process has of the host's memory, shared ones included: quick to read, and never too little.

    What was swapped out counts, and the tables of its pages, which can grow without any page.
    """
    return one.resident + 1024 * sum(_facts(one, "status", (b"VmSwap", b"VmPTE")))


def memory_of(one: Stat) -> int:
    """The bytes that the process holds for itself, its part of what it shares included.

    A process may hide this from its own user (PR_SET_DUMPABLE); then all that is resident counts.
    """
    tables = 1024 * sum(_facts(one, "status", (b"VmPTE",)))
    try:
        return tables + 1024 * sum(_facts(one, "smaps_rollup", (b"Pss_Anon", b"Pss_Shmem", b"SwapPss")))
    except PermissionError:
        return held_by(one)


def open_files_of(one: Stat) -> int:
    """How many descriptors the process has open; if it hides them, how many it has had room for."""
    try:
        return len(os.listdir(f"{one.folder}/fd"))
    except PermissionError:
        return sum(_facts(one, "status", (b"FDSize",)))
    except OSError:  # it has ended since it was seen, and holds nothing
        return 0


def _facts(one: Stat, name: str, keys: tuple[bytes, ...]) -> list[int]:
    """Numbers from a file of lines like `VmPTE:  60 kB`; none if the process has ended since it was seen."""
    try:
        with open(f"{one.folder}/{name}", "rb") as file:
            lines = file.read().splitlines()
    except PermissionError:
        raise
    except OSError:
        return []
    pairs = (line.partition(b":") for line in lines)
    return [int(value.split()[0]) for key, _, value in pairs if key in keys]
