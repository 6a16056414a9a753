"""A bot's archive (tar, tar.gz or zip), looked through before anything of it is written.

Refused: absolute paths, `..`, links that lead out, devices, names twice, too many files, too much data. Sizes
are counted as they are unpacked, not as the archive claims.
"""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from referee.sandbox.errors import PackageError

MOST_ARCHIVE_BYTES = 64 * 1024 * 1024
MOST_FILES = 5000
MOST_BYTES = 256 * 1024 * 1024
MOST_PATH_CHARACTERS = 200
PIECE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Member:
    """One thing in an archive: a folder, a link, or a file with its contents."""

    path: PurePosixPath
    is_folder: bool = False
    is_executable: bool = False
    link: str | None = None
    file: IO[bytes] | None = None


def unpack(data: bytes, folder: Path) -> None:
    """Write an archive into an empty folder. PackageError says what is wrong with it; throw the folder away then."""
    if len(data) > MOST_ARCHIVE_BYTES:
        raise PackageError(f"an archive has at most {MOST_ARCHIVE_BYTES // 1024 // 1024} MB")
    written, seen = 0, set[PurePosixPath]()
    try:
        for count, member in enumerate(_members(data)):
            if count >= MOST_FILES:
                raise PackageError(f"an archive has at most {MOST_FILES} files")
            if member.path in seen and not member.is_folder:
                raise PackageError(f"{member.path} is in the archive twice")
            seen.add(member.path)
            written += _write(member, folder, MOST_BYTES - written)
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise PackageError(f"it cannot be read as a tar, tar.gz or zip archive: {error}") from None
    except OSError as error:
        raise PackageError(f"the archive cannot be unpacked: {error.strerror or error}") from None


def _members(data: bytes) -> Iterator[Member]:
    if data[:2] == b"PK":
        yield from _zip_members(data)
    else:
        yield from _tar_members(data)


def _tar_members(data: bytes) -> Iterator[Member]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r|gz" if data[:2] == b"\x1f\x8b" else "r|") as archive:
        for info in archive:
            path = _safe(info.name)
            if info.isdir():
                yield Member(path, is_folder=True)
            elif info.issym():
                yield Member(path, link=_safe_link(path, info.linkname))
            elif info.isreg():
                yield Member(path, is_executable=bool(info.mode & 0o111), file=archive.extractfile(info))
            else:
                raise PackageError(f"{path} is neither a file nor a folder")


def _zip_members(data: bytes) -> Iterator[Member]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            path, mode = _safe(info.filename), info.external_attr >> 16
            kind = stat.S_IFMT(mode)
            if info.is_dir():
                yield Member(path, is_folder=True)
            elif kind not in (0, stat.S_IFREG):
                raise PackageError(f"{path} is neither a file nor a folder")
            else:
                with archive.open(info) as file:
                    yield Member(path, is_executable=bool(mode & 0o111), file=file)


def _safe(name: str) -> PurePosixPath:
    """A path that stays inside, whoever reads it."""
    path = PurePosixPath(name)
    if path.is_absolute() or "\\" in name or "\0" in name or ".." in path.parts:
        raise PackageError(f"the path {name!r} leads out of the package")
    if len(name) > MOST_PATH_CHARACTERS or not name.isprintable():
        raise PackageError(f"the path {name[:40]!r}… is too long, or not printable")
    return path


def _safe_link(path: PurePosixPath, target: str) -> str:
    depth = len(path.parts) - 1
    for part in PurePosixPath(target).parts:
        depth += -1 if part == ".." else 1
        if part == "/" or depth < 0:
            raise PackageError(f"the link {path} leads out of the package")
    return target


def _write(member: Member, folder: Path, room: int) -> int:
    """Write one member; how many bytes it had."""
    target = folder.joinpath(*member.path.parts)
    if any(parent.is_symlink() for parent in target.parents if parent.is_relative_to(folder) and parent != folder):
        raise PackageError(f"{member.path} goes through a link")
    target.parent.mkdir(parents=True, exist_ok=True)
    if member.is_folder:
        target.mkdir(exist_ok=True)
    elif member.link is not None:
        target.symlink_to(member.link)
    elif member.file is not None:
        return _copy(member, target, room)
    return 0


def _copy(member: Member, target: Path, room: int) -> int:
    assert member.file is not None
    written = 0
    with target.open("xb") as file:
        while piece := member.file.read(PIECE_BYTES):
            written += len(piece)
            if written > room:
                raise PackageError(f"unpacked, a package has at most {MOST_BYTES // 1024 // 1024} MB")
            file.write(piece)
    target.chmod(0o755 if member.is_executable else 0o644)
    return written
