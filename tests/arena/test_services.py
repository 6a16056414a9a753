from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena import leases
from arena.db import reading, writing
from arena.models import Match
from arena.processes import Child
from arena.services import services
from arena.settings import ArenaError
from arena.sockets import socket_folder
from arena.tournaments import start
from tests.arena.arenas import Arena, enter, kill, plan, until
from tests.arena.processes import living, workers


@pytest.fixture
def alone(root: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """An arena on SQLite, with temporary files of its own."""
    arena = Arena.at(root)
    monkeypatch.setattr("tempfile.tempdir", str(root / "tmp"))
    return arena


def test_a_child_that_is_killed_is_started_again(root: Path) -> None:
    child = Child("sleeper", ["sleep", f"{1e4 + os.getpid()}"], root / "log")
    child.start()
    first = child.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    until(lambda: child.pid != first)
    child.stop()


def test_a_child_that_does_not_listen_is_ended_all_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.processes.STOP_SECONDS", 0.2)
    deaf = f"import signal, time; signal.signal(15, signal.SIG_IGN); open('{root}/deaf', 'w'); time.sleep(1000)"
    child = Child("deaf", [sys.executable, "-c", deaf], root / "log")
    child.start()
    until((root / "deaf").exists)
    child.stop()
    assert living(str(root / "deaf")) == []


def test_a_child_that_cannot_be_started_says_so(root: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Child("lost", ["true"], root / "no such folder" / "log").start()


def test_a_service_that_is_over_leaves_no_process_and_no_socket(alone: Arena) -> None:
    with services(alone.settings, workers=1):
        assert {True} == {any(getattr(process, kind) for process in alone.processes()) for kind in KINDS}
    assert alone.processes() == []
    assert list((alone.root / "tmp").iterdir()) == []


KINDS = ("is_worker", "is_referee", "is_redis")


def test_only_one_arena_with_a_redis_of_its_own_is_in_a_home(alone: Arena) -> None:
    with ExitStack() as stack:
        stack.enter_context(services(alone.settings, workers=1))
        with pytest.raises(ArenaError, match="running in"):
            stack.enter_context(services(alone.settings, workers=1))


def test_what_the_workers_of_a_killed_arena_held_is_free_when_the_next_one_starts(alone: Arena) -> None:
    enter(alone, "anna")
    enter(alone, "bert")
    number = plan(alone, bots=("anna", "bert"))
    start(alone.database, number)
    with services(alone.settings, workers=1):
        until(lambda: workers(alone.processes()))
        (worker,) = workers(alone.processes())
        holder = _variable(worker.pid, "ARENA_WORKER_NAME")
    with writing(alone.database) as session:
        leases.claim(session, 1, 3600, holder)
    with services(alone.settings, workers=1), reading(alone.database) as session:
        assert session.get_one(Match, 1).lease_token is None


def test_a_worker_waits_for_a_redis_that_is_not_there(alone: Arena) -> None:
    environment = alone.environment | {"ARENA_REDIS_URL": f"unix://{alone.root}/no.sock"}
    child = Child("worker", [sys.executable, "-m", "arena.worker"], alone.root / "log", environment)
    child.start()
    until(lambda: b"waiting for it" in (alone.root / "log").read_bytes())
    first = child.pid
    until(lambda: living(str(alone.root)))
    child.stop()
    assert child.pid == first
    assert (alone.root / "log").read_text().count("\n") == 1


def test_sockets_of_a_killed_arena_go_when_the_next_one_comes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(root))
    code = f"import tempfile, time; tempfile.tempdir = '{root}'\nfrom arena.sockets import socket_folder\n"
    child = Child("killed", [sys.executable, "-c", f"{code}with socket_folder(): time.sleep(1000)"], root / "log")
    child.start()
    until(lambda: list(root.glob("bothy-a-*/lock")))
    (left,) = root.glob("bothy-a-*")
    with socket_folder():
        assert left.exists()  # its owner is alive
    kill(living(str(root)))
    child.stop()
    with socket_folder():
        assert not left.exists()


def _variable(pid: int, name: str) -> str:
    pairs = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    (value,) = [pair.partition(b"=")[2].decode() for pair in pairs if pair.startswith(f"{name}=".encode())]
    return value
