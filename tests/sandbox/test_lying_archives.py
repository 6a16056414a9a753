"""Archives that lie, are damaged, or would fill the memory: each is refused in a sentence."""

from __future__ import annotations

import gzip
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from referee.sandbox import PackageError
from referee.sandbox.archives import unpack
from tests.sandbox.archives import END, MEGABYTE, block, header, refusal, tar, tar_gz, zipped

# --- lies ---


def test_a_zip_that_lies_about_a_files_size_is_refused(folder: Path) -> None:
    data = bytearray(zipped({"a": b"x" * 1000}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(signature) + offset
        data[at : at + 4] = struct.pack("<I", 10)
    refusal(bytes(data), folder)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_packed_by_a_method_without_bound_is_refused(folder: Path, method: int) -> None:
    assert "another method" in refusal(zipped({"a": bytes(MEGABYTE)}, method), folder)


def test_an_encrypted_zip_is_refused(folder: Path) -> None:
    data = bytearray(zipped())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in refusal(bytes(data), folder)


def test_a_tar_that_lies_about_a_files_size_is_refused(folder: Path) -> None:
    assert "stops in the middle" in refusal(block(header("a", size=10**9)) + END, folder)


@pytest.mark.parametrize("size", [b"-0000000512", b"\xff" * 11, b"99999999999", b"12345678 90"])
def test_a_size_that_is_no_number_is_refused(folder: Path, size: bytes) -> None:
    data = bytearray(block(header("a")))
    data[124:135] = size
    data[148:156] = b"%06o\0 " % (sum(data[:148]) + 256 + sum(data[156:]))
    assert "damaged" in refusal(bytes(data) + END, folder)


@pytest.mark.parametrize(
    "record", [b"999 path=x\n", b"path=x\n", b"-5 path=x\n", b"0 a=b\n", b"9 pathxx\n", b"14 size=-512\n"]
)
def test_a_damaged_pax_header_is_refused(folder: Path, record: bytes) -> None:
    data = block(header("pax", tarfile.XHDTYPE, len(record))) + record.ljust(512, b"\0") + block(header("a"))
    refusal(data + END, folder)


def test_a_path_in_a_pax_header_is_checked_like_any_other(folder: Path) -> None:
    record = b"18 path=../../pwn\n"
    data = block(header("pax", tarfile.XHDTYPE, len(record))) + record.ljust(512, b"\0") + block(header("a"))
    assert "leads out" in refusal(data + END, folder)


def test_sparse_files_are_refused(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    source = tmp_path_factory.mktemp("source") / "holes"
    with source.open("wb") as file:
        file.truncate(10**10)
    for format in ("gnu", "pax"):
        command = ["tar", f"--format={format}", "--sparse", "-C", str(source.parent), "-c", "holes"]
        refusal(subprocess.run(command, check=True, capture_output=True).stdout, folder)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK])
def test_a_huge_header_is_refused_unread(folder: Path, kind: bytes) -> None:
    assert "a header has" in refusal(block(header("x", kind, 8 * 10**9)) + END, folder)


def test_headers_without_end_are_refused(folder: Path) -> None:
    record = b"13 comment=x\n"
    one = block(header("pax", tarfile.XGLTYPE, len(record))) + record.ljust(512, b"\0")
    assert "too many headers" in refusal(one * 10_000, folder)


# --- damaged ---


@pytest.mark.parametrize("data", [b"", b"x", b"PK", b"PK\x05\x06", b"\x1f\x8b", b"\x1f\x8b\x08", bytes(range(256)) * 8])
def test_what_is_no_archive_is_refused(folder: Path, data: bytes) -> None:
    assert "cannot be" in refusal(data, folder)


@pytest.mark.parametrize(
    "data", [tar(format=tarfile.USTAR_FORMAT)[:2048], tar_gz(), zipped()], ids=["tar", "gz", "zip"]
)
def test_an_archive_that_stops_in_the_middle_is_refused_wherever_it_stops(folder: Path, data: bytes) -> None:
    for length in range(0, len(data), 7):
        with pytest.raises(PackageError):
            unpack(data[:length], folder)
        for path in folder.iterdir():
            path.unlink()


@pytest.mark.parametrize("data", [tar_gz(), zipped()], ids=["gz", "zip"])
def test_a_damaged_archive_never_ends_in_anything_but_a_refusal(folder: Path, data: bytes) -> None:
    for at in range(len(data)):
        damaged = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
        with suppress(PackageError):
            unpack(damaged, folder)
        for path in folder.iterdir():
            path.unlink()


def test_what_follows_after_the_end_is_refused(folder: Path) -> None:
    assert "after its end" in refusal(tar() + b"x", folder)
    refusal(gzip.compress(tar() + bytes(200 * MEGABYTE), 1), folder)
    assert "after its end" in refusal(zipped() + b"x", folder)


# --- memory ---

MEASURED = """
import resource, sys, tempfile
from pathlib import Path
from referee.sandbox.archives import unpack
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with tempfile.TemporaryDirectory() as folder:
    try: unpack(data, Path(folder))
    except Exception as error: print(type(error).__name__)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def long_header() -> bytes:
    """A gzip of 2 MB that holds one header of 2 GB."""
    press = zlib.compressobj(9, wbits=31)
    out = press.compress(block(header("x", tarfile.XHDTYPE, 2 * 10**9)))
    return out + b"".join(press.compress(bytes(20 * MEGABYTE)) for _ in range(20)) + press.flush()


def zip_of_a_million() -> bytes:
    """A directory of a million entries, more than any end record admits."""
    entry = zipped({"a": b""})
    start, end = entry.index(b"PK\x01\x02"), entry.index(b"PK\x05\x06")
    directory = entry[start:end] * 1_000_000
    return entry[:start] + directory + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, len(directory), start, 0)


def sparse_map() -> bytes:
    record = b"22 GNU.sparse.major=1\n" + b"22 GNU.sparse.minor=0\n"
    data = block(header("pax", tarfile.XHDTYPE, len(record))) + record.ljust(512, b"\0")
    data += block(header("a", size=8 * 10**9)) + b"9999999999\n" + b"0\n" * (50 * MEGABYTE)
    return gzip.compress(data, 1)


@pytest.mark.slow
@pytest.mark.parametrize("bomb", [long_header, zip_of_a_million, sparse_map], ids=lambda bomb: bomb.__name__)
def test_memory_stays_within_bounds(bomb: Callable[[], bytes]) -> None:
    done = subprocess.run([sys.executable, "-c", MEASURED], input=bomb(), capture_output=True, check=True)
    said = done.stdout.split()
    assert said[0] == b"PackageError"
    assert int(said[1]) * 1024 < 32 * MEGABYTE
