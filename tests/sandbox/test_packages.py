"""Packages: held under their digest, unpacked and built once, read-only, shared; and builds that attack."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from referee.sandbox import BuildError, Launch, Level, Limits, ManifestError, PackageError, Sandbox, choose
from referee.sandbox.build import BUILD_LIMITS, BuildSettings
from referee.sandbox.folders import remove
from referee.sandbox.packages import PackageStore
from tests.sandbox.archives import HONEST, link, tar, with_build
from tests.sandbox.bots import open_descriptors, processes_with, run, zombies

SMALL = BuildSettings(
    seconds=20, limits=replace(BUILD_LIMITS, cpu_seconds=20, tmp_mb=16), folder_mb=8, folder_files=500
)


@pytest.fixture
def store(tmp_path: Path) -> PackageStore:
    return PackageStore(tmp_path / "packages", SMALL)


@pytest.fixture
def standard() -> Sandbox:
    return choose(Level.STANDARD)


def hold(store: PackageStore, data: bytes) -> str:
    return asyncio.run(store.hold(data)).digest


def built(store: PackageStore, standard: Sandbox, *command: str, **files: bytes) -> Path:
    """The folder of a bot with this build command."""
    digest = hold(store, tar(HONEST | {"bot.toml": with_build(*command)} | files))
    return asyncio.run(store.ready(digest, standard))


def failure(store: PackageStore, standard: Sandbox, *command: str) -> BuildError:
    with pytest.raises(BuildError) as failed:
        built(store, standard, *command)
    return failed.value


def leftovers(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder / "packages") if len(name) != 64]


# --- packages ---


def test_a_package_is_held_under_the_digest_of_its_archive(store: PackageStore) -> None:
    digest = hold(store, tar())
    assert digest == sha256(tar()).hexdigest()
    assert digest in store
    assert "0" * 64 not in store
    assert "../packages" not in store


def test_what_is_held_is_read_only_for_everybody(store: PackageStore, standard: Sandbox) -> None:
    digest = hold(store, tar({**HONEST, "a/b": b"x"}, link("c", "a/b")))
    folder = asyncio.run(store.ready(digest, standard))
    modes = {path.name: path.stat().st_mode & 0o7777 for path in (folder, *folder.rglob("*"))}
    assert modes == {"source": 0o555, "bot.toml": 0o444, "bot.py": 0o444, "a": 0o555, "b": 0o444, "c": 0o444}


def test_a_held_bot_can_be_run_and_cannot_change_itself(store: PackageStore, standard: Sandbox) -> None:
    folder = asyncio.run(store.ready(hold(store, tar()), standard))
    _, log = run(standard, Launch(folder, ("sh", "-c", "cat bot.py; chmod 777 bot.py; echo x > bot.py; touch new")))
    assert log.startswith("print('hello')\n")
    assert log.count("Read-only file system") == 3


def test_a_refused_archive_leaves_nothing(store: PackageStore, tmp_path: Path) -> None:
    with pytest.raises(PackageError):
        hold(store, tar({**HONEST, "../x": b""}))
    assert os.listdir(tmp_path / "packages") == []


@pytest.mark.parametrize("files", [{}, {"bot.toml": b"name = 1"}, {"bot.toml/x": b""}])
def test_a_package_without_a_good_manifest_is_refused_without_telling_paths(
    store: PackageStore, tmp_path: Path, files: dict[str, bytes]
) -> None:
    with pytest.raises(ManifestError) as refused:
        hold(store, tar(files))
    assert str(tmp_path) not in str(refused.value)
    assert os.listdir(tmp_path / "packages") == []


def test_a_manifest_that_is_a_link_cannot_show_the_hosts_files(store: PackageStore) -> None:
    up = link("a/b/c/d/e/up", "../../../../..")
    with pytest.raises(PackageError, match="leads out"):
        hold(store, tar({}, up, link("bot.toml", "a/b/c/d/e/up/../../../etc/hostname")))


def test_the_same_archive_many_times_at_once_is_one_package(store: PackageStore, tmp_path: Path) -> None:
    async def together() -> set[str]:
        return {package.digest for package in await asyncio.gather(*(store.hold(tar()) for _ in range(8)))}

    assert len(asyncio.run(together())) == 1
    assert os.listdir(tmp_path / "packages") == [sha256(tar()).hexdigest()]


def test_two_referees_can_share_a_folder(tmp_path: Path) -> None:
    stores = [PackageStore(tmp_path / "packages") for _ in range(4)]
    threads = [threading.Thread(target=hold, args=(store, tar())) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert os.listdir(tmp_path / "packages") == [sha256(tar()).hexdigest()]


def test_what_a_killed_referee_left_is_swept_away(store: PackageStore, tmp_path: Path) -> None:
    old, new = tmp_path / "packages" / "work-old" / "a", tmp_path / "packages" / "work-new"
    old.mkdir(parents=True)
    new.mkdir()
    os.utime(old.parent, (time.time() - 7200,) * 2)
    hold(store, tar())
    assert leftovers(tmp_path) == ["work-new"]


def test_a_package_that_is_not_held_is_refused(store: PackageStore, standard: Sandbox) -> None:
    with pytest.raises(PackageError, match="is held here"):
        asyncio.run(store.ready("../../etc", standard))


# --- honest builds ---


def test_a_build_makes_files_that_the_bot_finds(store: PackageStore, standard: Sandbox, tmp_path: Path) -> None:
    folder = built(store, standard, "sh", "-c", "echo made; mkdir out; cp bot.py out/it; chmod 700 out/it")
    assert (folder / "out/it").stat().st_mode & 0o7777 == 0o555
    _, log = run(standard, Launch(folder, ("sh", "-c", "cat out/it; echo x > out/it; touch out/new; mv out gone")))
    assert log.startswith("print('hello')\n")
    assert log.count("Read-only file system") == 3
    assert store.build_log(folder.parent.name).startswith("made\n")
    assert leftovers(tmp_path) == []


def test_a_build_runs_once(store: PackageStore, standard: Sandbox) -> None:
    command = ("sh", "-c", "date +%N > when; sleep 0.1")

    async def together() -> list[Path]:
        package = await store.hold(tar(HONEST | {"bot.toml": with_build(*command)}))
        return await asyncio.gather(*(store.ready(package.digest, standard) for _ in range(3)))

    first = {(folder / "when").read_text() for folder in asyncio.run(together())}
    assert first == {(built(store, standard, *command) / "when").read_text()}


def test_a_failed_build_is_told_with_its_output_and_remembered(store: PackageStore, standard: Sandbox) -> None:
    command = ("sh", "-c", "echo it was $(date +%N); exit 3")
    first, again = failure(store, standard, *command), failure(store, standard, *command)
    assert "exited with code 3" in str(first)
    assert (str(first), first.output) == (str(again), again.output)
    assert first.output.startswith("it was ")


def test_the_source_stays_as_it_came(store: PackageStore, standard: Sandbox) -> None:
    folder = built(store, standard, "sh", "-c", "rm -rf bot.toml bot.py; ln -s /etc/shadow bot.toml")
    assert (folder.parent / "source" / "bot.py").read_bytes() == HONEST["bot.py"]
    digest = folder.parent.name
    assert asyncio.run(store.ready(digest, standard)) == folder


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user's builds are his own anyway")
def test_what_was_built_belongs_to_the_referee(store: PackageStore, standard: Sandbox) -> None:
    folder = built(store, standard, "sh", "-c", "mkdir a; touch a/b; chmod 4777 a/b")
    assert {(path.stat().st_uid, path.stat().st_mode & 0o7222) for path in folder.rglob("*")} == {(0, 0)}


# --- builds that attack ---


def test_a_build_has_no_network(store: PackageStore, standard: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        source = f"import socket; socket.create_connection(('127.0.0.1', {port}))"
        error = failure(store, standard, "python3", "-c", source)
    assert "Address family not supported" in error.output


def test_a_build_cannot_reach_the_host(store: PackageStore, standard: Sandbox, tmp_path: Path) -> None:
    other = hold(store, tar({**HONEST, "secret": b"x"}))
    spot = tmp_path / "packages" / other / "source"
    script = f"ls {spot}; cat /etc/shadow; echo x > {spot}/bot.py; echo x > /usr/x; kill -9 {os.getpid()}; ls /proc"
    folder = built(store, standard, "sh", "-c", f"{script}; true")
    log = store.build_log(folder.parent.name)
    assert log.count("No such file or directory") + log.count("nonexistent") >= 3
    assert "Read-only file system" in log
    assert (spot / "bot.py").read_bytes() == HONEST["bot.py"]


def test_a_build_that_forks_away_is_gone_when_it_ends(store: PackageStore, standard: Sandbox) -> None:
    script = "setsid sh -c 'sleep 1031.5; touch late' & setsid sleep 1031.5 & exit 0"
    built(store, standard, "sh", "-c", script)
    assert processes_with("1031.5") == []
    assert zombies() == []


def test_an_endless_build_is_ended(tmp_path: Path, standard: Sandbox) -> None:
    store = PackageStore(tmp_path / "packages", replace(SMALL, seconds=0.5))
    error = failure(store, standard, "sleep", "1032.5")
    assert str(error) == "the build took longer than 0.5 s"
    assert processes_with("1032.5") == []


def test_a_build_that_floods_its_log_keeps_a_little_of_it(tmp_path: Path, standard: Sandbox) -> None:
    store = PackageStore(tmp_path / "packages", replace(SMALL, seconds=1.0, limits=Limits(log_kb=16)))
    error = failure(store, standard, "yes", "x" * 100)
    assert len(error.output) < 20_000
    assert "bytes are missing]" in error.output


BOMBS = {
    "bytes": ("for i in $(seq 1000); do head -c 4000000 /dev/urandom > $i; done", "more than 8 MB"),
    "one file": ("head -c 900000000 /dev/urandom > x", "more than 8 MB"),
    "files": ("i=0; while :; do i=$((i+1)); : > $i; done", "more than 500 files"),
    "depth": ("while :; do mkdir d && cd -P d || exit 0; done", "folders too deep"),
    "depth, then done": ("for i in $(seq 3000); do mkdir d && cd -P d; done 2>&1 | tail -1", "folders too deep"),
    "cpu": ("while :; do :; done", "cpu time"),
    "processes": ("for i in $(seq 400); do sleep 1033.5 & done; wait", "processes"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_build_that_is_a_bomb_fails_and_leaves_nothing(tmp_path: Path, standard: Sandbox, bomb: str) -> None:
    script, words = BOMBS[bomb]
    limits = replace(BUILD_LIMITS, cpu_seconds=1 if bomb == "cpu" else 20, processes=200)
    store = PackageStore(tmp_path / "packages", replace(SMALL, limits=limits))
    before = open_descriptors()
    assert words in str(failure(store, standard, "sh", "-c", script))
    assert leftovers(tmp_path) == []
    assert processes_with("1033.5") == []
    assert len(open_descriptors()) <= len(before) + 1  # the keeper's pipe, if this was the first bot


def test_a_build_that_shuts_its_folders_does_not_stay(store: PackageStore, standard: Sandbox, tmp_path: Path) -> None:
    script = "mkdir -p a/b; touch a/b/c; chmod 0 a/b/c a/b a"
    folder = built(store, standard, "sh", "-c", script)
    assert run(standard, Launch(folder, ("cat", "a/b/c")))[0].code == 0
    failure(store, standard, "sh", "-c", f"{script} .; exit 1")
    assert leftovers(tmp_path) == []


def test_special_files_of_a_build_do_no_harm(store: PackageStore, standard: Sandbox, tmp_path: Path) -> None:
    folder = built(store, standard, "sh", "-c", "mkfifo pipe; mknod null c 1 3; ln -s / root; ln -s loop loop; true")
    assert sorted(os.listdir(folder)) == ["bot.py", "bot.toml", "loop", "pipe", "root"]
    assert leftovers(tmp_path) == []


def test_folders_deeper_than_any_path_can_be_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    fd = os.open(top, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=fd)
        deeper = os.open("d", os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = deeper
    os.close(fd)
    remove(top)
    assert os.listdir(tmp_path) == []
