"""Other people's libraries, asked the same questions."""

from __future__ import annotations

from itertools import pairwise

import choix
import evalica
import numpy as np
import pytest
from openskill.models import PlackettLuce
from scipy.stats import spearmanr

from arena.ratings.bradley_terry import fit
from arena.ratings.results import Floats, Results
from tests.ratings.simulation import Pool, duels, races

POOL = Pool(np.linspace(-0.8, 0.8, 7), 2, 6, np.zeros(2))
PLAYED = duels(POOL, np.random.default_rng(5))


def winners_and_losers(results: Results) -> list[tuple[int, int]]:
    order = np.argsort(results.placings, axis=1)
    return [(int(row[best]), int(row[worst])) for row, (best, worst) in zip(results.seated, order, strict=True)]


def plain_strengths(results: Results) -> Floats:
    return fit(results, prior_draws=0, seat_effects=False).strengths


def test_choix_finds_the_same_strengths_without_a_prior() -> None:
    theirs = choix.ilsr_pairwise(len(PLAYED.bots), winners_and_losers(PLAYED))
    assert plain_strengths(PLAYED) == pytest.approx(theirs - np.mean(theirs), abs=1e-6)


def test_choix_finds_the_same_strengths_where_the_prior_is_played_out_as_games() -> None:
    # A virtual draw is half a win and half a loss against the average: with one more bot that stands for it, and one
    # win and one loss of each bot against that one, choix has the same problem as two virtual draws set us.
    games = winners_and_losers(PLAYED)
    ghost = len(PLAYED.bots)
    games += [pair for bot in range(ghost) for pair in ((bot, ghost), (ghost, bot))]
    theirs = choix.ilsr_pairwise(ghost + 1, games)[:ghost]
    ours = fit(PLAYED, prior_draws=2, seat_effects=False).strengths
    assert ours == pytest.approx(theirs - np.mean(theirs), abs=2e-3)  # the ghost need not be the exact average


def test_evalica_finds_the_same_strengths() -> None:
    games = winners_and_losers(PLAYED)
    theirs = evalica.bradley_terry(
        [PLAYED.bots[winner] for winner, _ in games],
        [PLAYED.bots[loser] for _, loser in games],
        [evalica.Winner.X] * len(games),
        tolerance=1e-12,
        limit=10_000,
    )
    logs = np.log([theirs.scores[bot] for bot in PLAYED.bots])
    assert plain_strengths(PLAYED) == pytest.approx(logs - logs.mean(), abs=1e-5)


def test_openskill_is_the_plackett_luce_of_its_papers() -> None:
    model = PlackettLuce()
    [[winner], [loser]] = model.rate([[model.rating()], [model.rating()]])
    assert (winner.mu, winner.sigma) == pytest.approx((27.635389, 8.065901), abs=1e-6)
    assert (loser.mu, loser.sigma) == pytest.approx((22.364611, 8.065901), abs=1e-6)
    three = model.rate([[model.rating()] for _ in range(3)])
    assert [player.mu for [player] in three] == pytest.approx([27.869049, 25.717262, 21.413689], abs=1e-6)


def test_openskill_ranks_five_player_pools_as_we_do() -> None:
    pool = Pool(np.linspace(-1, 1, 8), 5, 12, np.zeros(5))
    results = races(pool, np.random.default_rng(2))
    model = PlackettLuce()
    players = [model.rating() for _ in results.bots]
    for seated, placings in zip(results.seated.tolist(), results.placings.tolist(), strict=True):
        rated = model.rate([[players[bot]] for bot in seated], ranks=placings)
        for bot, [player] in zip(seated, rated, strict=True):
            players[bot] = player
    ours = fit(results).strengths
    assert spearmanr(ours, [player.mu for player in players]).statistic > 0.95
    assert all(low < high for low, high in pairwise(ours))
