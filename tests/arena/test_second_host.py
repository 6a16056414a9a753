"""Workers and a referee on another host: only Redis and PostgreSQL join it to the first."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis

from arena.processes import Child
from arena.redis_server import server_program
from tests.arena.arenas import Arena, kill, outcome, tournament, until, with_trio
from tests.arena.postgres import Postgres
from tests.arena.processes import work_horses
from tests.arena.second_host import Wire, second_host

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.getuid() != 0, reason="a second host is a network namespace, and to make one needs root"),
]

PASSWORD = "a secret between hosts"


@dataclass(frozen=True)
class Hosts:
    """The first host's arena, and the same arena as the second host has it: with a home of its own, still empty."""

    first: Arena
    second: Arena
    wire: Wire

    def start_worker(self) -> subprocess.Popen[str]:
        return self.second.start("worker", "-n", "1", inside=self.wire.inside)

    def start_run(self) -> subprocess.Popen[str]:
        """Without workers: whatever is played is played elsewhere."""
        return self.first.start("tournament", "run", "cup", "--workers", "0", "--json")


@pytest.fixture
def hosts(root: Path) -> Iterator[Hosts]:
    with second_host() as wire:
        (root / "postgres").mkdir(parents=True)
        root.chmod(0o755)  # PostgreSQL is another user than we are
        postgres = Postgres(root / "postgres", ("127.0.0.1", wire.address))
        postgres.start()
        port = wire.free_port()
        options = ["--port", str(port), "--bind", wire.address, "--requirepass", PASSWORD, "--save", ""]
        server = Child("redis", [server_program(), *options, "--dir", str(root)], root / "redis.log")
        server.start()
        queue = f"redis://:{PASSWORD.replace(' ', '%20')}@{wire.address}:{port}"
        until(lambda: _answers(queue))
        first = postgres.new_database()
        second = first.replace("127.0.0.1", wire.address)
        yield Hosts(
            with_trio(Arena.at(root / "1", first, lease_seconds=3)).with_redis(queue),
            Arena.at(root / "2", second, lease_seconds=3).with_redis(queue),
            wire,
        )
        server.stop()
        postgres.crash()


def test_a_second_host_plays_a_tournament_of_the_first(hosts: Hosts, undisturbed: dict[str, str]) -> None:
    worker, run = hosts.start_worker(), hosts.start_run()
    run.communicate(timeout=240)
    assert outcome(hosts.first) == undisturbed
    worker.send_signal(signal.SIGTERM)
    worker.communicate(timeout=60)
    assert hosts.second.processes() == []


def test_what_a_host_that_died_had_begun_is_played_by_another(hosts: Hosts, undisturbed: dict[str, str]) -> None:
    run, dying = hosts.start_run(), hosts.start_worker()
    until(lambda: work_horses(hosts.second.processes()))
    kill(hosts.second.processes())
    dying.communicate()
    worker = hosts.start_worker()
    run.communicate(timeout=240)
    assert str(tournament(hosts.first).status) == "done"
    assert outcome(hosts.first) == undisturbed
    worker.send_signal(signal.SIGTERM)
    worker.communicate(timeout=60)


def _answers(url: str) -> bool:
    try:
        return bool(redis.Redis.from_url(url).ping())
    except redis.ConnectionError:
        return False
