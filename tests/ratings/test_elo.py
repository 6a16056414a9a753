"""Incremental Elo: published numbers, and what must hold for any games."""

from __future__ import annotations

import evalica
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.elo import changes, elo, expected_score, history, updated
from arena.ratings.results import Game


def test_three_players_share_k_among_their_pairs() -> None:
    before = [1200.0, 1000.0, 900.0]
    after = [old + won for old, won in zip(before, changes(before, (1, 2, 3), k=32), strict=True)]
    assert after == pytest.approx([1206.25972, 1001.91491, 891.82537], abs=1e-5)


def test_two_players_have_plain_elo() -> None:
    won = 32 * (1 - expected_score(-100))
    assert changes([1400, 1500], (1, 2)) == pytest.approx((won, -won))


def test_a_draw_of_equals_changes_nothing() -> None:
    assert changes([1500, 1500, 1500], (1, 1, 1)) == (0, 0, 0)


def test_an_underdog_gains_by_a_draw() -> None:
    assert changes([1400, 1600], (1, 1))[0] > 0


def test_400_points_are_ten_to_one() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)


def test_games_count_in_the_order_in_which_they_ended() -> None:
    one, two = Game(1, ("a", "b"), (1, 2)), Game(2, ("a", "b"), (2, 1))
    assert elo([one, two])["b"] > 1500 > elo([two, one])["b"]


def test_history_has_the_new_ratings_of_each_game() -> None:
    steps = list(history([Game(1, ("a", "b"), (1, 2)), Game(2, ("a", "c"), (1, 2))]))
    assert steps[0] == {"a": 1516, "b": 1484}
    assert set(steps[1]) == {"a", "c"}


def test_a_newcomer_begins_at_the_start() -> None:
    assert updated({"a": 1600}, Game(1, ("a", "new"), (1, 1)), start=1600) == {"a": 1600, "new": 1600}


ratings = st.lists(st.floats(500, 2500), min_size=2, max_size=5)


@given(ratings, st.data())
def test_points_won_are_points_lost(before: list[float], data: st.DataObject) -> None:
    placings = data.draw(st.lists(st.integers(1, 5), min_size=len(before), max_size=len(before)))
    assert sum(changes(before, placings)) == pytest.approx(0, abs=1e-9)


@given(ratings, st.floats(-500, 500), st.data())
def test_only_differences_matter(before: list[float], shift: float, data: st.DataObject) -> None:
    placings = data.draw(st.lists(st.integers(1, 5), min_size=len(before), max_size=len(before)))
    shifted = changes([rating + shift for rating in before], placings)
    assert shifted == pytest.approx(changes(before, placings), abs=1e-6)


@given(ratings, st.data())
def test_a_place_up_never_costs_points(before: list[float], data: st.DataObject) -> None:
    placings = data.draw(st.lists(st.integers(2, 5), min_size=len(before), max_size=len(before)))
    better = [placings[0] - 1, *placings[1:]]
    assert changes(before, better)[0] >= changes(before, placings)[0]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.sampled_from([1, 2, 3])), min_size=1))
def test_evalica_agrees(played: list[tuple[str, str, int]]) -> None:
    placings = {1: (1, 2), 2: (2, 1), 3: (1, 1)}
    winners = {1: evalica.Winner.X, 2: evalica.Winner.Y, 3: evalica.Winner.Draw}
    ours = elo([Game(n, (one, two), placings[end]) for n, (one, two, end) in enumerate(played)], k=30, start=1000)
    theirs = evalica.elo(
        [one for one, _, _ in played],
        [two for _, two, _ in played],
        [winners[end] for _, _, end in played],
        initial=1000.0,
        base=10.0,
        scale=400.0,
        k=30.0,
    )
    assert ours == pytest.approx(theirs.scores.to_dict(), abs=1e-6)
