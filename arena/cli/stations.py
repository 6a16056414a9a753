"""`arena init`, `arena up`, `arena worker`: getting an arena to run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from arena.cli.context import AsJson, examples, print_json, ready_settings
from arena.cli.doctor import safe_url
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.services import services
from arena.settings import ArenaError, Settings
from arena.stopping import told_to_stop

LOOK_SECONDS = 2.0
INIT_EXAMPLES = examples("arena init", "ARENA_HOME=/srv/arena arena init --json")
UP_EXAMPLES = examples("arena up", "arena up -n 4")
WORKER_EXAMPLES = examples(
    "arena worker -n 4", "ARENA_REDIS_URL=redis://queue ARENA_DATABASE_URL=postgresql://db/arena arena worker"
)

Count = Annotated[int | None, typer.Option("-n", "--workers", min=1, max=64, help="How many matches at once.")]


def init(as_json: AsJson = False) -> None:
    """Make the database, or bring it up to date. Every other command does this too."""
    settings = ready_settings()
    facts = {"home": str(settings.home.absolute()), "database": safe_url(settings)}
    if as_json:
        print_json(facts)
        return
    print(f"The arena's home is {facts['home']}, its database {facts['database']}.")
    print("\nNext:  arena bot submit FOLDER   or   arena demo")


def worker(workers: Count = None, as_json: AsJson = False) -> None:
    """Play matches of whatever tournaments run, until told to stop. Any number of hosts can join."""
    settings = ready_settings()
    if not settings.redis_url:
        raise ArenaError("workers join a shared Redis: give ARENA_REDIS_URL (arena tournament run has its own)")
    connect(settings.redis_url)
    count = workers or settings.worker_count
    with services(settings, count) as ready, told_to_stop() as told:
        _say("The workers are ready.", ready, count, as_json)
        told.wait()


def up(workers: Count = None, as_json: AsJson = False) -> None:
    """Run everything on this machine until told to stop: Redis, referee, workers, and what looks after them."""
    settings = ready_settings()
    count = workers or settings.worker_count
    with services(settings, count) as ready, told_to_stop() as told:
        reconciler = Reconciler(ready.database, queue_of(connect(ready.redis_url)))
        _say("The arena is up.", ready, count, as_json)
        while not told.wait(LOOK_SECONDS):
            reconciler.run_once()


def _say(sentence: str, ready: Settings, count: int, as_json: bool) -> None:
    """One line, at once: somebody may be waiting for it."""
    if as_json:
        print_json({"ready": True, "workers": count, "home": str(ready.home.absolute())})
    else:
        print(f"{sentence} Ctrl-C stops it.")
    sys.stdout.flush()
