"""A job plays a match with a real referee, and stores what comes of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete, update
from sqlmodel import col, select

from arena.db import reading, writing
from arena.jobs import play_match
from arena.models import Block, Log, Match, MatchStatus, Package, Seat, TournamentStatus
from arena.reports import tournament_standings
from arena.services import services
from arena.store import tournament_named
from arena.tournaments import cancel, start
from tests.arena.arenas import SAMPLES, Arena, enter, plan, tournament, until

pytestmark = pytest.mark.slow

FAIR = (SAMPLES / "python-raw" / "bot.py").read_text()
CRASHING = FAIR.replace(
    "        for question in response.questions:",
    "        if response.questions:\n            raise OSError('boom')\n        for question in response.questions:",
)
SLOW = FAIR.replace("index = ", "__import__('time').sleep(0.1); index = ")


@pytest.fixture
def arena(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Arena]:
    """On SQLite, with a referee, and leases that run out while a bot is started."""
    arena = Arena.at(root, lease_seconds=1)
    with services(arena.settings, workers=0, referee=True) as ready:
        for name, value in (arena.environment | {"ARENA_REFEREE_SOCKET": ready.referee_socket}).items():
            monkeypatch.setenv(name, value)
        yield arena


def begin(arena: Arena, program: str, blocks: int = 2) -> int:
    enter(arena, "fair")
    enter(arena, "other", program)
    number = plan(arena, bots=("fair", "other"), blocks=blocks)
    start(arena.database, number)
    return number


def test_a_bot_that_crashes_loses_its_games_and_the_tournament_goes_on_to_its_end(arena: Arena) -> None:
    begin(arena, CRASHING)
    assert play_match(1) == "played"
    assert tournament(arena).status == TournamentStatus.DONE
    with reading(arena.database) as session:
        seats = session.exec(select(Seat.version_id, Seat.placing, Seat.is_faulty)).all()
        logs = session.exec(select(Log.text)).all()
        report = tournament_standings(session, tournament_named(session, "cup"))
    assert sorted(map(tuple, seats)) == [(1, 1, False)] * 4 + [(2, 2, True)] * 4
    assert "boom" in logs[0]
    assert report["faults"] == {"other@1": 4}


def test_a_package_that_the_platform_lost_is_nobodys_result(arena: Arena) -> None:
    begin(arena, FAIR)
    with writing(arena.database) as session:
        session.execute(delete(Package))
    assert "submit that bot again" in play_match(1)
    match = match_of(arena)
    assert (match.status, match.lease_token, "submit" in match.trouble) == (MatchStatus.PLANNED, None, True)
    assert blocks(arena) == []


def test_a_match_that_takes_longer_than_its_lease_stays_with_its_worker(arena: Arena) -> None:
    begin(arena, SLOW, blocks=1)
    playing = threading.Thread(target=play_match, args=(1,))
    playing.start()
    until(lambda: match_of(arena).attempts == 1)
    while playing.is_alive() and match_of(arena).status == MatchStatus.PLANNED:
        assert "nothing to do" in play_match(1)
        playing.join(0.2)
    playing.join()
    assert blocks(arena) == [0]


def test_a_match_that_another_has_taken_is_not_played_on(arena: Arena) -> None:
    begin(arena, FAIR, blocks=1000)
    stop_after_a_block(arena, lambda: _give_to(arena, "another"))
    assert match_of(arena).lease_token == "another"


def test_a_match_of_a_cancelled_tournament_is_not_played_on(arena: Arena) -> None:
    number = begin(arena, FAIR, blocks=1000)
    stop_after_a_block(arena, lambda: cancel(arena.database, number))
    assert match_of(arena).status == MatchStatus.CANCELLED


def test_a_match_goes_on_after_its_last_stored_block(arena: Arena) -> None:
    begin(arena, FAIR, blocks=2)
    play_match(1)
    before = ids(arena)
    with writing(arena.database) as session:
        session.execute(update(Match).values(status=MatchStatus.PLANNED, blocks=3))
    assert play_match(1) == "played"
    assert ids(arena)[:2] == before
    assert blocks(arena) == [0, 1, 2]


def stop_after_a_block(arena: Arena, stop: Callable[[], None]) -> None:
    """Play until a block is there, do that, and see it end long before the match would."""
    playing = threading.Thread(target=play_match, args=(1,))
    playing.start()
    until(lambda: blocks(arena))
    stop()
    playing.join(60)
    assert not playing.is_alive()
    assert len(blocks(arena)) < 1000


def _give_to(arena: Arena, token: str) -> None:
    with writing(arena.database) as session:
        session.execute(update(Match).values(lease_token=token))


def match_of(arena: Arena) -> Match:
    with reading(arena.database) as session:
        return session.get_one(Match, 1)


def blocks(arena: Arena) -> list[int]:
    with reading(arena.database) as session:
        return list(session.exec(select(Block.number).order_by(col(Block.id))))


def ids(arena: Arena) -> list[int | None]:
    with reading(arena.database) as session:
        return list(session.exec(select(Block.id).order_by(col(Block.id))))
