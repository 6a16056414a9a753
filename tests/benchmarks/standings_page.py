"""The standings page of an arena with 1,000 bots and 1,000,000 games, as the real application serves it.

The games are made up and written straight into the tables; the standings are computed from them as they are after every
tournament. A request is timed from outside, in the same process: what the server takes is a little less.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import insert

from tests.benchmarks.harness import Contestant, Effort, Estimate
from tests.benchmarks.report import Figure, Must, Section

TITLE = "standings page"
BOTS, GAMES, REQUESTS = 1000, 1_000_000, 300
ROWS_AT_ONCE = 20_000


def section(effort: Effort) -> Section:
    bots, games, requests = (BOTS, GAMES, REQUESTS) if effort.seconds else (10, 200, 10)
    repetitions = max(2, effort.repetitions // 3)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        taken = _requests(Path(folder), bots, games, requests * repetitions)
    parts = [sorted(taken[first : first + requests]) for first in range(0, len(taken), requests)]
    slowest = Estimate.of([1000 * part[len(part) * 99 // 100] for part in parts])
    usual = Estimate.of([1000 * part[len(part) // 2] for part in parts])
    what = f"{bots:,} bots, {games:,} games"
    figures = [
        Figure(f"{what}: 99 of 100 requests", "", slowest, Must("≤", 50, "ms"), unit="ms"),
        Figure(f"{what}: the median request", "", usual, unit="ms"),
    ]
    rates = {"requests": [len(part) / sum(part) for part in parts]}
    return Section(TITLE, "requests", figures, [Contestant("requests", "Bothy", int)], rates)


def _requests(home: Path, bots: int, games: int, count: int) -> list[float]:
    """The seconds that each request took, for one page of the standings after another."""
    from starlette.testclient import TestClient

    from arena.db import upgrade
    from arena.settings import Settings
    from arena.web.app import create_app

    settings = Settings(home=home)
    upgrade(settings.database)
    pool_id = filled(settings.database, bots, games)
    pages = cycle(range(1, max(1, bots // 100) + 1))
    client, taken = TestClient(create_app(settings)), []
    for page in islice(pages, count):
        started = time.perf_counter()
        answer = client.get(f"/standings/{pool_id}?page={page}")
        taken.append(time.perf_counter() - started)
        assert answer.status_code == 200
    return taken


def filled(database: str, bots: int, games: int) -> int:
    """A database with so many games of two between so many bots, and their standings; the pool's id."""
    from arena.db import writing
    from arena.models import Block, Game, Seat
    from arena.pool_standings import refresh

    with writing(database) as session:
        pool_id, match_id, versions = _entrants(session, bots)
        random = Random(1)
        pairs = [random.sample(versions, 2) for _ in range(games // 2)]
        block = Block(match_id=match_id, pool_id=pool_id, number=0, seed="0" * 64, sandbox="none")
        game = Game(block_id=0, number=0, choices=b"", ms=b"", termination="normal", detail="")
        seat = Seat(game_id=0, seat=0, version_id=0, placing=1, score=0, decisions=20, think_ms=1.0, think_max_ms=1.0)
        _insert(session, block, ({"id": at + 1, "number": at} for at in range(len(pairs))))
        _insert(session, game, ({"id": at + 1, "block_id": at // 2 + 1, "number": at % 2} for at in range(games)))
        _insert(session, seat, _seats(pairs, random))
    refresh(database, pool_id)
    return pool_id


def _entrants(session: Any, bots: int) -> tuple[int, int, list[int]]:
    """A pool, a match that all blocks are of, and the versions."""
    from arena.models import Format, Match, MatchStatus, Tournament, TournamentStatus, VersionStatus
    from arena.store import LOCAL_OWNER, add_version, owner_named, pool_of
    from referee.games import game_of

    owner, versions = owner_named(session, LOCAL_OWNER), []
    for number in range(bots):
        version, _ = add_version(session, owner, f"bot-{number:04}", f"{number:064}", ["claim"])
        version.status = VersionStatus.ACTIVE
        versions.append(version.id or 0)
    pool = pool_of(session, "claim", game_of("claim").resolve_options(2, {}), 2)
    tournament = Tournament(
        name="made up", pool_id=pool.id or 0, format=Format.ROUND_ROBIN, rounds=1, blocks=1, seed="0" * 64, clock={},
        status=TournamentStatus.DONE,
    )  # fmt: skip
    session.add(tournament)
    session.flush()
    match = Match(
        tournament_id=tournament.id or 0, round=0, number=0, job_order=0, blocks=1, status=MatchStatus.DONE
    )  # fmt: skip
    session.add(match)
    session.flush()
    return pool.id or 0, match.id or 0, versions


def _seats(pairs: list[list[int]], random: Random) -> Iterator[dict[str, Any]]:
    """Both games of each block; the bot with the higher number is a little better."""
    for at, (one, two) in enumerate(pairs):
        for turn, (first, second) in enumerate(((one, two), (two, one))):
            won = random.random() < 0.5 + 0.3 * (first - second) / (abs(first) + abs(second))
            for seat, version in enumerate((first, second)):
                placing = 1 if won == (seat == 0) else 2
                yield {"game_id": 2 * at + turn + 1, "seat": seat, "version_id": version, "placing": placing}


def _insert(session: Any, example: Any, rows: Iterable[dict[str, Any]]) -> None:
    common = {name: getattr(example, name) for name in type(example).model_fields}
    for some in _some(rows):
        session.execute(insert(type(example)), [{**common, **row} for row in some])


def _some(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    left = iter(rows)
    while some := list(islice(left, ROWS_AT_ONCE)):
        yield some
