"""One small arena, played once for all modules; each has a copy that it may change."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena_cli.commands import SAMPLES, Home

SPRING = "spring ☀ [bold]日本"
"""A tournament that is over; its name has all that could confuse a table."""
AUTUMN = "autumn"
"""One that has been planned only."""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Two bots, a tournament that is over and one that is not. Made by whichever process comes first."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "small-arena"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            _play(Home(folder))
            (folder / "ready").touch()
    return folder


def _play(home: Home) -> None:
    home.output("bot", "submit", SAMPLES / "python-random", SAMPLES / "python-raw")
    planned = ("--game", "claim", "--bots", "python-random,python-raw", "--blocks", 2, "--seed", "spring")
    home.output("tournament", "create", SPRING, *planned)
    home.output("tournament", "run", SPRING)
    home.output("tournament", "create", AUTUMN, *planned)


@pytest.fixture(scope="module")
def home(played: Path) -> Iterator[Home]:
    """This module's own copy, in a folder with a short path, because sockets need one."""
    folder = Path(tempfile.mkdtemp(prefix="ac-", dir="/tmp"))
    shutil.copytree(played, folder, dirs_exist_ok=True)
    yield Home(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def empty() -> Iterator[Home]:
    """One in which nothing has happened."""
    folder = Path(tempfile.mkdtemp(prefix="ac-", dir="/tmp"))
    yield Home(folder)
    shutil.rmtree(folder, ignore_errors=True)
