"""The arrays that everything is computed from."""

from __future__ import annotations

import numpy as np
import pytest

from arena.ratings.results import Game, RatingError, Results

GAMES = [
    Game(7, ("b", "a"), (1, 2)),
    Game(7, ("a", "b"), (1, 2)),
    Game(3, ("c", "a"), (1, 1)),
]


def test_bots_are_sorted_and_blocks_are_counted_from_0() -> None:
    results = Results.of_games(GAMES)
    assert results.bots == ("a", "b", "c")
    assert results.blocks.tolist() == [0, 1, 1]
    assert (results.games, results.players, results.block_count) == (3, 2, 2)


def test_the_order_of_games_leaves_no_trace() -> None:
    one, other = Results.of_games(GAMES), Results.of_games(GAMES[::-1])
    assert np.array_equal(one.blocks, other.blocks)
    assert np.array_equal(one.seated, other.seated)
    assert np.array_equal(one.placings, other.placings)


def test_columns_give_the_same_as_games() -> None:
    columns = Results.of_arrays(["c", "b", "a"], [7, 7, 3], [[1, 2], [2, 1], [0, 2]], [[1, 2], [1, 2], [1, 1]])
    games = Results.of_games(GAMES)
    assert columns.bots == games.bots
    assert np.array_equal(columns.seated, games.seated)
    assert np.array_equal(columns.placings, games.placings)


def test_a_bot_that_has_not_played_can_be_named() -> None:
    assert Results.of_games(GAMES, bots=["new"]).bots == ("a", "b", "c", "new")


def test_no_games_are_results_too() -> None:
    results = Results.of_games([], bots=["a"])
    assert (results.games, results.block_count, results.bots) == (0, 0, ("a",))


def test_tables_of_different_sizes_are_refused() -> None:
    with pytest.raises(RatingError, match="same number of players"):
        Results.of_games([*GAMES, Game(9, ("a", "b", "c"), (1, 2, 3))])


def test_a_game_without_a_place_for_each_is_refused() -> None:
    with pytest.raises(RatingError, match="a place for each"):
        Results.of_games([Game(1, ("a", "b"), (1,))])


def test_a_game_against_oneself_is_refused() -> None:
    with pytest.raises(RatingError, match="sits twice"):
        Results.of_games([Game(1, ("a", "a"), (1, 2))])


def test_an_unknown_bot_in_a_column_is_refused() -> None:
    with pytest.raises(RatingError, match="not in the pool"):
        Results.of_arrays(["a", "b"], [1], [[0, 2]], [[1, 2]])


def test_two_bots_of_one_name_are_refused() -> None:
    with pytest.raises(RatingError, match="same name"):
        Results.of_arrays(["a", "a"], [1], [[0, 1]], [[1, 2]])


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(RatingError, match="for every game"):
        Results.of_arrays(["a", "b"], [1, 2], [[0, 1]], [[1, 2]])


def test_an_unknown_bot_is_named_in_the_complaint() -> None:
    with pytest.raises(RatingError, match="nobody has no results"):
        Results.of_games(GAMES).index("nobody")
