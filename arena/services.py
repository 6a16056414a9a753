"""What a running arena needs beside the database: Redis, a referee, workers. What is not given is started."""

from __future__ import annotations

import fcntl
import secrets
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from socket import gethostname

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arena import leases
from arena.db import AWAY, writing
from arena.door.keeper import door_options, keeping_door, write_tokens
from arena.jobs import HOLDER
from arena.processes import Child, wait_for
from arena.redis_server import start_redis, url_of
from arena.settings import ArenaError, Settings
from arena.sockets import socket_folder

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
        stack.enter_context(_stopped_in_order())
        logs = settings.home / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        sockets = stack.enter_context(socket_folder())
        if is_embedded and count:
            stack.enter_context(_sole_owner(settings.home))
            socket = sockets / "redis.sock"
            stack.callback(start_redis(settings.home / "redis", socket, logs / "redis.log").stop)
            settings = replace(settings, redis_url=url_of(socket))
        if (count or referee) and not settings.referee_socket:
            socket = sockets / "referee.sock"
            door = door_options(settings) if settings.door and count else []
            if door:
                write_tokens(settings)  # who dials in at once is known
            stack.callback(start_referee(settings, socket, logs / "referee.log", door).stop)
            settings = replace(settings, referee_socket=str(socket))
        if settings.door and count:
            stack.enter_context(keeping_door(settings))
        if count:
            stack.enter_context(_workers(settings, count, _holder(settings.home, is_embedded), logs))
        yield settings


def _holder(home: Path, is_alone: bool) -> str:
    """The name under which our workers hold leases: that of the home, if nobody else can be in it."""
    if not is_alone:
        return secrets.token_hex(8)
    return sha256(f"{gethostname()}:{home.absolute()}".encode()).hexdigest()[:16]


@contextmanager
def _workers(settings: Settings, count: int, holder: str, logs: Path) -> Iterator[None]:
    """Workers that are ended together. Before and after, nothing is held under their name."""
    _free(settings.database, holder)
    workers = [_worker(settings, f"{holder}.{number}", logs / f"worker-{number}.log") for number in range(count)]
    try:
        for worker in workers:
            worker.start()
        yield
    finally:
        for worker in workers:
            worker.begin_stop()
        for worker in workers:
            worker.stop()
        with suppress(*AWAY):  # then the leases run out by themselves
            _free(settings.database, holder)


def _free(url: str, holder: str) -> None:
    with writing(url) as session:
        leases.free(session, holder)


def start_referee(settings: Settings, socket: Path, log: Path, options: Sequence[str] = ()) -> Child:
    """A referee that is ready to play."""
    command = [sys.executable, "-m", "referee.cli", "serve", "--socket", str(socket)]
    command += ["--packages", str(settings.home.absolute() / "held")]
    command += ["--trust-packages"] if settings.trust_bots else []
    command += options
    # Its own sockets go where ours are, so that they go with ours even if it is killed.
    place = socket.parent / "r"
    place.mkdir(exist_ok=True)
    referee = Child("referee", command, log, {"TMPDIR": str(place)})
    referee.start()
    if not wait_for(lambda: _is_healthy(socket), START_SECONDS):
        referee.stop()
        raise ArenaError(f"the referee did not start: see {log}")
    return referee


def _worker(settings: Settings, name: str, log: Path) -> Child:
    environment = {
        HOLDER: name,
        "ARENA_HOME": str(settings.home.absolute()),
        "ARENA_DATABASE_URL": settings.database,
        "ARENA_REDIS_URL": settings.redis_url,
        "ARENA_REFEREE_SOCKET": settings.referee_socket,
        "ARENA_LEASE_SECONDS": str(settings.lease_seconds),
        "ARENA_DOOR": settings.door,
    }
    return Child(f"worker {name}", [sys.executable, "-m", "arena.worker"], log, environment)


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
def _stopped_in_order() -> Iterator[None]:
    """SIGTERM ends us as Ctrl-C does: whatever was started is ended first. A second one changes nothing."""

    def stop(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # which alone may handle signals
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _sole_owner(home: Path) -> Iterator[None]:
    """Two arenas with a Redis of their own in one home would not know of each other."""
    with (home / "arena.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArenaError(f"an arena is running in {home} already: wait for it, or give ARENA_REDIS_URL") from None
        yield
