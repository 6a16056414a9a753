"""Reads a tar archive, plain or gzipped, without trusting it.

Not `tarfile`: that takes an archive's word for the size of its headers (a gzip of 60 MB can hold one of 60 GB),
follows maps of sparse files, and is content with an archive that stops in the middle.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator

from referee.sandbox.entries import BadArchive, Entry, Reader

BLOCK = 512
MOST_HEADER_BYTES = 16 * 1024
MOST_HEADERS_IN_A_ROW = 8
MOST_PADDING_BYTES = 1024 * 1024
"""After the end: tar fills its last record with zeros."""
FILES, FOLDER, LINK = b"0\0" + b"7", b"5", b"2"


def tar_entries(data: bytes) -> Iterator[Entry]:
    raw = io.BytesIO(data)
    stream: Reader = gzip.GzipFile(fileobj=raw) if data[:2] == b"\x1f\x8b" else raw
    while (header := _next_header(stream)) is not None:
        block, more = header
        contents = _Contents(stream, _size(block, more))
        yield _entry(block, more, contents)
        contents.skip()
    _check_end(stream)


class _Contents:
    """A file's part of the stream."""

    def __init__(self, stream: Reader, size: int) -> None:
        self._stream, self._left = stream, size
        self._padding = -size % BLOCK

    def read(self, size: int, /) -> bytes:
        wanted = min(size, self._left)
        data = _exactly(self._stream, wanted)
        self._left -= wanted
        return data

    def skip(self) -> None:
        while self._left:
            self.read(64 * 1024)
        _exactly(self._stream, self._padding)


def _next_header(stream: Reader) -> tuple[bytes, dict[str, str]] | None:
    """The block of the next entry and what was said about it beforehand; None at the archive's end."""
    more: dict[str, str] = {}
    for _ in range(MOST_HEADERS_IN_A_ROW):
        block = _exactly(stream, BLOCK)
        if block == bytes(BLOCK):
            return None
        _check_sum(block)
        match block[156:157]:
            case b"x":
                more |= _pax(_header_data(stream, block))
            case b"g":  # git writes one, with a comment
                _pax(_header_data(stream, block))
            case b"L":
                more["path"] = _text(_header_data(stream, block))
            case b"K":
                more["linkpath"] = _text(_header_data(stream, block))
            case _:
                return block, more
    raise BadArchive("it has too many headers in a row")


def _entry(block: bytes, more: dict[str, str], contents: _Contents) -> Entry:
    name, kind = more.get("path") or _name(block), block[156:157]
    if kind == FOLDER or (kind in FILES and name.endswith("/")):
        return Entry(name)
    if kind == LINK:
        return Entry(name, link=more.get("linkpath") or _text(block[157:257]))
    if kind in FILES:
        return Entry(name, bool(_number(block[100:108]) & 0o111), file=contents)
    raise BadArchive(f"{name[:80]!r} is neither a file, a folder nor a symbolic link")


def _header_data(stream: Reader, block: bytes) -> bytes:
    size = _number(block[124:136])
    if size > MOST_HEADER_BYTES:
        raise BadArchive(f"a header has {size} bytes, more than {MOST_HEADER_BYTES}")
    data = _exactly(stream, size)
    _exactly(stream, -size % BLOCK)
    return data


def _pax(data: bytes) -> dict[str, str]:
    """Records of the form `length key=value\\n`."""
    found: dict[str, str] = {}
    while data:
        digits, _, rest = data[:8].partition(b" ")
        if not (digits.isdigit() and rest) or data[int(digits) - 1 : int(digits)] != b"\n":
            raise BadArchive("a header is damaged")
        key, equals, value = data[len(digits) + 1 : int(digits) - 1].partition(b"=")
        if not equals:
            raise BadArchive("a header is damaged")
        if key.startswith(b"GNU.sparse"):
            raise BadArchive("it has sparse files: make it without --sparse")
        found[_text(key)] = _text(value)
        data = data[int(digits) :]
    return found


def _size(block: bytes, more: dict[str, str]) -> int:
    if block[156:157] not in FILES:
        return 0
    told = more.get("size")
    if told is None:
        return _number(block[124:136])
    if not (told.isascii() and told.isdigit() and len(told) <= 20):
        raise BadArchive("a header is damaged")
    return int(told)


def _name(block: bytes) -> str:
    prefix = block[345:500] if block[257:263] == b"ustar\0" else b""
    name = _text(block[:100])
    return f"{_text(prefix)}/{name}" if prefix.strip(b"\0") else name


def _text(field: bytes) -> str:
    # What is no UTF-8 becomes unprintable, and is refused as such.
    return field.partition(b"\0")[0].decode("utf-8", "surrogateescape")


def _number(field: bytes) -> int:
    digits = field.strip(b" \0")
    if digits.strip(b"01234567"):
        raise BadArchive("a header is damaged")
    return int(digits or b"0", 8)


def _check_sum(block: bytes) -> None:
    if _number(block[148:156]) != sum(block[:148]) + 8 * 32 + sum(block[156:]):
        raise BadArchive("a header is damaged, or it is no tar archive at all")


def _exactly(stream: Reader, size: int) -> bytes:
    data = stream.read(size) if size else b""
    if len(data) < size:
        raise BadArchive("it stops in the middle")
    return data


def _check_end(stream: Reader) -> None:
    """Nothing but zeros may follow. Reading them has gzip compare its checksum, too."""
    padding = stream.read(MOST_PADDING_BYTES)
    if padding.strip(b"\0") or stream.read(1):
        raise BadArchive("something follows after its end")
