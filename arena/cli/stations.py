"""`arena init`, `arena up`, `arena serve`, `arena worker`: getting an arena to run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.context import AsJson, examples, print_json, ready_settings
from arena.cli.doctor import safe_url
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.refreshing import refreshing
from arena.services import services
from arena.settings import ArenaError, Settings
from arena.stopping import told_to_stop
from arena.uploads.checker import checking

LOOK_SECONDS = 2.0
INIT_EXAMPLES = examples("arena init", "ARENA_HOME=/srv/arena arena init --json")
UP_EXAMPLES = examples(
    "arena up", "arena up -n 4 --port 8080", "arena up --door 0.0.0.0:7373 --cert server.pem --key server.key"
)
SERVE_EXAMPLES = examples("arena serve", "arena serve --host 0.0.0.0 --port 80", "arena serve --port 0 --json")
WORKER_EXAMPLES = examples(
    "arena worker -n 4", "ARENA_REDIS_URL=redis://queue ARENA_DATABASE_URL=postgresql://db/arena arena worker"
)

Count = Annotated[int | None, typer.Option("-n", "--workers", min=1, max=64, help="How many matches at once.")]
Host = Annotated[str, typer.Option(help="Where the web is; 0.0.0.0 is every network of this machine.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="0 is any that is free.")]
Door = Annotated[
    str | None, typer.Option(metavar="HOST:PORT", help="Take bots from afar here, over TLS; needs --cert and --key.")
]
Cert = Annotated[Path | None, typer.Option(dir_okay=False, help="The door's TLS certificate, PEM.")]
Key = Annotated[Path | None, typer.Option(dir_okay=False, help="Its private key, PEM.")]
HERE_ONLY = "127.0.0.1"


def init(as_json: AsJson = False) -> None:
    """Make the database, or bring it up to date. Every other command does this too."""
    settings = ready_settings()
    facts = {"home": str(settings.home.absolute()), "database": safe_url(settings)}
    if as_json:
        print_json(facts)
        return
    print(f"The arena's home is {facts['home']}, its database {facts['database']}.")
    print("\nNext:  arena bot submit FOLDER   or   arena demo")


def worker(
    workers: Count = None, door: Door = None, cert: Cert = None, key: Key = None, as_json: AsJson = False
) -> None:
    """Play matches of whatever tournaments run, until told to stop. Any number of hosts can join."""
    settings = with_door(ready_settings(), door, cert, key)
    if not settings.redis_url:
        raise ArenaError("workers join a shared Redis: give ARENA_REDIS_URL (arena tournament run has its own)")
    connect(settings.redis_url)
    count = workers or settings.worker_count
    with services(settings, count) as ready, checking(ready), told_to_stop() as told:
        _say("The workers are ready.", ready, count, as_json)
        told.wait()


def up(
    workers: Count = None, host: Host = HERE_ONLY, port: Port = 8000, door: Door = None, cert: Cert = None,
    key: Key = None, as_json: AsJson = False,
) -> None:  # fmt: skip
    """Run everything on this machine until told to stop: Redis, referee, workers, the web."""
    from arena.ladders.scheduler import top_up  # numpy takes a moment to load

    settings = with_door(ready_settings(), door, cert, key)
    count = workers or settings.worker_count
    with _running(settings, count, host, port) as (ready, url), told_to_stop() as told:
        reconciler = Reconciler(ready.database, queue_of(connect(ready.redis_url)))
        _say(f"The arena is up at {url}", ready, count, as_json, url)
        while not told.wait(LOOK_SECONDS):
            top_up(ready.database)
            reconciler.run_once()


def serve(host: Host = HERE_ONLY, port: Port = 8000, as_json: AsJson = False) -> None:
    """Serve the web alone until told to stop; workers are elsewhere (arena worker), or not needed."""
    settings = ready_settings()
    with _running(settings, 0, host, port) as (ready, url), told_to_stop() as told:
        _say(f"The arena's web is at {url}", ready, 0, as_json, url)
        told.wait()


def with_door(settings: Settings, door: str | None, cert: Path | None, key: Path | None) -> Settings:
    """What is given on the command line goes before arena.toml and the environment."""
    return replace(
        settings,
        door=door or settings.door,
        door_cert=str(cert or settings.door_cert),
        door_key=str(key or settings.door_key),
    )


@contextmanager
def _running(settings: Settings, workers: int, host: str, port: int) -> Iterator[tuple[Settings, str]]:
    """Everything that the web needs, and the web; ended in the opposite order."""
    from arena.web.serving import served  # FastAPI takes a moment to load, and most commands do without

    with (
        services(settings, workers, referee=True) as ready,
        checking(ready),
        refreshing(ready),
        served(ready, host, port) as url,
    ):
        yield ready, url


def _say(sentence: str, ready: Settings, count: int, as_json: bool, url: str | None = None) -> None:
    """One line, at once: somebody may be waiting for it."""
    if as_json:
        facts = {"ready": True, "workers": count, "home": str(ready.home.absolute())}
        print_json(facts if url is None else {**facts, "url": url})
    else:
        print(f"{sentence}  Ctrl-C stops it.")
    sys.stdout.flush()
