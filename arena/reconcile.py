"""Notices what was lost, and mends it: the database says what is due, this says it to the queue again.

It runs every few seconds, from one place at a time, and is right however often it runs.
"""

from __future__ import annotations

import time

import redis
from rq import Queue

from arena.db import AWAY, reading
from arena.leases import due_matches
from arena.queue import afar_queue_of, enqueue
from arena.tournaments import advance, running_tournaments

PATIENCE_SECONDS = 3.0
"""A match that was queued so recently may just have left the queue, and not have been claimed yet."""

MOST_QUEUED = 500
"""So many matches are kept ready for workers; the others wait in the database, where an urgent one can pass them."""


class Reconciler:
    """Remembers when it queued what, to be patient; knows nothing else."""

    def __init__(self, url: str, queue: Queue) -> None:
        self._url, self._queue = url, queue
        self._afar_queue = afar_queue_of(queue.connection)
        self._queued_at: dict[int, float] = {}

    def run_once(self) -> int:
        """Bring queue and tournaments up to date; how many matches were queued.

        If Redis or the database is away, nothing is lost: the next look finds it back.
        """
        try:
            return self._mend()
        except (redis.RedisError, *AWAY):
            return 0

    def _mend(self) -> int:
        for tournament_id in running_tournaments(self._url):
            advance(self._url, tournament_id)
        with reading(self._url) as session:
            due = due_matches(session, most=MOST_QUEUED)
            from_afar = due_matches(session, most=MOST_QUEUED, from_afar=True)
        queued = self._enqueue(self._queue, due) + self._enqueue(self._afar_queue, from_afar)
        self._queued_at = {match: self._queued_at[match] for match in due | from_afar}
        return queued

    def _enqueue(self, queue: Queue, due: dict[int, int]) -> int:
        at = time.monotonic()
        waiting = {
            match: priority
            for match, priority in due.items()
            if at - self._queued_at.get(match, float("-inf")) > PATIENCE_SECONDS
        }
        queued = enqueue(queue, waiting)
        self._queued_at |= dict.fromkeys(waiting, at)
        return queued
