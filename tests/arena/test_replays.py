from __future__ import annotations

import pytest
from sqlmodel import select

from arena.db import reading, writing
from arena.models import Game, Match, MatchStatus, Tournament, TournamentStatus
from arena.replays import stored_replay, tournament_replays
from arena.results import store_block
from arena.settings import ArenaError
from arena.tournaments import start
from referee.replay import Replay, to_text
from referee.verify import verify
from tests.arena.arenas import Arena, enter, plan
from tests.arena.blocks import match_facts, played_block


@pytest.fixture
def written(arena: Arena) -> list[Replay]:
    """The referee's own replays of a block that is stored, of a tournament that is running."""
    enter(arena, "anna")
    enter(arena, "bert")
    start(arena.database, plan(arena, bots=("anna", "bert"), blocks=1))
    match, tournament, versions, labels = match_facts(arena.database, 1)
    block, replays = played_block(bytes.fromhex(tournament.seed), 0, labels)
    with writing(arena.database) as session:
        store_block(session, match, tournament.pool_id, versions, block, "none")
    return replays


def test_a_stored_game_gives_the_bytes_of_the_referees_own_replay(arena: Arena, written: list[Replay]) -> None:
    turn(arena, TournamentStatus.DONE)
    assert texts(arena) == [to_text(replay.to_json()) for replay in written]


def test_a_replay_out_of_the_database_verifies(arena: Arena, written: list[Replay]) -> None:
    turn(arena, TournamentStatus.DONE)
    with reading(arena.database) as session:
        for game_id in session.exec(select(Game.id)):
            verify(stored_replay(session, game_id or 0).to_json())


@pytest.mark.parametrize(
    "status", [status for status in TournamentStatus if status is not TournamentStatus.DONE], ids=str
)
def test_deals_are_secret_until_the_tournament_is_over(
    arena: Arena, written: list[Replay], status: TournamentStatus
) -> None:
    turn(arena, status)
    with pytest.raises(ArenaError, match="is not over"):
        texts(arena)


def test_deals_of_a_matchs_own_are_published_when_it_is_over(arena: Arena, written: list[Replay]) -> None:
    turn(arena, TournamentStatus.RUNNING)
    with writing(arena.database) as session:
        session.get_one(Match, 1).seed = "00" * 32
    with pytest.raises(ArenaError, match="is not over"):
        texts(arena)
    with writing(arena.database) as session:
        session.get_one(Match, 1).status = MatchStatus.DONE
    assert texts(arena) == [to_text(replay.to_json()) for replay in written]


def test_a_game_that_is_not_there_is_a_users_mistake(arena: Arena) -> None:
    with reading(arena.database) as session, pytest.raises(ArenaError, match="no game 7"):
        stored_replay(session, 7)


def turn(arena: Arena, status: TournamentStatus) -> None:
    with writing(arena.database) as session:
        tournament = session.get_one(Tournament, 1)
        tournament.status = status
        session.add(tournament)


def texts(arena: Arena) -> list[str]:
    with reading(arena.database) as session:
        found = tournament_replays(session, session.get_one(Tournament, 1))
        return [to_text(replay.to_json()) for _, replay in found]
