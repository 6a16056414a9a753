"""Builds: once, kept, read-only; and those that attack."""

from __future__ import annotations

import asyncio
import os
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from referee.sandbox import Launch, Limits, Sandbox
from referee.sandbox.build import BUILD_LIMITS
from referee.sandbox.folders import remove
from referee.sandbox.packages import PackageStore
from tests.sandbox.archives import HONEST, tar, with_build
from tests.sandbox.bots import open_descriptors, processes_with, run, zombies
from tests.sandbox.packages import SMALL, built, failure, hold, leftovers

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
    store = PackageStore(tmp_path / "packages", replace(SMALL, seconds=1.0, limits=Limits(log_mb=1)))
    error = failure(store, standard, "yes", "x" * 100)
    assert len(error.output) < 300_000
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
