"""`python -m arena.refreshing`: keeps the standings of all pools up to date while games are played.

A process of its own: a fit of many games takes seconds, which the web, the workers and writers do not wait for.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy.exc import IntegrityError

from arena.db import AWAY, reading
from arena.pools import pools
from arena.processes import Child
from arena.settings import Settings, load_settings

LOOK_SECONDS = 3.0
REST = 10.0
"""After a computation it rests for so many times as long."""


@contextmanager
def refreshing(settings: Settings) -> Iterator[None]:
    """Such a process, until the block ends."""
    environment = {"ARENA_HOME": str(settings.home.absolute()), "ARENA_DATABASE_URL": settings.database}
    log = settings.home / "logs" / "refreshing.log"
    child = Child("refresher", [sys.executable, "-m", "arena.refreshing"], log, environment)
    child.start()
    try:
        yield
    finally:
        child.stop()


def refresh_all(url: str) -> int:
    """How many pools had something new."""
    from arena.pool_standings import refresh  # scipy takes a second to load

    with reading(url) as session:
        ids = [pool.id for pool in pools(session) if pool.id is not None]
    return sum(refresh(url, pool_id) for pool_id in ids)


def main() -> None:
    url = load_settings().database
    while True:
        begun = time.monotonic()
        # The database may be away; or another refresher was quicker, and then there is nothing to do.
        with suppress(*AWAY, IntegrityError):
            refresh_all(url)
        time.sleep(max(LOOK_SECONDS, REST * (time.monotonic() - begun)))


if __name__ == "__main__":
    main()
