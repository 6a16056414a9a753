"""`python -m arena.worker`: one worker, playing one match at a time. `arena worker` keeps several of them alive."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import Any

import redis
from rq.timeouts import TimerDeathPenalty
from rq.worker import RoundRobinWorker

from arena import leases
from arena.db import AWAY, engine_of, writing
from arena.jobs import HOLDER
from arena.processes import die_with_parent
from arena.queue import afar_queue_of, connect, queue_of
from arena.settings import ArenaError, load_settings

PAUSE_SECONDS = 1.0


class ArenaWorker(RoundRobinWorker):
    """RQ's forking worker; a work-horse does not outlive it, and what a work-horse held is free when it is gone."""

    death_penalty_class = TimerDeathPenalty
    max_connection_wait_time = 2.0  # RQ's minute would keep a worker from a Redis that is back

    def main_work_horse(self, *args: Any, **kwargs: Any) -> None:
        die_with_parent()
        if os.getppid() != self.pid:  # it ended before we could ask
            os._exit(1)
        super().main_work_horse(*args, **kwargs)

    def monitor_work_horse(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().monitor_work_horse(*args, **kwargs)
        finally:
            self._end_horse()
            let_go()

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """At once: a match goes on from its last block, so there is nothing to wait for."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._end_horse()
        raise SystemExit

    def _end_horse(self) -> None:
        if self.horse_pid:
            self.kill_horse()
            self.wait_for_horse()


def let_go() -> None:
    """Free what is held under our name: whoever held it was our work-horse."""
    url = load_settings().database
    with suppress(*AWAY), writing(url) as session:
        leases.free(session, os.environ[HOLDER])
    # A work-horse is forked from us, and must not share a connection.
    engine_of(url).dispose()


def main() -> None:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    os.environ.setdefault(HOLDER, secrets.token_hex(8))
    let_go()
    settings = load_settings()
    connection = _patient_connection(settings.redis_url)
    queues = [queue_of(connection), *([afar_queue_of(connection)] if settings.door else [])]
    try:
        ArenaWorker(queues, connection=connection).work(logging_level="WARNING")
    except redis.RedisError as error:
        sys.exit(f"Redis went away: {error}")


def _patient_connection(url: str) -> redis.Redis:
    """Redis may come back: it is waited for, with one line in the log."""
    told = False
    while True:
        try:
            return connect(url)
        except ArenaError as error:
            if not told:
                logging.warning("%s; waiting for it", error)
            told = True
            time.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    main()
