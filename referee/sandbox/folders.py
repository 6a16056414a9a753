"""Folders that a stranger's program has written: measured, made read-only, removed.

Such a program can nest folders deeper than any path or stack reaches, and take away its own rights. So nothing here
recurses, and no link is followed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_DEPTH = 64


@dataclass(frozen=True, slots=True)
class Size:
    files: int
    bytes: int
    is_too_deep: bool = False


def size_of(folder: Path, most_files: int) -> Size:
    """What is in it at the moment; no more is counted than `most_files` and one."""
    files = used = 0
    for entry, depth in _everything(folder):
        if depth > MOST_DEPTH:
            return Size(files, used, is_too_deep=True)
        files += 1
        try:
            used += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue  # gone since
        if files > most_files:
            break
    return Size(files, used)


def make_read_only(folder: Path) -> None:
    """For everybody, and ours, whoever wrote it."""
    _seal(folder)
    for entry, _ in _everything(folder):
        if not entry.is_symlink():
            _seal(Path(entry.path))


def make_writable(folder: Path) -> None:
    folder.chmod(0o755)
    for entry, _ in _everything(folder):
        if not entry.is_symlink():
            is_open = entry.is_dir() or entry.stat().st_mode & 0o111
            os.chmod(entry.path, 0o755 if is_open else 0o644)


def remove(folder: Path) -> None:
    """Folders come to the top one after the other, so that no path gets long, and go when they are empty."""
    if not folder.is_dir():
        return
    _open_up(str(folder))
    waiting, number = [folder], 0
    while waiting:
        top = waiting.pop()
        for entry in list(os.scandir(top)):
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
                continue
            _open_up(entry.path)
            number += 1
            raised = folder.parent / f"{folder.name}.{number}"
            os.rename(entry.path, raised)
            waiting.append(raised)
        os.rmdir(top)


def _everything(folder: Path) -> Iterator[tuple[os.DirEntry[str], int]]:
    """All below it, each folder before what is in it, so that whoever looks may first open it; and how deep."""
    waiting = [(str(folder), 1)]
    while waiting:
        path, depth = waiting.pop()
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1))
                    yield entry, depth
        except OSError:
            continue  # gone since, out of reach, or deeper than a path can be


def _open_up(path: str) -> None:
    if not os.path.islink(path):
        os.chmod(path, 0o755)


def _seal(path: Path) -> None:
    now = path.stat()
    if now.st_uid != os.geteuid():
        os.chown(path, os.geteuid(), os.getegid())
    is_open = stat.S_ISDIR(now.st_mode) or now.st_mode & 0o111
    path.chmod(0o555 if is_open else 0o444)
