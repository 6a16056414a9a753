"""Where on this host bots' cgroups may be made: in a folder that somebody has given us for that, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from referee.sandbox.cgroup import CONTROLLERS, sweep
from referee.sandbox.errors import Unavailable

SETTING = "BOTHY_CGROUP"
"""The folder of a cgroup v2 that is the referee's to divide; no process may be in it."""
OWN = "referee"
MOST_LOOKS = 10
DELEGATION_MARKS = ("user.delegate", "trusted.delegate")
"""Attributes that systemd puts on a cgroup with Delegate=yes."""


def delegated_cgroup() -> Path:
    """The folder for bots' cgroups, ready for use; `Unavailable` says why there is none."""
    given = os.environ.get(SETTING)
    parent = Path(given) if given else _from_systemd()
    if not (parent / "cgroup.controllers").is_file():
        raise Unavailable(f"{parent} is no folder of a cgroup v2")
    lacking = [name for name in CONTROLLERS if name not in _words(parent / "cgroup.controllers")]
    if lacking:
        raise Unavailable(f"{parent} lacks the controllers: {', '.join(lacking)} ({_reason(lacking)})")
    _enable(parent)
    sweep(parent)
    return parent


def mount_point() -> Path | None:
    """Where cgroup v2 is to be found, if at all."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        if after.split()[0] == "cgroup2":
            return Path(before.split()[4])
    return None


def own_cgroup() -> Path | None:
    """That of this process."""
    top = mount_point()
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        if top is not None and line.startswith("0::/"):
            return top / line.removeprefix("0::/")
    return None


def _from_systemd() -> Path:
    own = own_cgroup()
    if own is None:
        raise Unavailable("this host has no cgroup v2")
    # A process of ours that has made room for the bots already sits in a leaf.
    for folder in (own, own.parent) if own.name == OWN else (own,):
        if _is_marked(folder):
            return folder
    raise Unavailable(f"nobody has delegated a cgroup: {own} is not ours to divide")


def _is_marked(folder: Path) -> bool:
    for mark in DELEGATION_MARKS:
        with suppress(OSError):
            return os.getxattr(folder, mark) == b"1"
    return False


def _enable(parent: Path) -> None:
    """A cgroup that has controllers for its children may hold no process itself: we move into a leaf first."""
    wanted = [name for name in CONTROLLERS if name not in _words(parent / "cgroup.subtree_control")]
    if not wanted:
        return
    try:
        if not os.environ.get(SETTING):
            _move_to_a_leaf(parent)
        (parent / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in wanted))
    except OSError as error:
        raise Unavailable(f"{parent} cannot be divided: {error.strerror}") from None


def _move_to_a_leaf(parent: Path) -> None:
    leaf = parent / OWN
    leaf.mkdir(exist_ok=True)
    for _ in range(MOST_LOOKS):  # a process that is not moved yet may have started another
        for pid in _words(parent / "cgroup.procs"):
            with suppress(ProcessLookupError):
                (leaf / "cgroup.procs").write_text(pid)


def _reason(lacking: Sequence[str]) -> str:
    """cgroup v1 has them, if it is in use: a controller serves one of the two."""
    with suppress(OSError):
        for line in Path("/proc/cgroups").read_text().splitlines()[1:]:
            name, hierarchy, *_ = line.split()
            if name in lacking and hierarchy != "0":
                return "cgroup v1 has them on this host"
    return "they are not delegated"


def _words(path: Path) -> list[str]:
    try:
        return path.read_text().split()
    except OSError:
        return []
