"""What a running arena needs beside the database: Redis, a referee, workers. What is not given is started."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arena.processes import Child, wait_for
from arena.redis_server import start_redis, url_of
from arena.settings import ArenaError, Settings

START_SECONDS = 30.0


@contextmanager
def services(settings: Settings, workers: int | None = None, referee: bool = False) -> Iterator[Settings]:
    """Start Redis and a referee unless the settings name them, and workers; end them all at the end.

    With a Redis of its own an arena needs workers of its own; with a shared one it starts only those that
    are asked for. `referee` starts one even if no workers need it.
    """
    is_embedded = not settings.redis_url
    count = workers if workers is not None else settings.worker_count if is_embedded else 0
    with ExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True)
        logs = settings.home / "logs"
        logs.mkdir(exist_ok=True)
        # Sockets have short names: their paths are limited to 107 bytes.
        sockets = Path(tempfile.mkdtemp(prefix="bothy-"))
        stack.callback(shutil.rmtree, sockets, ignore_errors=True)
        if is_embedded and count:
            stack.enter_context(_sole_owner(settings.home))
            socket = sockets / "redis.sock"
            stack.callback(start_redis(settings.home / "redis", socket, logs / "redis.log").stop)
            settings = replace(settings, redis_url=url_of(socket))
        if (count or referee) and not settings.referee_socket:
            socket = sockets / "referee.sock"
            stack.callback(start_referee(settings, socket, logs / "referee.log").stop)
            settings = replace(settings, referee_socket=str(socket))
        for number in range(count):
            worker = _worker(settings, number, logs / f"worker-{number}.log")
            worker.start()
            stack.callback(worker.stop)
        yield settings


def start_referee(settings: Settings, socket: Path, log: Path) -> Child:
    """A referee that is ready to play."""
    command = [sys.executable, "-m", "referee.cli", "serve", "--socket", str(socket)]
    command += ["--packages", str(settings.home.absolute() / "held")]
    referee = Child("referee", [*command, *(["--trust-packages"] if settings.trust_bots else [])], log)
    referee.start()
    if not wait_for(lambda: _is_healthy(socket), START_SECONDS):
        referee.stop()
        raise ArenaError(f"the referee did not start: see {log}")
    return referee


def _worker(settings: Settings, number: int, log: Path) -> Child:
    environment = {
        "ARENA_HOME": str(settings.home.absolute()),
        "ARENA_DATABASE_URL": settings.database,
        "ARENA_REDIS_URL": settings.redis_url,
        "ARENA_REFEREE_SOCKET": settings.referee_socket,
        "ARENA_LEASE_SECONDS": str(settings.lease_seconds),
    }
    return Child(f"worker {number}", [sys.executable, "-m", "arena.worker"], log, environment)


def _is_healthy(socket: Path) -> bool:
    if not socket.exists():
        return False
    with grpc.insecure_channel(f"unix:{socket}") as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=2)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


@contextmanager
def _sole_owner(home: Path) -> Iterator[None]:
    """Two arenas with a Redis of their own in one home would not know of each other."""
    with (home / "arena.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArenaError(f"an arena is running in {home} already: wait for it, or give ARENA_REDIS_URL") from None
        file.write(str(os.getpid()))
        file.flush()
        yield
