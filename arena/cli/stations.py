"""`arena init`, `arena up`, `arena worker`, `arena doctor`: getting an arena to run."""

from __future__ import annotations

import signal
import threading
from contextlib import suppress
from typing import Annotated, Any

import redis
import typer
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from arena.cli.context import AsJson, examples, print_json, print_table, ready_settings
from arena.db import engine_of
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.redis_server import server_program
from arena.services import services
from arena.settings import ArenaError, Settings, load_settings

LOOK_SECONDS = 2.0
WORKER_EXAMPLES = examples(
    "arena worker -n 4", "ARENA_REDIS_URL=redis://queue ARENA_DATABASE_URL=postgresql://db/arena arena worker"
)

Count = Annotated[int | None, typer.Option("-n", "--workers", min=1, max=64, help="How many matches at once.")]


def init(as_json: AsJson = False) -> None:
    """Make the database, or bring it up to date. Every other command does this too."""
    settings = ready_settings()
    facts = {"home": str(settings.home.absolute()), "database": _safe(settings)}
    if as_json:
        print_json(facts)
        return
    print(f"The arena's home is {facts['home']}, its database {facts['database']}.")
    print("\nNext:  arena bot submit FOLDER   or   arena demo")


def worker(workers: Count = None) -> None:
    """Play matches of whatever tournaments run, until told to stop. Any number of hosts can join."""
    settings = ready_settings()
    if not settings.redis_url:
        raise ArenaError("workers join a shared Redis: give ARENA_REDIS_URL (arena tournament run has its own)")
    connect(settings.redis_url)
    with services(settings, workers or settings.worker_count):
        print("The workers are ready.", flush=True)
        _until_told_to_stop()


def up(workers: Count = None) -> None:
    """Run everything on this machine until told to stop: Redis, referee, workers, and what looks after them."""
    settings = ready_settings()
    with services(settings, workers or settings.worker_count) as ready:
        print("The arena is up.", flush=True)
        reconciler = Reconciler(ready.database, queue_of(connect(ready.redis_url)))
        _until_told_to_stop(lambda: _reconcile(reconciler))


def doctor(as_json: AsJson = False) -> None:
    """Look whether this machine has what an arena needs. The exit code is 1 if something is missing."""
    settings = load_settings()
    checks = [_database(settings), _redis(settings)]
    if as_json:
        print_json(checks)
    else:
        rows = [["ok" if check["ok"] else "missing", check["what"], check["detail"]] for check in checks]
        print_table("", ["", "what", "found"], rows, "The sandbox for bots: referee doctor")
    if not all(check["ok"] for check in checks):
        raise typer.Exit(1)


def _database(settings: Settings) -> dict[str, Any]:
    try:
        with engine_of(settings.database).connect() as connection:
            connection.execute(text("SELECT 1"))
    except (DBAPIError, ArenaError) as error:
        return {"what": "a database", "ok": False, "detail": str(error).splitlines()[0]}
    return {"what": "a database", "ok": True, "detail": _safe(settings)}


def _redis(settings: Settings) -> dict[str, Any]:
    try:
        if settings.redis_url:
            connect(settings.redis_url)
            return {"what": "a queue", "ok": True, "detail": "Redis answers"}
        return {"what": "a queue", "ok": True, "detail": f"its own: {server_program()}"}
    except (ArenaError, ImportError, OSError) as error:
        return {"what": "a queue", "ok": False, "detail": str(error)}


def _reconcile(reconciler: Reconciler) -> None:
    with suppress(redis.RedisError):  # if it is away, the next look finds it back
        reconciler.run_once()


def _until_told_to_stop(look: Any = lambda: None) -> None:
    told = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: told.set())
    while not told.wait(LOOK_SECONDS):
        look()


def _safe(settings: Settings) -> str:
    return engine_of(settings.database).url.render_as_string(hide_password=True)
