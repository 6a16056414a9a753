from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import select

from arena.db import reading, writing
from arena.models import MatchBot, Void
from arena.outcomes import pool_games, tournament_games
from arena.reports import tournament_standings
from arena.results import store_block
from arena.store import tournament_named
from tests.arena.arenas import TRIO, Arena, enter, plan
from tests.arena.blocks import match_facts, played_block

ORDER = [(match, block) for match in (1, 2, 3) for block in (0, 1)]


@pytest.fixture
def arena(root: Path) -> Arena:
    return planned(root)


def planned(root: Path) -> Arena:
    """A round robin of three matches with two blocks each."""
    arena = Arena.at(root)
    for name in TRIO:
        enter(arena, name)
    plan(arena, blocks=2)
    return arena


def store(arena: Arena, order: list[tuple[int, int]]) -> None:
    for match_id, number in order:
        match, tournament, versions, labels = match_facts(arena.database, match_id)
        block, _ = played_block(bytes.fromhex(tournament.seed), number, labels)
        with writing(arena.database) as session:
            store_block(session, match, tournament.pool_id, versions, block, "none")


def test_standings_are_the_same_in_whatever_order_blocks_ended(arena: Arena, tmp_path: Path) -> None:
    other = planned(tmp_path)
    store(arena, ORDER)
    store(other, ORDER[::-1])
    assert standings(arena) == standings(other)


def test_the_games_of_a_pool_come_in_the_order_in_which_they_ended(arena: Arena) -> None:
    store(arena, ORDER[::-1])
    with reading(arena.database) as session:
        in_pool, in_tournament = pool_games(session, 1), tournament_games(session, 1)
    assert [game.bots for game in in_pool[:2]] == [game.bots for game in in_tournament[-2:]]


def test_blocks_of_two_matches_are_never_one(arena: Arena) -> None:
    store(arena, ORDER)
    with reading(arena.database) as session:
        assert len({game.block for game in tournament_games(session, 1)}) == 6


def test_a_void_block_stays_and_does_not_count(arena: Arena) -> None:
    store(arena, ORDER)
    with writing(arena.database) as session:
        session.add(Void(block_id=1, reason="the host was out of memory"))
    with reading(arena.database) as session:
        assert len(tournament_games(session, 1)) == 10


def standings(arena: Arena) -> object:
    with reading(arena.database) as session:
        return tournament_standings(session, tournament_named(session, "cup"))


def test_games_of_a_bot_against_itself_do_not_count(arena: Arena) -> None:
    with writing(arena.database) as session:
        first, second = session.exec(select(MatchBot).where(MatchBot.match_id == 1)).all()
        second.version_id = first.version_id
        session.add(second)
    store(arena, ORDER)
    with reading(arena.database) as session:
        assert len({game.block for game in tournament_games(session, 1)}) == 4
        assert len({game.block for game in pool_games(session, 1)}) == 4
