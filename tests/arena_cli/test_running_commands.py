"""`arena tournament run` and its like: stopped, resumed, cancelled, run again, and played by workers from elsewhere."""

from __future__ import annotations

import json
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator

import pytest

from arena.db import reading
from arena.progress import Progress, progress_of
from arena.redis_server import start_redis, url_of
from arena.settings import ArenaError
from arena.store import tournament_named
from tests.arena_cli.commands import SECONDS, Home
from tests.arena_cli.conftest import AUTUMN, SPRING

pytestmark = pytest.mark.slow


def progress(home: Home, name: str) -> Progress:
    with reading(home.database) as session:
        return progress_of(session, tournament_named(session, name))


def is_begun(home: Home, name: str) -> bool:
    try:
        return progress(home, name).blocks_done > 0
    except ArenaError:
        return False  # not even planned


def stop_when_something_is_played(home: Home, process: subprocess.Popen[str], name: str) -> str:
    """Ctrl-C at that moment; what it said."""
    deadline = time.monotonic() + SECONDS
    while not is_begun(home, name):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=SECONDS)[1]


def planned(home: Home, name: str, blocks: int) -> None:
    bots = ("--bots", "python-raw,python-random", "--blocks", blocks)
    home.output("tournament", "create", name, "--game", "claim", *bots)


def test_a_run_that_is_stopped_goes_on_where_it_was(home: Home) -> None:
    name = "stopped"
    planned(home, name, 40)
    process = home.start("tournament", "run", name)
    told = stop_when_something_is_played(home, process, name)
    assert process.returncode == 130
    assert "arena: stopped; run it again to go on" in told
    assert "Traceback" not in told
    before = progress(home, name)
    assert 0 < before.blocks_done < 40
    assert not list((home.folder / "tmp").iterdir())
    assert home.json("tournament", "resume", name)["games"] == 80
    assert progress(home, name).blocks_done == 40


def test_what_is_all_played_is_shown_at_once(home: Home) -> None:
    (home.folder / "home" / "logs" / "referee.log").unlink()
    done = home.run("tournament", "run", SPRING)
    assert done.returncode == 0
    assert f"{SPRING} is all played." in done.stderr
    assert "4 games in 2 blocks" in done.stdout
    assert not (home.folder / "home" / "logs" / "referee.log").exists(), "nothing had to be started"


def test_a_cancelled_tournament_is_resumed(home: Home) -> None:
    assert home.json("tournament", "cancel", AUTUMN)["status"] == "cancelled"
    assert home.json("tournament", "resume", AUTUMN)["status"] == "done"


@pytest.fixture
def redis(home: Home) -> Iterator[str]:
    socket = home.folder / "redis.sock"
    server = start_redis(home.folder / "redis", socket, home.folder / "redis.log")
    yield url_of(socket)
    server.stop()


def ready(process: subprocess.Popen[str]) -> dict[str, object]:
    """The JSON that says so, up to its last line."""
    assert process.stdout is not None
    lines = list(iter(process.stdout.readline, "}\n"))
    return dict(json.loads("".join([*lines, "}"])))


def test_workers_play_what_somebody_else_runs(home: Home, redis: str) -> None:
    planned(home, "from elsewhere", 2)
    worker = home.start("worker", "-n", 1, "--json", ARENA_REDIS_URL=redis)
    try:
        assert ready(worker)["workers"] == 1
        standings = home.json("tournament", "run", "from elsewhere", "--workers", 0, ARENA_REDIS_URL=redis)
        assert standings["games"] == 4
    finally:
        worker.terminate()
        worker.communicate(timeout=SECONDS)
    assert worker.returncode == 0


def test_an_arena_that_is_up_says_so_and_ends_when_told(empty: Home) -> None:
    process = empty.start("up", "--json", "--port", 0)
    try:
        told = ready(process)
        assert told["ready"] is True
        assert b"Bothy" in urllib.request.urlopen(f"{told['url']}/", timeout=SECONDS).read()
        assert "running" in empty.complaint("up"), "one home has one arena"
    finally:
        process.terminate()
        _, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err) == (0, "")
    assert not list((empty.folder / "tmp").iterdir())
