"""RQ on Redis: it wakes workers, and nothing more. Everything in it can be made again from the database."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

import redis
from rq import Queue

from arena.settings import ArenaError

QUEUE = "bothy-matches"
AFAR_QUEUE = "bothy-matches-afar"
"""For hosts with a door alone: matches with bots from afar."""
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


def afar_queue_of(connection: redis.Redis) -> Queue:
    return Queue(AFAR_QUEUE, connection=connection)


def enqueue(queue: Queue, priorities: Mapping[int, int]) -> int:
    """Queue these matches unless they are queued already; urgent ones before all others. A job too many does no harm:
    it finds nothing to do."""
    queued = {int(job_id.split("-")[1]) for job_id in queue.get_job_ids()}
    new = [match_id for match_id in priorities if match_id not in queued]
    urgent = [match_id for match_id in new if priorities[match_id] > 0]
    # What comes to the front last is first.
    for match_id in [*reversed(urgent), *(one for one in new if priorities[one] <= 0)]:
        queue.enqueue(
            JOB,
            match_id,
            job_id=f"match-{match_id}-{secrets.token_hex(4)}",
            # No time-out of RQ's: a match is as long as it is, and its lease tells whether it is alive.
            job_timeout=-1,
            result_ttl=60,
            failure_ttl=600,
            at_front=priorities[match_id] > 0,
        )
    return len(new)
