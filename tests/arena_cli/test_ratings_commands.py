"""`arena ratings …`"""

from __future__ import annotations

import pytest
from sqlalchemy import delete
from sqlmodel import col, select

from arena.db import reading, writing
from arena.models import RatingSnapshot
from tests.arena_cli.commands import Home

pytestmark = pytest.mark.slow

Numbers = list[tuple[int, int, int, float, float, float, float, int]]


def snapshots(home: Home) -> Numbers:
    with reading(home.database) as session:
        rows = session.exec(
            select(RatingSnapshot).order_by(col(RatingSnapshot.last_block_id), col(RatingSnapshot.version_id))
        )
        return [(r.pool_id, r.last_block_id, r.version_id, r.elo, r.rating, r.low, r.high, r.games) for r in rows]


def test_a_tournament_that_ends_leaves_a_snapshot_of_what_ratings_show_says(home: Home) -> None:
    (pool,) = home.json("ratings", "show", "--game", "claim")
    taken = sorted((round(rating, 4), round(elo, 2)) for _, _, _, elo, rating, *_ in snapshots(home))
    assert taken == sorted((row["rating"], pool["elo"][row["bot"]]) for row in pool["rows"])
    assert len(taken) == 2


def test_rebuilding_gives_the_same_numbers_even_from_nothing(home: Home) -> None:
    before = snapshots(home)
    assert home.json("ratings", "rebuild") == {"claim, 2 players": 1}
    assert snapshots(home) == before
    with writing(home.database) as session:
        session.execute(delete(RatingSnapshot))
    home.output("ratings", "rebuild")
    assert snapshots(home) == before


def test_ratings_tell_elo_and_the_fit_apart(home: Home) -> None:
    shown = home.output("ratings", "show", COLUMNS="80")
    assert "claim, 2 players" in shown
    assert "Elo goes up and down as games end; the rating weighs all results at once." in shown


def test_a_game_that_is_none_is_refused(home: Home) -> None:
    assert "there is no game 'chess'" in home.complaint("ratings", "show", "--game", "chess")
