"""The fit: published numbers, the prior, the anchor, seats, draws."""

from __future__ import annotations

import numpy as np
import pytest

from arena.ratings.bradley_terry import Anchor, Estimate, fit
from arena.ratings.elo import POINTS
from arena.ratings.results import Game, RatingError, Results
from tests.ratings.games import Tally, block, results
from tests.ratings.simulation import Pool, races

# Agresti, Categorical Data Analysis: the American League of 1987, home wins and losses of each row's team.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = """
    -   4-3 4-2 4-3 6-1 4-2 6-0
    3-3 -   4-2 4-3 6-0 6-1 4-3
    2-5 4-3 -   2-4 4-3 4-2 6-0
    3-3 5-1 2-5 -   4-3 4-2 6-1
    5-1 2-5 3-3 4-2 -   5-2 6-0
    2-5 3-3 3-4 4-3 4-2 -   2-4
    2-5 1-5 1-6 2-4 1-6 3-4 -
"""

# Davidson 1970: brands of chocolate pudding; preferred first, second, neither.
PUDDING: list[Tally] = [
    ("1", "2", 19, 22, 16),
    ("1", "3", 16, 19, 12),
    ("2", "3", 19, 19, 10),
    ("1", "4", 18, 23, 13),
    ("2", "4", 23, 19, 9),
    ("3", "4", 19, 20, 15),
    ("1", "5", 13, 19, 18),
    ("2", "5", 16, 20, 12),
    ("3", "5", 16, 15, 17),
    ("4", "5", 17, 14, 16),
    ("1", "6", 18, 21, 12),
    ("2", "6", 22, 20, 12),
    ("3", "6", 13, 18, 10),
    ("4", "6", 14, 19, 18),
    ("5", "6", 11, 21, 12),
]


def baseball() -> Results:
    return results(
        (home, away, *map(int, entry.split("-")), 0)  # type: ignore[misc]
        for home, row in zip(TEAMS, BASEBALL.strip().splitlines(), strict=True)
        for away, entry in zip(TEAMS, row.split(), strict=True)
        if entry != "-"
    )


@pytest.mark.parametrize(
    ("team", "strength", "error"),
    [
        ("Boston", 1.1077, 0.3339),
        ("Cleveland", 0.6839, 0.3319),
        ("Detroit", 1.4364, 0.3396),
        ("Milwaukee", 1.5814, 0.3433),
        ("New York", 1.2476, 0.3359),
        ("Toronto", 1.2945, 0.3367),
    ],
)
def test_agrestis_baseball_teams_against_baltimore(team: str, strength: float, error: float) -> None:
    fitted = fit(baseball(), prior_draws=0, seat_effects=False)
    natural = fitted.difference(team, "Baltimore", naive=True).times(1 / POINTS)
    assert (natural.value, natural.error) == pytest.approx((strength, error), abs=5e-5)


def test_agrestis_home_advantage_is_a_seat_effect() -> None:
    home = fit(baseball(), prior_draws=0).seat_difference(0, 1, naive=True).times(1 / POINTS)
    assert (home.value, home.error) == pytest.approx((0.3023, 0.1309), abs=5e-5)


def test_four_players_with_few_games() -> None:
    played = results([("A", "B", 2, 3, 0), ("A", "D", 1, 4, 0), ("B", "C", 5, 3, 0), ("C", "D", 1, 3, 0)])
    fitted = fit(played, prior_draws=0, seat_effects=False)
    assert np.exp(fitted.strengths) == pytest.approx([0.640, 1.043, 0.660, 2.270], abs=5e-4)


def test_davidsons_puddings() -> None:
    fitted = fit(results(PUDDING), prior_draws=0, seat_effects=False)
    worth = np.exp(fitted.strengths) / np.exp(fitted.strengths).sum()
    assert worth == pytest.approx([0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024], abs=5e-5)
    assert fitted.draw_weight == pytest.approx(0.7468, abs=5e-5)


def test_the_average_strength_is_0_and_the_average_rating_1500() -> None:
    fitted = fit(results(PUDDING))
    assert fitted.strengths.sum() == pytest.approx(0, abs=1e-12)
    assert fitted.ratings.mean() == pytest.approx(1500)


def test_an_anchor_moves_all_ratings_alike() -> None:
    free, anchored = fit(results(PUDDING)), fit(results(PUDDING), anchor=Anchor("3", 1000))
    assert anchored.rating("3").value == pytest.approx(1000)
    assert np.ptp(anchored.ratings - free.ratings) == pytest.approx(0, abs=1e-9)
    assert np.array_equal(anchored.errors, free.errors)


def test_an_anchor_must_be_in_the_pool() -> None:
    with pytest.raises(RatingError, match="nobody has no results"):
        fit(results(PUDDING), anchor=Anchor("nobody"))


def test_two_virtual_draws_keep_an_unbeaten_bot_finite() -> None:
    fitted = fit(results([("a", "b", 10, 0, 0)]), seat_effects=False)
    # By symmetry the gap d satisfies 10·(1 − σ(d)) = tanh(d/4), both of the bots having two draws at ± d/2.
    gap = float(fitted.strengths[0] - fitted.strengths[1])
    assert 10 / (1 + np.exp(gap)) == pytest.approx(np.tanh(gap / 4))


def test_the_prior_fades_with_games() -> None:
    few, many = (fit(results([("a", "b", 3 * n, n, 0)])).difference("a", "b").value for n in (1, 1000))
    assert few < many < POINTS * np.log(3) + 0.1


def test_without_a_prior_an_unbeaten_bot_has_no_rating() -> None:
    with pytest.raises(RatingError, match="all games went one way"):
        fit(results([("a", "b", 10, 0, 0)]), prior_draws=0)


def test_without_a_prior_a_seat_that_always_wins_has_no_effect_to_fit() -> None:
    played = results([("a", "b", 5, 0, 0), ("b", "a", 5, 0, 0)])
    with pytest.raises(RatingError, match="use a prior"):
        fit(played, prior_draws=0)


def test_with_the_prior_a_seat_that_always_wins_has_a_finite_effect_and_the_bots_none() -> None:
    fitted = fit(results([("a", "b", 5, 0, 0), ("b", "a", 5, 0, 0)]))
    assert np.isfinite(fitted.seats).all()
    assert fitted.seats[0] > 1
    assert fitted.strengths == pytest.approx([0, 0], abs=1e-9)


def test_nothing_but_draws_leaves_all_bots_equal() -> None:
    fitted = fit(results([("a", "b", 0, 0, 6), ("b", "c", 0, 0, 6)]))
    assert fitted.strengths == pytest.approx([0, 0, 0], abs=1e-9)
    assert np.isfinite(fitted.covariance).all()
    assert fitted.draw_weight / (2 + fitted.draw_weight) == pytest.approx(12 / 13)


def test_without_draws_there_is_no_weight_of_draws() -> None:
    assert fit(baseball()).draw_weight == 0


def test_a_bot_without_games_is_average_and_unsure() -> None:
    fitted = fit(Results.of_games([Game(1, ("a", "b"), (1, 2))], bots=["new"]))
    assert fitted.rating("new").value == pytest.approx(1500)
    assert fitted.rating("new").plus_minus > 350


def test_a_pool_without_games_is_all_prior() -> None:
    fitted = fit(Results.of_games([], bots=["a", "b"]))
    assert fitted.strengths.tolist() == [0, 0]
    assert fitted.within_blocks is None


def test_a_pool_without_bots_is_refused() -> None:
    with pytest.raises(RatingError, match="without bots"):
        fit(Results.of_games([]))


def test_a_fit_knows_only_its_bots() -> None:
    with pytest.raises(RatingError, match="nobody has no results"):
        fit(baseball()).difference("nobody", "Boston")


def test_five_players_strengths_and_seats_come_out_as_they_went_in() -> None:
    pool = Pool(np.linspace(-1, 1, 8), 5, 40, np.linspace(0.3, -0.3, 5))
    fitted = fit(races(pool, np.random.default_rng(1)))
    assert fitted.strengths == pytest.approx(pool.truth, abs=0.1)
    assert fitted.seats == pytest.approx(pool.seat_effects, abs=0.05)


def test_blocks_that_were_halved_by_the_deal_make_a_comparison_surer() -> None:
    halved = [game for number in range(20) for game in block(number, "a", "b", (1, 2), (2, 1))]
    clustered, single = fit(Results.of_games(halved)), fit(results([("a", "b", 20, 0, 0), ("b", "a", 20, 0, 0)]))
    assert clustered.difference("a", "b").error < single.difference("a", "b").error


def test_blocks_that_one_bot_swept_make_a_comparison_less_sure() -> None:
    sweeps = [((1, 2), (1, 2)), ((2, 1), (2, 1))] * 10
    swept = [game for number, ends in enumerate(sweeps) for game in block(number, "a", "b", *ends)]
    fitted = fit(Results.of_games(swept))
    assert fitted.difference("a", "b").error > 1.3 * fitted.difference("a", "b", naive=True).error


@pytest.mark.parametrize("draws", [0, 4])
def test_independent_games_of_two_have_the_naive_error_but_for_their_small_number(draws: int) -> None:
    """Two bots and their own draws fit exactly, so both ways to the error must agree up to B/(B−1)."""
    fitted = fit(results([("a", "b", 9, 3, draws)]), prior_draws=0, seat_effects=False)
    naive, robust = (fitted.difference("a", "b", naive=naive).error for naive in (True, False))
    blocks = 12 + draws
    assert robust == pytest.approx(naive * np.sqrt(blocks / (blocks - 1)))


def test_a_number_without_error_is_certain() -> None:
    assert [Estimate(value, 0).chance_above_zero for value in (-1, 0, 1)] == [0, 0.5, 1]
