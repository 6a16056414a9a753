"""Archives that were made to get out, to fill the disk or the memory, or to deceive: each is refused in a sentence."""

from __future__ import annotations

import gzip
import io
import os
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.sandbox import PackageError, archives
from referee.sandbox.archives import unpack
from referee.sandbox.entries import MOST_FILES
from tests.sandbox.archives import HONEST, block, header, link, tar, tar_gz, zipped

MEGABYTE = 1 << 20
END = bytes(1024)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where it is unpacked; whatever happens, nothing may come to lie outside."""
    inside = tmp_path / "outer" / "inside"
    inside.mkdir(parents=True)
    yield inside
    assert os.listdir(inside.parent) == ["inside"]
    assert os.listdir(tmp_path) == ["outer"]


def refusal(data: bytes, folder: Path) -> str:
    with pytest.raises(PackageError) as refused:
        unpack(data, folder)
    assert len(str(refused.value)) < 400
    assert str(folder) not in str(refused.value)
    return str(refused.value)


# --- honest ones ---


@pytest.mark.parametrize(
    "data", [tar(), tar_gz(), zipped(), tar(format=tarfile.GNU_FORMAT)], ids=["tar", "gz", "zip", "gnu"]
)
def test_an_honest_archive_is_unpacked(folder: Path, data: bytes) -> None:
    unpack(data, folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == HONEST


@pytest.mark.parametrize("format", ["gnu", "pax", "ustar", "v7"])
def test_what_the_tar_program_writes_can_be_read(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, format: str
) -> None:
    source = tmp_path_factory.mktemp("source")
    long = "a" * 60 + "/" + "b" * 60 if format in ("gnu", "pax") else "a/b"
    (source / long).parent.mkdir()
    (source / long).write_bytes(b"x" * 1000)
    (source / "run.sh").write_text("#!/bin/sh\n")
    (source / "run.sh").chmod(0o750)
    (source / "Grüße").touch()
    (source / "link").symlink_to(long)
    packed = subprocess.run(["tar", f"--format={format}", "-C", source, "-cz", "."], check=True, capture_output=True)
    unpack(packed.stdout, folder)
    assert (folder / "link").read_bytes() == b"x" * 1000
    assert (folder / "run.sh").stat().st_mode & 0o777 == 0o755
    assert (folder / "Grüße").exists()


def test_what_git_archive_writes_can_be_read(folder: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", pax_headers={"comment": "0" * 40}) as archive:
        archive.addfile(header("bot.py"))
    unpack(packed.getvalue(), folder)
    assert os.listdir(folder) == ["bot.py"]


def test_names_that_differ_in_case_are_two_files(folder: Path) -> None:
    unpack(tar({"Bot.py": b"1", "bot.py": b"2"}), folder)
    assert sorted(os.listdir(folder)) == ["Bot.py", "bot.py"]


def test_a_folder_may_be_named_twice(folder: Path) -> None:
    unpack(tar({}, header("a", tarfile.DIRTYPE), header("a", tarfile.DIRTYPE), header("a/b")), folder)
    assert (folder / "a/b").is_file()


# --- ways out ---

NAMES = ["/etc/passwd", "//etc/passwd", "../x", "a/../../x", "a/..", "..", "a\\..\\..\\x", "C:\\x"]


@pytest.mark.parametrize("name", NAMES)
def test_a_path_that_leads_out_is_refused(folder: Path, name: str) -> None:
    assert "leads out" in refusal(tar({name: b"x"}), folder)
    assert "leads out" in refusal(zipped({name: b"x"}), folder)


@pytest.mark.parametrize("target", ["/etc/passwd", "//etc/passwd", "..", "../x", "a/../../x", "./../x"])
def test_a_link_that_leads_out_is_refused(folder: Path, target: str) -> None:
    assert "leads out" in refusal(tar({}, link("link", target)), folder)


def test_links_that_lead_out_only_together_are_refused(folder: Path) -> None:
    up = link("a/b/c/up", "../../..")
    assert "leads out" in refusal(tar({}, up, link("out", "a/b/c/up/..")), folder)


def test_the_order_of_links_makes_no_difference(folder: Path) -> None:
    up = link("a/b/c/up", "../../..")
    assert "leads out" in refusal(tar({}, link("bot.toml", "a/b/c/up/../etc/hostname"), up), folder)


def test_nothing_is_written_through_a_link(folder: Path) -> None:
    inside = header("a", tarfile.DIRTYPE)
    assert "goes through a link" in refusal(tar({}, inside, link("b", "a"), header("b/x")), folder)


def test_a_file_does_not_take_a_links_place(folder: Path) -> None:
    assert "twice" in refusal(tar({}, link("a", "b"), header("a")), folder)


def test_a_link_to_itself_does_no_harm(folder: Path) -> None:
    unpack(tar({}, link("a", "b"), link("b", "a")), folder)
    assert sorted(os.listdir(folder)) == ["a", "b"]


@pytest.mark.parametrize(
    "kind", [tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, b"S", b"Z", b"V", b"M"]
)
def test_what_is_neither_file_nor_folder_nor_link_is_refused(folder: Path, kind: bytes) -> None:
    assert "neither" in refusal(block(header("x", kind, linkname="bot.py")) + END, folder)


@pytest.mark.parametrize("kind", [0o120000, 0o020000, 0o060000, 0o010000, 0o140000])
def test_in_a_zip_too(folder: Path, kind: int) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        info = zipfile.ZipInfo("x")
        info.external_attr = (kind | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    assert "neither" in refusal(out.getvalue(), folder)


def test_rights_beyond_reading_and_running_are_dropped(folder: Path) -> None:
    info = header("x")
    info.mode = 0o6777
    unpack(tar({}, info), folder)
    assert (folder / "x").stat().st_mode & 0o7777 == 0o755


# --- names ---


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "a\u202eb", "x" * 201, "y/" * 101 + "z"])
def test_a_name_that_plays_tricks_is_refused(folder: Path, name: str) -> None:
    assert "too long, or not printable" in refusal(tar({name: b""}), folder)
    assert "too long, or not printable" in refusal(zipped({name: b""}), folder)


def test_a_name_that_is_not_utf_8_is_refused(folder: Path) -> None:
    info = header("x")
    data = bytearray(block(info))
    data[0:1] = b"\xff"
    data[148:156] = b"%06o\0 " % (sum(data[:148]) + 256 + sum(data[156:]))
    assert "not printable" in refusal(bytes(data) + END, folder)
    refusal(zipped({"é": b""}).replace("é".encode(), b"\xc3\xc3"), folder)


@pytest.mark.parametrize("files", [("a", "a"), ("a", "./a"), ("a", "a/b"), ("a/b", "a"), ("", ""), (".", "x")])
def test_names_that_cannot_be_side_by_side_are_refused(folder: Path, files: tuple[str, str]) -> None:
    refusal(tar({}, *map(header, files)), folder)


def test_a_path_too_deep_is_refused(folder: Path) -> None:
    assert "folders deep" in refusal(tar({"a/" * 40 + "x": b""}), folder)


# --- too much ---


def test_an_archive_of_too_many_bytes_is_refused_unread(folder: Path) -> None:
    assert "at most 64 MB" in refusal(bytes(archives.MOST_ARCHIVE_BYTES + 1), folder)


def test_too_many_files_are_refused(folder: Path) -> None:
    refused = gzip.compress(b"".join(block(header(f"{n}", tarfile.DIRTYPE)) for n in range(MOST_FILES + 2)) + END)
    assert "at most 5000 files" in refusal(refused, folder)


def test_a_folder_named_a_million_times_is_refused(folder: Path) -> None:
    same = block(header("a", tarfile.DIRTYPE))
    assert "at most 5000 files" in refusal(gzip.compress(same * 1_000_000, 1), folder)


def test_folders_that_are_only_implied_count(folder: Path) -> None:
    deep = [header(f"{n}/" + "a/" * 29 + "x") for n in range(200)]
    assert "at most 5000 files" in refusal(tar({}, *deep), folder)


def test_a_bomb_is_refused_when_it_has_filled_its_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 2 * MEGABYTE)
    files = {"a": bytes(MEGABYTE), "b": bytes(MEGABYTE), "c": b"x"}
    for data in (tar(files), gzip.compress(tar(files)), zipped(files)):
        with pytest.raises(PackageError, match="at most 2 MB"):
            unpack(data, folder)
        for path in folder.iterdir():
            path.unlink()


def test_a_zip_whose_entries_share_their_bytes_counts_them_every_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 2 * MEGABYTE)
    data = overlapping_zip(bytes(MEGABYTE), 3)
    with pytest.raises(PackageError):
        unpack(data, folder)


def overlapping_zip(contents: bytes, times: int) -> bytes:
    """Every entry of the directory leads to the same local file."""
    once = zipped({"a": contents})
    start = once.index(b"PK\x01\x02")
    end = once.index(b"PK\x05\x06")
    directory = once[start:end] * times
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, times, times, len(directory), start, 0)
    return once[:start] + directory + tail


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
