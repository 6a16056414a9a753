"""Archives that were made to get out or to fill the disk: each is refused in a sentence."""

from __future__ import annotations

import gzip
import io
import os
import struct
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from referee.sandbox import PackageError, archives
from referee.sandbox.archives import unpack
from referee.sandbox.entries import MOST_FILES
from tests.sandbox.archives import END, HONEST, MEGABYTE, block, header, link, refusal, tar, tar_gz, zipped

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
