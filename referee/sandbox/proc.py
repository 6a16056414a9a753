"""What /proc tells about processes. Everything here may be out of date the moment it is read."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Stat:
    """One process. `(pid, started)` names it for ever: a pid alone is used again."""

    pid: int
    parent: int
    session: int
    state: str
    cpu_ms: int
    """Its own time and that of the children it has waited for."""
    threads: int
    started: int
    resident: int

    @property
    def name(self) -> tuple[int, int]:
        return self.pid, self.started

    @property
    def is_dead(self) -> bool:
        return self.state in "ZX"


def stat(pid: int) -> Stat | None:
    """The process, or None if there is none (or no /proc)."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            text = file.read()
    except OSError:
        return None
    # The program's name is in parentheses and may itself hold parentheses and spaces.
    fields = text[text.rindex(b")") + 2 :].split()
    return Stat(
        pid=pid,
        parent=int(fields[1]),
        session=int(fields[3]),
        state=fields[0].decode(),
        cpu_ms=sum(map(int, fields[11:15])) * 1000 // TICKS,
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


def memory_of(pids: Collection[int]) -> int:
    """The bytes that these processes hold, pages they share counted once; 0 where it cannot be read."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
                lines = file.read().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith((b"Pss_Anon:", b"Pss_Shmem:")))
    return total * 1024
