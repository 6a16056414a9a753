"""The kept standings of a pool: the same as those computed afresh, and renewed when there is something new."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.db import reading, writing
from arena.models import PoolStandings, Void
from arena.pool_standings import is_stale, refresh
from arena.pools import pools
from arena.reports import pool_ratings
from tests.arena.arenas import Arena
from tests.arena.test_outcomes import ORDER, planned, store


@pytest.fixture
def arena(root: Path) -> Arena:
    return planned(root)


def refreshed(arena: Arena) -> bool:
    return refresh(arena.database, 1)


def kept(arena: Arena) -> PoolStandings:
    with reading(arena.database) as session:
        return session.get_one(PoolStandings, 1)


def test_nothing_is_kept_of_a_pool_where_nobody_has_played(arena: Arena) -> None:
    assert not refreshed(arena)


def test_what_is_kept_is_what_the_results_say(arena: Arena) -> None:
    store(arena, ORDER)
    assert refreshed(arena)
    with reading(arena.database) as session:
        fresh = pool_ratings(session, pools(session)[0])
    rows = kept(arena).report["rows"]
    assert [{name: row[name] for name in fresh["rows"][0]} for row in rows] == fresh["rows"]
    assert (kept(arena).bots, kept(arena).games) == (3, 12)


def test_every_row_counts_its_games_twice(arena: Arena) -> None:
    """By outcome, and by place: in a game of two they say the same."""
    store(arena, ORDER)
    refreshed(arena)
    for row in kept(arena).report["rows"]:
        assert row["wins"] + row["draws"] + row["losses"] == sum(row["placings"]) == row["games"] == 8
        assert row["placings"] == [row["wins"] + row["draws"], row["losses"]]


def test_they_are_computed_again_only_if_something_is_new(arena: Arena) -> None:
    store(arena, ORDER[:2])
    assert refreshed(arena)
    assert not refreshed(arena)
    store(arena, ORDER[2:])
    assert refreshed(arena)


def test_a_void_block_makes_them_stale(arena: Arena) -> None:
    store(arena, ORDER)
    refreshed(arena)
    with writing(arena.database) as session:
        session.add(Void(block_id=1, reason="a test"))
    with reading(arena.database) as session:
        assert is_stale(session, 1)
    assert refreshed(arena)
    assert kept(arena).games == 10


def test_a_pool_whose_blocks_are_all_void_has_no_rows(arena: Arena) -> None:
    store(arena, ORDER[:1])
    with writing(arena.database) as session:
        session.add(Void(block_id=1, reason="a test"))
    assert refreshed(arena)
    assert kept(arena).report["rows"] == []
