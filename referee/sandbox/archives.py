"""A bot's archive (tar, tar.gz or zip), unpacked where none of it can get out.

Refused: absolute paths, `..`, links that lead out, devices, names twice, too many files, too much data. Sizes
are counted as they are unpacked, not as the archive claims.
"""

from __future__ import annotations

import errno
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from referee.sandbox.entries import MOST_FILES, BadArchive, Entry, Reader
from referee.sandbox.errors import PackageError
from referee.sandbox.tar_archive import tar_entries
from referee.sandbox.zip_archive import zip_entries

MOST_ARCHIVE_BYTES = 64 * 1024 * 1024
MOST_BYTES = 256 * 1024 * 1024
MOST_PATH_CHARACTERS = 200
MOST_DEPTH = 32
PIECE_BYTES = 64 * 1024

UNREADABLE = (BadArchive, zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, LookupError, RuntimeError)
"""What the readers raise at an archive that is damaged or was made to deceive."""
ARCHIVES_OWN = (errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.ELOOP, errno.EILSEQ)
"""What a file system says to a bad archive; anything else, such as a full disk, is the host's fault."""


def unpack(data: bytes, folder: Path) -> None:
    """Write an archive into an empty folder. PackageError says what is wrong with it; throw the folder away then."""
    if len(data) > MOST_ARCHIVE_BYTES:
        raise PackageError(f"an archive has at most {MOST_ARCHIVE_BYTES // 1024 // 1024} MB")
    try:
        _Unpacking(folder).run(_entries(data))
    except UNREADABLE as error:
        raise PackageError(f"it cannot be read as a tar, tar.gz or zip archive: {error}") from None
    except OSError as error:
        # gzip's own error is an OSError without a number.
        if error.errno is not None and error.errno not in ARCHIVES_OWN:
            raise
        raise PackageError(f"the archive cannot be unpacked: {error.strerror or error}") from None


def _entries(data: bytes) -> Iterator[Entry]:
    return zip_entries(data) if data[:2] == b"PK" else tar_entries(data)


class _Unpacking:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._room = MOST_BYTES
        self._named: set[PurePosixPath] = set()
        self._made: set[PurePosixPath] = set()
        """All that is there, the folders included that are only implied."""
        self._links: list[PurePosixPath] = []

    def run(self, entries: Iterator[Entry]) -> None:
        for number, entry in enumerate(entries):
            path = _safe(entry.name)
            self._count(path, number, entry)
            self._write(path, entry)
        for link in self._links:
            self._check_link(link)

    def _count(self, path: PurePosixPath, number: int, entry: Entry) -> None:
        if path in self._named and not entry.is_folder:
            raise PackageError(f"{path} is in the archive twice")
        self._named.add(path)
        self._made.update((path, *path.parents))
        if max(number, len(self._made)) > MOST_FILES:
            raise PackageError(f"an archive has at most {MOST_FILES} files, folders included")

    def _write(self, path: PurePosixPath, entry: Entry) -> None:
        target = self._folder / path
        if any((self._folder / parent).is_symlink() for parent in path.parents):
            raise PackageError(f"{path} goes through a link")
        target.parent.mkdir(parents=True, exist_ok=True)
        if entry.link is not None:
            target.symlink_to(_safe_link(path, entry.link))
            self._links.append(path)
        elif entry.file is not None:
            self._copy(entry.file, target)
            target.chmod(0o755 if entry.is_executable else 0o644)
        else:
            target.mkdir(exist_ok=True)

    def _copy(self, source: Reader, target: Path) -> None:
        with target.open("xb") as file:
            while piece := source.read(PIECE_BYTES):
                self._room -= len(piece)
                if self._room < 0:
                    raise PackageError(f"unpacked, a package has at most {MOST_BYTES // 1024 // 1024} MB")
                file.write(piece)

    def _check_link(self, link: PurePosixPath) -> None:
        """Where it leads in truth: a link through another link can climb higher than its own text shows."""
        top = os.path.realpath(self._folder)
        if os.path.commonpath([top, os.path.realpath(self._folder / link)]) != top:
            raise PackageError(f"the link {link} leads out of the package")


def _safe(name: str) -> PurePosixPath:
    """A path that stays inside, whoever reads it."""
    if len(name) > MOST_PATH_CHARACTERS or not name.isprintable():
        raise PackageError(f"the path {name[:40]!r}… is too long, or not printable")
    path = PurePosixPath(name)
    if path.is_absolute() or "\\" in name or ".." in path.parts:
        raise PackageError(f"the path {name!r} leads out of the package")
    if len(path.parts) > MOST_DEPTH:
        raise PackageError(f"the path {name!r} is more than {MOST_DEPTH} folders deep")
    return path


def _safe_link(path: PurePosixPath, target: str) -> str:
    if not target or len(target) > MOST_PATH_CHARACTERS or not target.isprintable():
        raise PackageError(f"the link {path} leads to nothing that could be")
    depth = len(path.parts) - 1
    for part in PurePosixPath(target).parts:
        depth += -1 if part == ".." else 1
        if target.startswith("/") or depth < 0:
            raise PackageError(f"the link {path} leads out of the package")
    return target
