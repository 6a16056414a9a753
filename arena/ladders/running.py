"""Running a ladder where no `arena up` does: queue, referee, workers and scheduler, until told to stop."""

from __future__ import annotations

from collections.abc import Callable

from arena.db import AWAY
from arena.ladders.scheduler import top_up, unfinished
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.running import LOOK_SECONDS
from arena.services import services
from arena.settings import ArenaError, Settings
from arena.stopping import told_to_stop


def run(settings: Settings, ladder_id: int, workers: int | None, on_ready: Callable[[int], None]) -> None:
    """Keep a ladder going until it has ended, or we are told to stop. Safe to stop and to call again."""
    if not settings.redis_url and workers == 0:
        raise ArenaError("without workers of its own an arena needs a shared Redis: give ARENA_REDIS_URL")
    count = workers if workers is not None else 0 if settings.redis_url else settings.worker_count
    with services(settings, workers) as ready, told_to_stop() as told:
        reconciler = Reconciler(ready.database, queue_of(connect(ready.redis_url)))
        on_ready(count)
        while not _has_ended(ready.database, ladder_id):
            top_up(ready.database, ladder_id)
            reconciler.run_once()
            if told.wait(LOOK_SECONDS):
                raise KeyboardInterrupt


def _has_ended(url: str, ladder_id: int) -> bool:
    """With all that was being played."""
    try:
        return ladder_id not in unfinished(url)
    except AWAY:
        return False
