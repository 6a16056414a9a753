from __future__ import annotations

import pytest
from bothy.v1 import bot_pb2, referee_pb2
from sqlalchemy import func
from sqlmodel import select

from arena.db import reading, writing
from arena.models import Block, Game, Log, Seat
from arena.results import blocks_played, faults_in_a_row, store_block
from arena.tournaments import start
from tests.arena.arenas import Arena, enter, plan
from tests.arena.blocks import match_facts, played_block
from tests.arena.processes import at_once

COUNTED = (Block, Game, Seat)


@pytest.fixture
def duel(arena: Arena) -> Arena:
    """Two bots with one match before them, the first of the database."""
    enter(arena, "anna")
    enter(arena, "bert")
    start(arena.database, plan(arena, bots=("anna", "bert")))
    return arena


def test_a_block_is_stored_with_a_game_for_each_seating(duel: Arena) -> None:
    store(duel.database, 0)
    assert counts(duel.database) == [1, 2, 4]


def test_the_same_block_again_changes_nothing(duel: Arena) -> None:
    assert store(duel.database, 0)
    assert not store(duel.database, 0)
    assert counts(duel.database) == [1, 2, 4]


def test_racing_processes_store_a_block_once(duel: Arena) -> None:
    stored = at_once(_store_first, [duel.database] * 12)
    assert stored.count(True) == 1
    assert counts(duel.database) == [1, 2, 4]


def test_a_block_is_there_whole_or_not_at_all(duel: Arena) -> None:
    match, tournament, versions, labels = match_facts(duel.database, 1)
    block, _ = played_block(bytes.fromhex(tournament.seed), 0, labels)
    del block.games[1].placings[:]  # the second game cannot be stored
    with pytest.raises(IndexError), writing(duel.database) as session:
        store_block(session, match, tournament.pool_id, versions, block, "none")
    assert counts(duel.database) == [0, 0, 0]


def test_the_blocks_that_were_played_are_known(duel: Arena) -> None:
    store(duel.database, 0)
    store(duel.database, 1)
    with reading(duel.database) as session:
        assert blocks_played(session, 1) == [0, 1]


def test_a_faulty_bots_log_is_kept_even_if_no_database_takes_it_as_it_is(duel: Arena) -> None:
    match, tournament, versions, labels = match_facts(duel.database, 1)
    block, _ = played_block(bytes.fromhex(tournament.seed), 0, labels)
    _spoil(block.games[0], seat=1, log="a\0b")
    with writing(duel.database) as session:
        store_block(session, match, tournament.pool_id, versions, block, "none")
    with reading(duel.database) as session:
        assert session.exec(select(Log.text)).all() == ["a�b"]


def test_faults_in_a_row_are_counted_for_each_bot(duel: Arena) -> None:
    match, tournament, versions, labels = match_facts(duel.database, 1)
    block, _ = played_block(bytes.fromhex(tournament.seed), 0, labels)
    _spoil(block.games[0], seat=0, log="")  # seat 0 is the first bot's in the first game,
    _spoil(block.games[1], seat=1, log="")  # and seat 1 in the second
    with writing(duel.database) as session:
        store_block(session, match, tournament.pool_id, versions, block, "none")
        assert faults_in_a_row(session, 1, versions) == [2, 0]


def store(url: str, number: int) -> bool:
    match, tournament, versions, labels = match_facts(url, 1)
    block, _ = played_block(bytes.fromhex(tournament.seed), number, labels)
    with writing(url) as session:
        return store_block(session, match, tournament.pool_id, versions, block, "none")


def counts(url: str) -> list[int]:
    with reading(url) as session:
        return [session.exec(select(func.count()).select_from(table)).one() for table in COUNTED]


def _store_first(url: str) -> bool:
    return store(url, 0)


def _spoil(game: referee_pb2.Game, seat: int, log: str) -> None:
    game.offenders.append(seat)
    game.termination = bot_pb2.TERMINATION_CRASH
    game.logs[seat] = log
