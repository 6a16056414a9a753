"""What must hold for a fit of any results."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.bradley_terry import fit
from arena.ratings.results import Game, Results

BOTS = "abcdef"


@st.composite
def pools(draw: st.DrawFn) -> list[Game]:
    """Some blocks of one table size; placings as games have them, ties included."""
    players = draw(st.integers(2, 5))
    games = []
    for number in range(draw(st.integers(1, 12))):
        table = draw(st.permutations(BOTS))[:players]
        for turn in range(players):
            scores = draw(st.lists(st.integers(0, 3), min_size=players, max_size=players))
            placings = tuple(1 + sum(other > score for other in scores) for score in scores)
            games.append(Game(number, (*table[turn:], *table[:turn]), placings))
    return games


@given(pools(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=50)
def test_the_order_of_games_does_not_matter_to_the_last_bit(games: list[Game], random: Random) -> None:
    shuffled = random.sample(games, len(games))
    one, other = fit(Results.of_games(games)), fit(Results.of_games(shuffled))
    assert np.array_equal(one.strengths, other.strengths)
    assert np.array_equal(one.covariance, other.covariance)
    assert np.array_equal(one.seats, other.seats)
    assert one.within_blocks == other.within_blocks


@given(pools(), st.permutations(BOTS))
@settings(deadline=None, max_examples=50)
def test_names_do_not_matter(games: list[Game], names: list[str]) -> None:
    new = dict(zip(BOTS, names, strict=True))
    renamed = [Game(game.block, tuple(new[bot] for bot in game.bots), game.placings) for game in games]
    one, other = fit(Results.of_games(games)), fit(Results.of_games(renamed))
    for bot in one.bots:
        assert other.rating(new[bot]).value == pytest.approx(one.rating(bot).value, abs=1e-4)
        assert other.rating(new[bot]).error == pytest.approx(one.rating(bot).error, abs=1e-4)


@given(pools(), st.integers(-1000, 1000))
@settings(deadline=None, max_examples=50)
def test_a_constant_added_to_block_ids_does_not_matter(games: list[Game], shift: int) -> None:
    moved = [Game(game.block + shift, game.bots, game.placings) for game in games]
    one, other = fit(Results.of_games(games)), fit(Results.of_games(moved))
    assert np.array_equal(one.covariance, other.covariance)


@given(pools())
@settings(deadline=None, max_examples=50)
def test_reversed_placings_reverse_the_strengths(games: list[Game]) -> None:
    turned = [Game(game.block, game.bots, tuple(6 - place for place in game.placings)) for game in games]
    one, other = fit(Results.of_games(games)), fit(Results.of_games(turned))
    assert other.strengths == pytest.approx(-one.strengths, abs=1e-6)
    assert other.covariance == pytest.approx(one.covariance, abs=1e-6)


@given(pools())
@settings(deadline=None, max_examples=50)
def test_strengths_and_seats_each_sum_to_0_and_the_average_has_no_error(games: list[Game]) -> None:
    fitted = fit(Results.of_games(games))
    assert fitted.strengths.sum() == pytest.approx(0, abs=1e-8)
    assert fitted.seats.sum() == pytest.approx(0, abs=1e-8)
    assert fitted.covariance.sum(axis=0) == pytest.approx(np.zeros(len(fitted.bots)), abs=1e-8)


@given(pools())
@settings(deadline=None, max_examples=50)
def test_covariances_are_symmetric_and_no_variance_is_negative(games: list[Game]) -> None:
    covariance = fit(Results.of_games(games)).covariance
    assert covariance == pytest.approx(covariance.T, abs=1e-9)
    assert np.linalg.eigvalsh(covariance).min() > -1e-9


@given(pools(), st.sampled_from(BOTS))
@settings(deadline=None, max_examples=50)
def test_one_more_win_never_lowers_a_bot(games: list[Game], bot: str) -> None:
    played = [number for number, game in enumerate(games) if bot in game.bots]
    if not played:
        return
    game = games[played[0]]
    seat = game.bots.index(bot)
    # First place for it, everybody else a place behind where they were.
    placings = tuple(1 if at == seat else place + 1 for at, place in enumerate(game.placings))
    better = [*games[: played[0]], Game(game.block, game.bots, placings), *games[played[0] + 1 :]]
    before, after = fit(Results.of_games(games)), fit(Results.of_games(better))
    assert after.rating(bot).value >= before.rating(bot).value - 1e-6
