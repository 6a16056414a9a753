"""Standings: what a reader sees."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from arena.ratings.bradley_terry import Anchor, fit
from arena.ratings.elo import POINTS
from arena.ratings.results import Game, Results
from arena.ratings.standings import Standings, likelihood_of_superiority, standings, standings_of
from tests.ratings.games import block, results
from tests.ratings.simulation import Pool, duels, races

POOL = Pool(np.linspace(-0.6, 0.6, 6), 2, 30, np.array([0.2, -0.2]))
PLAYED = duels(POOL, np.random.default_rng(4), shared_luck=0.6)
TABLE = standings(PLAYED)


def row_of(table: Standings, bot: str) -> int:
    return [row.bot for row in table.rows].index(bot)


def test_rows_go_down_in_rating() -> None:
    assert [row.rank for row in TABLE.rows] == [1, 2, 3, 4, 5, 6]
    assert all(above.rating >= below.rating for above, below in pairwise(TABLE.rows))


def test_equal_bots_stand_in_the_order_of_their_names() -> None:
    table = standings(results([("b", "a", 1, 1, 0), ("a", "b", 1, 1, 0)]))
    assert [row.bot for row in table.rows] == ["a", "b"]


def test_neighbours_are_compared_by_the_covariance_of_their_difference() -> None:
    fitted = fit(PLAYED)
    first, second = TABLE.rows[:2]
    assert first.los_over_next == pytest.approx(fitted.difference(first.bot, second.bot).chance_above_zero)
    assert TABLE.rows[-1].los_over_next is None
    assert all(row.los_over_next is None or row.los_over_next >= 0.5 for row in TABLE.rows)


def test_superiority_of_one_is_inferiority_of_the_other() -> None:
    superiority = likelihood_of_superiority(fit(PLAYED))
    assert superiority + superiority.T == pytest.approx(np.ones_like(superiority))


def test_a_rank_lies_in_its_range() -> None:
    assert all(row.best_rank <= row.rank <= row.worst_rank for row in TABLE.rows)


def test_ranges_shrink_to_one_rank_when_bots_are_far_apart() -> None:
    far = Pool(np.linspace(-3, 3, 4), 2, 60, np.zeros(2))
    table = standings(duels(far, np.random.default_rng(1)))
    assert [(row.best_rank, row.worst_rank) for row in table.rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_ranges_are_the_whole_table_when_little_was_played() -> None:
    table = standings(results([("a", "b", 1, 0, 0), ("b", "c", 1, 0, 0)]))
    assert {(row.best_rank, row.worst_rank) for row in table.rows} == {(1, 3)}


def test_a_bot_with_few_blocks_is_grey() -> None:
    newcomer = [Game(10_000, (POOL.names[0], "new"), (1, 2)), Game(10_000, ("new", POOL.names[0]), (2, 1))]
    games = [game for number in range(25) for game in block(number, POOL.names[0], POOL.names[1], (1, 2), (2, 1))]
    table = standings(Results.of_games([*games, *newcomer]))
    assert [row.bot for row in table.rows if row.is_provisional] == ["new"]
    assert table.rows[row_of(table, "new")].blocks == 1


def test_blocks_games_scores_and_draws_are_counted() -> None:
    games = [*block(1, "a", "b", (1, 2), (1, 1)), *block(2, "a", "c", (1, 2), (1, 2))]
    table = standings(Results.of_games(games))
    row = table.rows[row_of(table, "a")]
    assert (row.blocks, row.games, row.score, row.draw_share) == (2, 4, 0.875, 0.25)
    assert (table.games, table.blocks, table.draw_share) == (4, 2, 0.25)


def test_in_games_of_three_each_opponent_counts_as_one() -> None:
    table = standings(Results.of_games([Game(1, ("a", "b", "c"), (1, 1, 3))]))
    assert [(row.bot, row.score, row.draw_share) for row in table.rows] == [
        ("a", 0.75, 0.5),
        ("b", 0.75, 0.5),
        ("c", 0.0, 0.0),
    ]
    assert table.draw_share == pytest.approx(1 / 3)


def test_the_seat_effect_is_told_with_its_interval() -> None:
    first, second = TABLE.seats
    assert first.advantage == pytest.approx(-second.advantage)
    assert abs(first.advantage - 0.2 * POINTS) < 1.5 * first.plus_minus


def test_duplicate_play_saved_games_where_the_deals_luck_cancelled() -> None:
    within = TABLE.within_blocks
    assert within is not None
    assert within.correlation < -0.3
    assert within.saved == pytest.approx(-within.correlation, abs=1e-9)  # two games a block: ratio 1 + correlation


def test_duplicate_play_saves_nothing_where_games_are_independent() -> None:
    pool = Pool(np.zeros(5), 3, 40, np.zeros(3))
    within = standings(races(pool, np.random.default_rng(6))).within_blocks
    assert within is not None
    assert abs(within.correlation) < 0.06


def test_single_games_have_no_correlation_within_blocks() -> None:
    assert standings(results([("a", "b", 2, 1, 0)])).within_blocks is None


def test_an_anchored_house_bot_has_its_rating() -> None:
    table = standings(PLAYED, anchor=Anchor("bot-02", 1200))
    assert table.rows[row_of(table, "bot-02")].rating == pytest.approx(1200)


def test_warnings_of_the_fit_are_shown() -> None:
    assert "never met" in standings(results([("a", "b", 1, 1, 0), ("c", "d", 1, 1, 0)])).warnings[0]
    assert TABLE.warnings == ()


def test_a_fit_can_be_used_again() -> None:
    assert standings_of(PLAYED, fit(PLAYED)) == TABLE


def test_a_pool_without_games_has_rows_in_grey() -> None:
    table = standings(Results.of_games([], bots=["a", "b"]))
    assert [(row.rating, row.is_provisional, row.score) for row in table.rows] == [(1500, True, 0), (1500, True, 0)]


@pytest.mark.slow
def test_a_hundred_bots_refit_from_a_hundred_thousand_games() -> None:
    random = np.random.default_rng(8)
    strengths, blocks = random.normal(0, 0.5, 100), 50_000
    first, second = random.integers(0, 100, blocks), random.integers(1, 100, blocks)
    tables = np.stack([first, (first + second) % 100], axis=1)
    seated = np.concatenate([tables, tables[:, ::-1]])
    wins = random.random(len(seated)) < 1 / (1 + np.exp(strengths[seated[:, 1]] - strengths[seated[:, 0]]))
    columns = (np.tile(np.arange(blocks), 2), seated, np.where(wins[:, None], [1, 2], [2, 1]))
    table = standings(Results.of_arrays([f"bot-{n:03}" for n in range(100)], *columns))
    ratings = np.array([row.rating for row in sorted(table.rows, key=lambda row: row.bot)])
    off = ratings - 1500 - POINTS * (strengths - strengths.mean())
    assert np.abs(off).max() < 60
    assert table.games == 100_000
