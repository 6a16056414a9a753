"""Running a tournament: queue what is due, look after what gets lost, until it is over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sqlmodel import col, select

from arena.db import AWAY, reading
from arena.door.models import Remote
from arena.models import Entry, Tournament
from arena.progress import Progress, progress_of
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.services import services
from arena.settings import ArenaError, Settings
from arena.stopping import told_to_stop
from arena.store import version_labels
from arena.tournaments import start

LOOK_SECONDS = 0.5
PATIENCE_SECONDS = 60.0
"""How long a database may be away while a tournament runs; then we say so, and give up."""


def run(
    settings: Settings, tournament_id: int, workers: int | None, on_progress: Callable[[Progress], None]
) -> Progress:
    """Play a tournament to its end, from wherever it stands. Safe to stop and to call again."""
    if not settings.redis_url and workers == 0:
        raise ArenaError("without workers of its own an arena needs a shared Redis: give ARENA_REDIS_URL")
    if not settings.redis_url and not settings.door:
        _refuse_bots_from_afar(settings, tournament_id)
    with services(settings, workers) as ready, told_to_stop() as told:
        start(settings.database, tournament_id)
        return _until_over(ready, tournament_id, on_progress, told)


def _refuse_bots_from_afar(settings: Settings, tournament_id: int) -> None:
    """They could never come: there is no door here, and no other host."""
    with reading(settings.database) as session:
        entrants = select(Entry.version_id).where(Entry.tournament_id == tournament_id)
        found = session.exec(select(Remote.version_id).where(col(Remote.version_id).in_(entrants))).all()
        labels = sorted(version_labels(session, found).values())
    if labels:
        raise ArenaError(
            f"{', '.join(labels)}: from afar, and this arena has no door: give door, door_cert and door_key"
        )


def _until_over(
    settings: Settings, tournament_id: int, on_progress: Callable[[Progress], None], told: threading.Event
) -> Progress:
    reconciler = Reconciler(settings.database, queue_of(connect(settings.redis_url)))
    answered = time.monotonic()
    while True:
        reconciler.run_once()
        try:
            progress = _progress(settings.database, tournament_id)
        except AWAY:
            if time.monotonic() - answered > PATIENCE_SECONDS:
                raise
        else:
            answered = time.monotonic()
            on_progress(progress)
            if progress.is_over:
                return progress
        if told.wait(LOOK_SECONDS):
            raise KeyboardInterrupt


def _progress(url: str, tournament_id: int) -> Progress:
    with reading(url) as session:
        return progress_of(session, session.get_one(Tournament, tournament_id))
