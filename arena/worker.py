"""`python -m arena.worker`: one worker, playing one match at a time. `arena worker` keeps several of them alive."""

from __future__ import annotations

import logging
from typing import Any

from rq import Worker
from rq.timeouts import TimerDeathPenalty

from arena.processes import die_with_parent
from arena.queue import connect, queue_of
from arena.settings import load_settings


class ArenaWorker(Worker):
    """RQ's forking worker; a work-horse does not outlive it."""

    death_penalty_class = TimerDeathPenalty

    def main_work_horse(self, *args: Any, **kwargs: Any) -> None:
        die_with_parent()
        super().main_work_horse(*args, **kwargs)


def main() -> None:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    connection = connect(load_settings().redis_url)
    ArenaWorker([queue_of(connection)], connection=connection).work(logging_level="WARNING")


if __name__ == "__main__":
    main()
