"""What a bot sees of the host's files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.sandbox.interpreter import is_python, python_folders
from referee.sandbox.launch import Launch

BOT = "/bot"
SOCKETS = "/run/bothy"
TOP_FOLDERS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SETTINGS = ("ld.so.cache", "alternatives")
"""Of /etc only what the loader and the names of runtimes need, and what Java keeps there."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder of the host and where the bot finds it."""

    source: Path
    target: str
    is_writable: bool = False


def system_flags() -> Iterator[str]:
    """bwrap's flags for the system's programs and libraries."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in TOP_FOLDERS:
        if os.path.islink(f"/{name}"):
            yield from ("--symlink", os.readlink(f"/{name}"), f"/{name}")
        elif os.path.isdir(f"/{name}"):
            yield from ("--ro-bind", f"/{name}", f"/{name}")
    for path in [*(Path("/etc", name) for name in SETTINGS), *Path("/etc").glob("java-*")]:
        if path.exists():
            yield from ("--ro-bind", str(path), str(path))


def mounts_of(launch: Launch, runtimes: Sequence[Path]) -> list[Mount]:
    """The folders for this bot in particular."""
    readable = [*runtimes, *(python_folders() if is_python(launch.command) else [])]
    mounts = [Mount(folder, str(folder)) for folder in readable]
    if launch.writable_folder is not None:
        mounts.append(Mount(launch.writable_folder.absolute(), BOT, is_writable=True))
    else:
        mounts.append(Mount(launch.folder.absolute(), BOT))
    if launch.socket_folder is not None:
        mounts.append(Mount(launch.socket_folder.absolute(), SOCKETS))
    return mounts
