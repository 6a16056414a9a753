"""Plain counts: outcomes by opponent, and places."""

from __future__ import annotations

from arena.ratings import Game, Record, Results, records
from tests.ratings.games import results


def test_wins_draws_and_losses_of_games_of_two() -> None:
    counted = records(results([("a", "b", 3, 1, 2)]))  # three wins, a loss, two draws
    assert counted == {"a": Record(3, 2, 1, (5, 1)), "b": Record(1, 2, 3, (3, 3))}


def test_each_opponent_of_a_game_of_three_counts_by_itself() -> None:
    counted = records(Results.of_games([Game(1, ("c", "a", "b"), (1, 2, 2)), Game(1, ("a", "b", "c"), (3, 1, 2))]))
    assert counted["a"] == Record(0, 1, 3, (0, 1, 1))
    assert counted["c"] == Record(3, 0, 1, (1, 1, 0))


def test_somebody_who_has_not_played_has_no_record_yet() -> None:
    counted = records(Results.of_games([Game(1, ("a", "b"), (1, 2))], bots=["z"]))
    assert counted["z"] == Record(0, 0, 0, (0, 0))
