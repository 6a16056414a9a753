"""Folders that the bot's uid cannot reach, laid out where it can.

Started by root, a bot is nobody: with a uid of its own it cannot so much as pass through /root. Whatever lies behind
such a folder is first mounted, still by root and in a mount namespace that nobody else sees, on a stage of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.sandbox.errors import NotStarted
from referee.sandbox.mounts import Mount
from referee.sandbox.programs import host_program

STAGES = ("/media", "/mnt", "/srv", "/opt")
"""Folders that every system has; one with nothing of ours behind it will do."""

SCRIPT = """
mount --no-mtab -t tmpfs -o mode=755 none "$1" && shift || exit
while [ "$1" != -- ]; do mkdir "$2" && mount --no-mtab --bind "$1" "$2" && shift 2 || exit; done
shift; exec "$@"
"""


@dataclass(frozen=True, slots=True)
class Staged:
    mounts: list[Mount]
    """The same folders, where they can be reached."""
    command: list[str]
    """Comes before the command that mounts them in the sandbox."""


def staged(mounts: Sequence[Mount]) -> Staged:
    hidden = [mount for mount in mounts if _is_hidden(mount.source)]
    if not hidden:
        return Staged(list(mounts), [])
    stage = _free_stage([mount.source for mount in mounts])
    places = {mount: replace(mount, source=stage / str(number)) for number, mount in enumerate(hidden)}
    pairs = [str(path) for old, new in places.items() for path in (old.source, new.source)]
    command = [host_program("unshare"), "--mount", "--", "/bin/sh", "-c", SCRIPT, "sh", str(stage), *pairs, "--"]
    return Staged([places.get(mount, mount) for mount in mounts], command)


def _is_hidden(folder: Path) -> bool:
    return any(parent.exists() and not parent.stat().st_mode & 0o001 for parent in folder.resolve().parents)


def _free_stage(sources: Sequence[Path]) -> Path:
    for stage in map(Path, STAGES):
        if stage.is_dir() and not any(stage in source.resolve().parents for source in sources):
            return stage
    raise NotStarted(f"root needs an empty place to lay out a bot's folders: make one of {', '.join(STAGES)}")
