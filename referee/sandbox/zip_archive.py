"""Reads a zip archive without trusting it."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Iterator

from referee.sandbox.entries import MOST_FILES, BadArchive, Entry

MOST_DIRECTORY_BYTES = MOST_FILES * 400
"""`zipfile` makes objects of all entries at once: a million fit into 64 MB of archive, and fill a GB of memory."""
END, END_BYTES = b"PK\x05\x06", 22
LARGE_END, LARGE_END_BYTES = b"PK\x06\x07", 20
ENCRYPTED = 0x1


def zip_entries(data: bytes) -> Iterator[Entry]:
    _check_directory(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            mode = info.external_attr >> 16
            if info.is_dir():
                yield Entry(info.filename)
                continue
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                raise BadArchive(f"{info.filename[:80]!r} is neither a file nor a folder")
            if info.flag_bits & ENCRYPTED:
                raise BadArchive(f"{info.filename[:80]!r} is encrypted")
            # The other methods unpack as much as a piece of input holds, without bound.
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise BadArchive(f"{info.filename[:80]!r} is packed by another method than deflate")
            with archive.open(info) as file:
                yield Entry(info.filename, bool(mode & 0o111), file=file)


def _check_directory(data: bytes) -> None:
    """Find the archive's end as `zipfile` does, and look at the size of its directory before that is read."""
    at = data.rfind(END)
    if at < 0 or len(data) < at + END_BYTES:
        raise BadArchive("it stops in the middle")
    size, _, comment = struct.unpack_from("<IIH", data, at + 12)
    if at + END_BYTES + comment != len(data):
        raise BadArchive("something follows after its end")
    if data[max(at - LARGE_END_BYTES, 0) :].startswith(LARGE_END):
        raise BadArchive("it is in the format for archives of more than 4 GB")
    if size > MOST_DIRECTORY_BYTES:
        raise BadArchive(f"it has more than {MOST_FILES} files, or far too much to say about them")
