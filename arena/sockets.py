"""A folder for the sockets of a running arena. Its path is short: those of sockets are limited to 107 bytes."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "bothy-a-"
LOCK = "lock"


@contextmanager
def socket_folder() -> Iterator[Path]:
    """A fresh folder, gone at the end. What an arena left that was killed goes when the next one comes."""
    place = Path(tempfile.gettempdir())
    _sweep(place)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    try:
        with (folder / "new").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # Only now can a sweeper see the lock: it never finds one that is not held by a living arena.
            (folder / "new").rename(folder / LOCK)
            yield folder
    finally:
        _remove(folder)


def _sweep(place: Path) -> None:
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.lstat().st_uid == os.getuid() and _is_left(folder):
                _remove(folder)


def _remove(folder: Path) -> None:
    """The lock last: who is killed half-way leaves what the next sweeper still knows as left."""
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != LOCK:
            path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    with (folder / LOCK).open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
