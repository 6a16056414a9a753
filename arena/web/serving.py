"""Serving the web beside whatever else this process does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from arena.settings import ArenaError, Settings
from arena.web.app import create_app

PATIENCE_SECONDS = 3
"""For answers that are under way when we stop; live ones never end by themselves."""


@contextmanager
def served(settings: Settings, host: str, port: int) -> Iterator[str]:
    """The web at its address, until the block ends. Port 0 is any that is free."""
    listening = _bound(host, port)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE_SECONDS,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), name="web", daemon=True)
    thread.start()
    try:
        yield address(host, listening.getsockname()[1])
    finally:
        app.state.tables.close()
        server.should_exit = True
        thread.join(PATIENCE_SECONDS * 3)
        listening.close()


def address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _bound(host: str, port: int) -> socket.socket:
    """Connections wait in it from now on, even before the first is taken."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=128)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ArenaError(f"{address(host, port)} cannot be served: {reason}; give --host or --port") from None
