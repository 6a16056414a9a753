"""A round robin through Redis, RQ, referee service and database, beside the same matches by `referee play`.

The arena's services are up, as they are on a host that plays; `referee play` is started for every match, plays the same
deals with as many games in flight, and keeps nothing. What a match costs more is set beside a job of RQ's that does
nothing at all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, count
from pathlib import Path
from shutil import copytree

from rq import Queue

from arena.db import upgrade, writing
from arena.models import VersionStatus
from arena.packages import keep_package
from arena.queue import connect
from arena.running import run
from arena.services import services
from arena.settings import Settings
from arena.store import LOCAL_OWNER, add_version, owner_named
from arena.submissions import packed
from arena.tournaments import Plan, create
from tests.benchmarks.harness import Contestant, Effort, Estimate, Rates, measured, ratio
from tests.benchmarks.one_table import BOT
from tests.benchmarks.report import Figure, Must, Section

TITLE = "a round robin of three bots"
GAME = "claim"
BOTS = ("ann", "bob", "cat")
BLOCKS = 60
ARENA, PLAY, NO_OP = "through the arena", "by referee play", "RQ, a job that does nothing"
QUEUE = "bench"


def section(effort: Effort) -> Section:
    blocks, bots = (BLOCKS, BOTS) if effort.seconds else (1, BOTS[:2])
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, _arena(Path(folder), bots) as settings:
        everyone = [
            Contestant(ARENA, "Bothy", through_the_arena(settings, bots, blocks)),
            Contestant(PLAY, "Bothy", by_referee_play(Path(folder), bots, blocks)),
            Contestant(NO_OP, "RQ", no_op(settings)),
        ]
        rates = measured(everyone, replace(effort, repetitions=max(2, effort.repetitions // 2)))
    return Section(TITLE, "matches or jobs", _figures(rates), everyone, rates)


def _figures(rates: Rates) -> list[Figure]:
    arena, play, jobs = (rates[name] for name in (ARENA, PLAY, NO_OP))
    more = [(1 / one - 1 / other) * job for one, other, job in zip(arena, play, jobs, strict=True)]
    return [
        Figure("wall time through Redis, RQ, database", "referee play", ratio(play, arena), Must("≤", 1.15)),
        Figure("what a match takes longer", "an empty job of RQ's", Estimate.of(more)),
    ]


@contextmanager
def _arena(folder: Path, bots: Sequence[str]) -> Iterator[Settings]:
    """An arena with its services up and three bots submitted, and a worker of RQ's own beside."""
    for name in bots:
        copytree(BOT, folder / name)
        manifest = folder / name / "bot.toml"
        manifest.write_text(manifest.read_text().replace('"python-random"', f'"{name}"'))
    settings = Settings(home=folder / "home", trust_bots=1)
    settings.home.mkdir()
    upgrade(settings.database)
    with services(settings, workers=1) as ready, _plain_worker(ready.redis_url):
        for name in bots:
            _enter(ready.database, folder / name)
        yield ready


def _enter(database: str, bot: Path) -> None:
    """As a submission does, without the check: that one is not measured here."""
    data = packed(bot)
    digest = sha256(data).hexdigest()
    with writing(database) as session:
        keep_package(session, digest, data)
        version, _ = add_version(session, owner_named(session, LOCAL_OWNER), bot.name, digest, [GAME])
        version.status = VersionStatus.ACTIVE
        session.add(version)


@contextmanager
def _plain_worker(url: str) -> Iterator[None]:
    program = Path(sys.executable).with_name("rq")
    worker = subprocess.Popen([program, "worker", "--quiet", "--url", url, QUEUE])
    try:
        yield
    finally:
        worker.terminate()
        worker.wait()


def through_the_arena(settings: Settings, bots: Sequence[str], blocks: int) -> Callable[[], int]:
    numbers = count(1)

    def work() -> int:
        name = f"tournament {next(numbers)}"
        tournament = create(settings.database, Plan(name, GAME, bots, blocks=blocks, seed=name))
        assert tournament.id is not None
        run(settings, tournament.id, workers=0, on_progress=lambda _: None)
        return _matches(bots)

    return work


def by_referee_play(folder: Path, bots: Sequence[str], blocks: int) -> Callable[[], int]:
    numbers, program = count(1), str(Path(sys.executable).with_name("referee"))
    parallel = str(Plan("", GAME, ()).parallel)

    def work() -> int:
        seed = f"tournament {next(numbers)}"
        for match in combinations(bots, 2):
            folders = [str(folder / name) for name in match]
            command = [program, "play", GAME, *folders, "--blocks", str(blocks), "--seed", seed, "--parallel", parallel]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return _matches(bots)

    return work


def _matches(bots: Sequence[str]) -> int:
    return len(bots) * (len(bots) - 1) // 2


def no_op(settings: Settings) -> Callable[[], int]:
    queue = Queue(QUEUE, connection=connect(settings.redis_url))

    def work() -> int:
        queue.enqueue("time.time").latest_result(timeout=60)
        return 1

    return work
