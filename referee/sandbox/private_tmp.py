"""Where a bot can write, its private /tmp and /dev/shm, seen from outside: how full, and how long the longest file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from stat import S_ISDIR, S_ISREG

WRITABLE = ("tmp", "dev/shm")
MOST_ENTRIES, MOST_DEPTH = 1000, 4
"""Of a bot's files that are looked at: beyond that, /tmp is soon full by their number."""
READ_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK


class PrivateTmp:
    """A hold on both that the bot cannot shake off, and that outlives the bot."""

    def __init__(self, folders: Sequence[int]) -> None:
        self._folders = folders

    @classmethod
    def of(cls, pid: int) -> PrivateTmp | None:
        """Those of a process inside; None if we may not look."""
        folders: list[int] = []
        try:
            for name in WRITABLE:
                folders.append(os.open(f"/proc/{pid}/root/{name}", os.O_PATH | os.O_DIRECTORY))
        except OSError:
            cls(folders).close()
            return None
        return cls(folders)

    def close(self) -> None:
        for folder in self._folders:
            os.close(folder)

    def use(self) -> float:
        """The share in use of the fuller one, its files counted as a page each: a tmpfs has no limit on those."""
        return max(map(_use, self._folders))

    def has_file_over(self, most_bytes: int) -> bool:
        return any(_has_file_over(folder, most_bytes) for folder in self._folders)


def _use(folder: int) -> float:
    now = os.fstatvfs(folder)
    used = now.f_blocks - now.f_bfree
    return max(used, now.f_files - now.f_ffree) / now.f_blocks


def _has_file_over(folder: int, most_bytes: int) -> bool:
    now = os.fstatvfs(folder)
    if (now.f_blocks - now.f_bfree) * now.f_frsize <= most_bytes:
        return False  # there is no room for one
    return _longest_below(os.open(".", READ_FOLDER, dir_fd=folder), MOST_DEPTH) > most_bytes


def _longest_below(folder: int, depth: int) -> int:
    """The size of the longest file, as far as one look goes. A bot may change everything meanwhile; so folders are
    opened from their parents, no link is followed, and there is an end to it."""
    longest = 0
    try:
        for name in os.listdir(folder)[:MOST_ENTRIES]:
            with suppress(OSError):
                one = os.stat(name, dir_fd=folder, follow_symlinks=False)
                if S_ISREG(one.st_mode):
                    longest = max(longest, one.st_size)
                elif S_ISDIR(one.st_mode) and depth:
                    longest = max(longest, _longest_below(os.open(name, READ_FOLDER, dir_fd=folder), depth - 1))
    finally:
        os.close(folder)
    return longest
