"""Whatever is killed, a tournament ends by itself, with every game once, the same as if nothing had happened."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import redis
from sqlmodel import select

from arena.db import reading
from arena.models import Format, Match, MatchStatus
from tests.arena.arenas import Arena, enter, kill, outcome, plan, until, with_trio
from tests.arena.postgres import Postgres
from tests.arena.processes import Process, work_horses, workers

pytestmark = pytest.mark.slow

END_SECONDS = 240
QUARTET = ("anna", "bert", "cleo", "dora")


def test_three_workers_give_the_same_bytes_as_one(root: Path, undisturbed: dict[str, str]) -> None:
    arena = with_trio(Arena.at(root))
    arena.run("cup", workers=3)
    assert outcome(arena) == undisturbed


@pytest.mark.parametrize("seed", [1, 2])
def test_workers_referee_and_redis_may_be_killed_at_any_moment(
    root: Path, undisturbed: dict[str, str], seed: int
) -> None:
    arena = with_trio(Arena.at(root))
    run = _run(arena, workers=2)
    _trouble(arena, run, Random(seed))
    _ends_by_itself(run)
    assert outcome(arena) == undisturbed
    assert _left(arena) == []


def test_the_run_command_may_be_killed_and_run_again(root: Path, undisturbed: dict[str, str]) -> None:
    arena, chance = with_trio(Arena.at(root)), Random(3)
    for _ in range(3):
        run = _run(arena, workers=2)
        time.sleep(chance.uniform(2, 6))
        run.kill()
        run.communicate()
        until(lambda: not arena.processes())
    _ends_by_itself(_run(arena, workers=2))
    assert outcome(arena) == undisturbed
    until(lambda: not arena.processes(), seconds=15)


def test_the_database_may_be_restarted(root: Path, postgres: Postgres, undisturbed: dict[str, str]) -> None:
    arena = with_trio(Arena.at(root, postgres.new_database()))
    run = _run(arena, workers=2)
    for end in (postgres.crash, postgres.stop):
        until(lambda: work_horses(arena.processes()) or run.poll() is not None)
        end()
        time.sleep(0.5)
        postgres.start()
    _ends_by_itself(run)
    assert outcome(arena) == undisturbed
    assert _left(arena) == []


def test_a_knockout_goes_on_by_itself_though_every_worker_dies_after_its_match(root: Path) -> None:
    arena = Arena.at(root)
    for name in QUARTET:
        enter(arena, name)
    plan(arena, bots=QUARTET, format=Format.KNOCKOUT, blocks=10)
    run = _run(arena, workers=1)
    for number in (1, 2, 3):
        _until_done(arena, number)
        kill([process for process in arena.processes() if process.is_worker])
    _ends_by_itself(run, blocks=30)
    assert {match.round for match in _matches(arena)} == {1, 2}


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_told_to_stop_stops_and_leaves_nothing(root: Path, sign: signal.Signals) -> None:
    arena = with_trio(Arena.at(root), blocks=5000)
    run = _run(arena, workers=2)
    until(lambda: len(work_horses(arena.processes())) == 2)
    run.send_signal(sign)
    run.communicate(timeout=30)
    assert run.returncode == 130
    assert _left(arena) == []


def test_a_stopped_run_has_given_back_its_matches(root: Path) -> None:
    arena = with_trio(Arena.at(root), blocks=5000)
    run = _run(arena, workers=1)
    until(lambda: any(match.lease_token for match in _matches(arena)))
    run.send_signal(signal.SIGTERM)
    run.communicate(timeout=30)
    assert [match.lease_token for match in _matches(arena)] == [None] * 3


# --- how --------------------------------------------------------------------------------------


def _run(arena: Arena, workers: int) -> subprocess.Popen[str]:
    return arena.start("tournament", "run", "cup", "--workers", str(workers), "--json")


def _matches(arena: Arena) -> list[Match]:
    with reading(arena.database) as session:
        return list(session.exec(select(Match)))


def _until_done(arena: Arena, matches: int) -> None:
    until(lambda: sum(match.status == MatchStatus.DONE for match in _matches(arena)) >= matches, END_SECONDS)


def _killers(arena: Arena, run: subprocess.Popen[str]) -> list[Callable[[], bool]]:
    """Each ends something, and tells whether it was there."""

    def one(of: Callable[[list[Process]], list[Process]]) -> Callable[[], bool]:
        return lambda: bool(kill(of(arena.processes())[:1]))

    return [
        one(workers),
        one(work_horses),
        one(lambda found: [process for process in found if process.is_referee and process.parent == run.pid]),
        one(lambda found: [process for process in found if process.is_redis]),
        lambda: _flush(arena),
    ]


def _trouble(arena: Arena, run: subprocess.Popen[str], chance: Random) -> None:
    """Everything is killed once, at random moments, in random order, while matches are played."""
    killers = _killers(arena, run)
    chance.shuffle(killers)
    for killer in killers:
        until(lambda: work_horses(arena.processes()))
        time.sleep(chance.uniform(0, 1))
        until(killer)
    assert run.poll() is None


def _flush(arena: Arena) -> bool:
    for socket in (arena.root / "tmp").glob("*/redis.sock"):
        try:
            return bool(redis.Redis(unix_socket_path=str(socket)).flushall())
        except redis.RedisError:  # it has just been killed
            return False
    return False


def _ends_by_itself(run: subprocess.Popen[str], blocks: int = 60) -> None:
    out, _ = run.communicate(timeout=END_SECONDS)
    assert run.returncode == 0
    assert json.loads(out)["blocks"] == blocks


def _left(arena: Arena) -> list[str]:
    """Processes and sockets that are still there; what was killed by the kernel may need a moment."""
    until(lambda: not arena.processes(), seconds=15)
    return [str(path) for path in (arena.root / "tmp").rglob("*.sock")]
