"""Running a tournament: queue what is due, look after what gets lost, until it is over."""

from __future__ import annotations

import time
from collections.abc import Callable

import redis

from arena import leases
from arena.db import reading, writing
from arena.models import Tournament
from arena.progress import Progress, progress_of
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.services import services
from arena.settings import Settings
from arena.tournaments import start

LOOK_SECONDS = 0.5


def run(
    settings: Settings, tournament_id: int, workers: int | None, on_progress: Callable[[Progress], None]
) -> Progress:
    """Play a tournament to its end, from wherever it stands. Safe to stop and to call again."""
    is_alone = not settings.redis_url
    start(settings.database, tournament_id)
    with services(settings, workers) as ready:
        if is_alone:
            # Whoever held these leases had our home before us, and is gone.
            _free(settings.database)
        try:
            return _until_over(ready, tournament_id, on_progress)
        finally:
            if is_alone:
                _free(settings.database)


def _until_over(settings: Settings, tournament_id: int, on_progress: Callable[[Progress], None]) -> Progress:
    reconciler = Reconciler(settings.database, queue_of(connect(settings.redis_url)))
    while True:
        try:
            reconciler.run_once()
        except redis.RedisError:
            # It is away: the database knows what is due, and the queue is filled again when it is back.
            time.sleep(LOOK_SECONDS)
        with reading(settings.database) as session:
            progress = progress_of(session, session.get_one(Tournament, tournament_id))
        on_progress(progress)
        if progress.is_over:
            return progress
        time.sleep(LOOK_SECONDS)


def _free(url: str) -> None:
    with writing(url) as session:
        leases.free_all(session)
