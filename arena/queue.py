"""RQ on Redis: it wakes workers, and nothing more. Everything in it can be made again from the database."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from urllib.parse import urlsplit

import redis
from rq import Queue

from arena.settings import ArenaError

QUEUE = "bothy-matches"
JOB = "arena.jobs.play_match"


def connect(url: str) -> redis.Redis:
    """A connection that answers; ArenaError if there is none."""
    try:
        connection = redis.Redis.from_url(url)
        connection.ping()
    except (redis.RedisError, ValueError) as error:
        place = urlsplit(url)
        raise ArenaError(f"no Redis answers at {place.hostname or place.path or 'that URL'}: {error}") from None
    return connection


def queue_of(connection: redis.Redis) -> Queue:
    return Queue(QUEUE, connection=connection)


def enqueue(queue: Queue, match_ids: Iterable[int]) -> int:
    """Queue these matches unless they are queued already. A job too many does no harm: it finds nothing to do."""
    queued = {int(job_id.split("-")[1]) for job_id in queue.get_job_ids()}
    new = [match_id for match_id in match_ids if match_id not in queued]
    for match_id in new:
        queue.enqueue(
            JOB,
            match_id,
            job_id=f"match-{match_id}-{secrets.token_hex(4)}",
            # No time-out of RQ's: a match is as long as it is, and its lease tells whether it is alive.
            job_timeout=-1,
            result_ttl=60,
            failure_ttl=600,
        )
    return len(new)
