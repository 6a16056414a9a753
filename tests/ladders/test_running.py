"""A ladder with everything real: `arena ladder run`, its Redis, its referee, its workers, bots as processes."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest
from sqlmodel import func, select

from arena.db import reading
from arena.ladders.models import LadderStatus, SeasonStatus
from arena.ladders.scheduler import match_seed
from arena.ladders.store import Wanted, create, end, next_season
from arena.models import Block, Match, MatchStatus, Tournament
from arena.replays import tournament_replays
from referee.games.shuffle import derive_seed
from referee.verify import verify
from tests.arena.arenas import PATIENT, TRIO, Arena, enter, kill, until
from tests.arena.processes import work_horses, workers
from tests.ladders.ladders import LADDER, ladder, matches, reasons, seasons

SECONDS = 240


@pytest.fixture
def hill(root: Path) -> Arena:
    arena = Arena.at(root)
    for name in TRIO:
        enter(arena, name)
    create(
        arena.database, Wanted(LADDER, "claim", blocks=2, clock=PATIENT, anchors=["anna"], gauntlet_blocks=2, ahead=3)
    )
    return arena


def blocks(arena: Arena) -> int:
    with reading(arena.database) as session:
        return session.exec(select(func.count()).select_from(Block)).one()


def until_played(arena: Arena, run: subprocess.Popen[str], more: int) -> None:
    wanted = blocks(arena) + more
    until(lambda: blocks(arena) >= wanted or run.poll() is not None, SECONDS)
    assert run.poll() is None, (arena.root / "command.log").read_text()


def test_a_ladder_is_played_through_kills_restarts_and_seasons(hill: Arena) -> None:
    url = hill.database
    run = hill.start("ladder", "run", LADDER, "--workers", "2", "--json")
    until_played(hill, run, 4)
    kill(work_horses(hill.processes())[:1])
    kill([one for one in hill.processes() if one.is_referee and one.parent == run.pid])
    kill(workers(hill.processes())[:1])
    until_played(hill, run, 4)
    run.kill()
    run.communicate()
    until(lambda: not hill.processes(), SECONDS)
    run = hill.start("ladder", "run", LADDER, "--workers", "1", "--json")
    until_played(hill, run, 4)
    next_season(url, ladder(url).id or 0)
    until(lambda: seasons(url)[0].status == SeasonStatus.OVER, SECONDS)
    until_played(hill, run, 2)
    end(url, ladder(url).id or 0)
    out, _ = run.communicate(timeout=SECONDS)
    assert run.returncode == 0
    assert json.loads(out[: out.index("}") + 1])["ladder"] == LADDER
    assert hill.processes() == []
    _is_whole(hill)


def _is_whole(hill: Arena) -> None:
    """Every match is played to its end or not at all, with the deals that its season's seed gives; all is kept."""
    url = hill.database
    assert ladder(url).status == LadderStatus.ENDED
    assert {match.status for match in matches(url)} <= {MatchStatus.DONE, MatchStatus.CANCELLED}
    assert reasons(url)[0] == "gauntlet"
    assert len(reasons(url)) == len(matches(url))
    played = 0
    for season in seasons(url):
        assert season.final is not None
        with reading(url) as session:
            tournament = session.get_one(Tournament, season.tournament_id)
            seed = bytes.fromhex(tournament.seed)
            query = (
                select(Match.number, Block.number, Block.seed).join(Block).where(Match.tournament_id == tournament.id)
            )
            for match, number, deal in session.exec(query):
                own = bytes.fromhex(match_seed(seed, match))
                assert deal == derive_seed(own, "block", number).hex()
                played += 1
            replays = [replay for _, replay in tournament_replays(session, tournament)]
        assert season.final["games"] == len(replays)
        for replay in replays:
            verify(replay.to_json())
    assert played == blocks(hill)


def test_a_run_that_is_told_to_stop_stops_and_leaves_nothing(hill: Arena) -> None:
    run = hill.start("ladder", "run", LADDER, "--workers", "1")
    until_played(hill, run, 1)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=SECONDS)
    assert run.returncode == 130
    until(lambda: not hill.processes(), SECONDS)
    assert list((hill.root / "tmp").rglob("*.sock")) == []
