"""Do 95 % intervals hold the truth 95 times in a hundred? Where games of a block go together, only robust ones do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from arena.ratings.bradley_terry import Z95, fit
from arena.ratings.results import Floats, Results
from tests.ratings.simulation import Pool, duels, races

Play = Callable[[Pool, np.random.Generator], Results]
STRENGTHS = np.linspace(-0.8, 0.8, 8)
TRIALS = 120


def coverage(pool: Pool, play: Play) -> tuple[float, float]:
    """Of robust and of naive intervals, over all bots of many tournaments."""
    random = np.random.default_rng(20)
    held = []
    for _ in range(TRIALS):
        fitted = fit(play(pool, random))
        off = np.abs(fitted.strengths - pool.truth)
        held.append([off < reach(fitted.covariance), off < reach(fitted.naive_covariance)])
    robust, naive = np.mean(held, axis=(0, 2))
    return float(robust), float(naive)


def reach(covariance: Floats) -> Floats:
    return np.asarray(Z95 * np.sqrt(np.diag(covariance)), dtype=np.float64)


def duelling(blocks: int) -> Pool:
    return Pool(STRENGTHS, 2, blocks, np.array([0.15, -0.15]))


@pytest.mark.slow
def test_naive_intervals_are_too_small_where_a_deal_suits_one_bot_and_ours_are_not() -> None:
    robust, naive = coverage(duelling(5), lambda pool, random: duels(pool, random, repeated=0.7))
    assert naive < 0.92 <= robust <= 0.98


@pytest.mark.slow
def test_naive_intervals_are_too_wide_where_the_deals_luck_cancels_and_ours_are_not() -> None:
    robust, naive = coverage(duelling(5), lambda pool, random: duels(pool, random, shared_luck=0.7))
    assert 0.92 <= robust <= 0.98 < naive


@pytest.mark.slow
def test_independent_games_are_covered_by_both() -> None:
    robust, naive = coverage(duelling(5), duels)
    assert 0.92 <= robust <= 0.98
    assert 0.92 <= naive <= 0.98


@pytest.mark.slow
def test_pairs_of_a_game_of_five_are_not_independent_and_naive_intervals_too_small() -> None:
    pool = Pool(STRENGTHS, 5, 1, np.linspace(0.2, -0.2, 5))
    robust, naive = coverage(pool, races)
    assert naive < 0.90 < 0.92 <= robust <= 0.98


@pytest.mark.slow
def test_few_blocks_are_covered_too() -> None:
    robust, _ = coverage(duelling(2), lambda pool, random: duels(pool, random, repeated=0.7))
    assert 0.92 <= robust <= 0.98


def test_at_five_players_naive_errors_are_too_small_by_up_to_30_percent() -> None:
    fitted = fit(races(Pool(STRENGTHS, 5, 3, np.zeros(5)), np.random.default_rng(3)))
    ratio = np.sqrt(np.diag(fitted.naive_covariance) / np.diag(fitted.covariance))
    assert 0.65 < ratio.mean() < 0.8
