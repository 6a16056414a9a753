"""All tables of visitors at this host: so many at once, one for each browser."""

from __future__ import annotations

import threading
from hashlib import sha256

from arena.settings import ArenaError, Settings
from arena.web.guests.table import Table, Wanted

MOST_TABLES = 8
"""Games of visitors that are played at once; each has its bots running."""
MOST_KEPT = 200
"""Tables that are remembered, over or not."""
LOOK_SECONDS = 15.0


class Tables:
    """By the digest of a browser's key, which is kept nowhere."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._watcher: threading.Thread | None = None

    def open(self, key: str, settings: Settings, wanted: Wanted) -> Table:
        """A new table for this browser; it leaves the one that it had."""
        if not settings.referee_socket:
            raise ArenaError("there is no referee at this arena: start it with arena up, or name one's socket")
        with self._lock:
            before = self._tables.pop(_digest(key), None)
            if before is not None:
                before.leave()
            if sum(not table.is_over for table in self._tables.values()) >= MOST_TABLES:
                raise ArenaError(f"all {MOST_TABLES} tables are taken: try again in a few minutes")
            table = self._tables[_digest(key)] = Table(settings, wanted)
            while len(self._tables) > MOST_KEPT:
                self._forget_one()
            self._watch()
        table.open()
        return table

    def of(self, key: str | None) -> Table | None:
        """The table of this browser."""
        return self._tables.get(_digest(key)) if key else None

    def close(self) -> None:
        self._stopped.set()
        for table in list(self._tables.values()):
            table.close()

    def leave_abandoned(self) -> None:
        """Whoever has gone away has left the game."""
        for table in list(self._tables.values()):
            if table.is_left:
                table.leave()

    def _forget_one(self) -> None:
        oldest = next((key for key, table in self._tables.items() if table.is_over), None)
        if oldest is not None:
            del self._tables[oldest]

    def _watch(self) -> None:
        if self._watcher is None:
            self._watcher = threading.Thread(target=self._look_around, name="tables", daemon=True)
            self._watcher.start()

    def _look_around(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            self.leave_abandoned()


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()
