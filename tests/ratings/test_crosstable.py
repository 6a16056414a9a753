"""The crosstable, and which of its scores are more than luck."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.crosstable import EXACT_BLOCKS, crosstable, p_value, score_interval
from arena.ratings.results import Game, Results
from tests.ratings.games import block, results
from tests.ratings.simulation import Pool, duels, races

SWEEP, HALVED = ((1, 2), (1, 2)), ((1, 2), (2, 1))


def test_a_cell_has_the_record_of_the_pair() -> None:
    cell = crosstable(results([("a", "b", 3, 1, 2), ("b", "a", 1, 0, 0)]))["a", "b"]
    assert (cell.wins, cell.draws, cell.losses, cell.games, cell.blocks) == (3, 2, 2, 7, 7)
    assert cell.score == pytest.approx(4 / 7)


def test_the_other_bot_has_the_same_cell_turned_round() -> None:
    table = crosstable(results([("a", "b", 3, 1, 2)]))
    assert table["b", "a"] == table["a", "b"].turned
    assert table["a", "b"].score + table["b", "a"].score == 1


def test_bots_that_never_met_have_no_cell() -> None:
    assert set(crosstable(results([("a", "b", 1, 0, 0), ("b", "c", 1, 0, 0)]))) == {
        ("a", "b"), ("b", "a"), ("b", "c"), ("c", "b"),
    }  # fmt: skip


def test_no_games_are_an_empty_table() -> None:
    assert crosstable(Results.of_games([], bots=["a", "b"])) == {}


def test_a_game_of_three_is_in_three_cells() -> None:
    table = crosstable(Results.of_games([Game(1, ("c", "a", "b"), (1, 2, 2))]))
    assert (table["c", "a"].wins, table["c", "b"].wins, table["a", "b"].draws) == (1, 1, 1)


def test_two_sweeps_are_not_yet_significant_and_ten_are() -> None:
    few, many = (
        crosstable(Results.of_games([game for n in range(blocks) for game in block(n, "a", "b", *SWEEP)]))["a", "b"]
        for blocks in (2, 10)
    )
    assert (few.p_value, few.is_significant) == (0.5, False)
    assert (many.p_value, many.is_significant) == (2 / 2**10, True)


def test_halved_blocks_are_no_evidence_of_anything() -> None:
    games = [game for n in range(50) for game in block(n, "a", "b", *HALVED)]
    assert crosstable(Results.of_games(games))["a", "b"].p_value == 1


def test_one_good_score_among_many_pairs_needs_to_be_better() -> None:
    """Six sweeps: p = 1/32, enough for one pair, not for the best of 28."""
    sweep = [game for n in range(6) for game in block(n, "a", "b", *SWEEP)]
    alone = crosstable(Results.of_games(sweep))["a", "b"]
    others = [f"bot-{n}" for n in range(6)]
    rest = [
        game for n, (one, two) in enumerate(product("ab", others), start=100) for game in block(n, one, two, *HALVED)
    ]
    among = crosstable(Results.of_games([*sweep, *rest]))["a", "b"]
    assert (alone.p_value, among.p_value) == (1 / 32, 1 / 32)
    assert (alone.is_significant, among.is_significant) == (True, False)


@given(st.lists(st.integers(-2, 2), max_size=10))
def test_the_p_value_counts_all_ways_to_reverse_blocks(margins: list[int]) -> None:
    ways = [sum(s * m for s, m in zip(signs, margins, strict=True)) for signs in product((-1, 1), repeat=len(margins))]
    expected = np.mean([abs(way) >= abs(sum(margins)) for way in ways])
    assert p_value(margins) == pytest.approx(expected)


@given(st.lists(st.sampled_from([-2, -1, 1, 2]), min_size=EXACT_BLOCKS, max_size=EXACT_BLOCKS), st.integers(-2, 2))
def test_the_normal_curve_takes_over_without_a_jump(margins: list[int], last: int) -> None:
    assert p_value([*margins, last or 1]) == pytest.approx(p_value(margins), abs=0.3)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_equal_bots_are_rarely_told_apart(players: int) -> None:
    pool = Pool(np.zeros(4), players, 12, np.linspace(0.3, -0.3, players))
    random = np.random.default_rng(9)
    play = duels if players == 2 else races
    tables = [crosstable(play(pool, random)) for _ in range(200)]
    assert np.mean([any(cell.is_significant for cell in table.values()) for table in tables]) < 0.09


@pytest.mark.parametrize("blocks", [3, 10, 40])
@pytest.mark.parametrize("chance", [0.5, 0.7, 0.95])
def test_the_interval_of_a_score_holds_the_truth_nineteen_times_of_twenty(blocks: int, chance: float) -> None:
    """Blocks of two games, won each with the same chance."""
    random = np.random.default_rng(4)
    margins = 2 * random.binomial(2, chance, size=(1000, blocks)) - 2
    intervals = [score_interval(row, 2 * blocks) for row in margins.tolist()]
    assert np.mean([low <= chance <= high for low, high in intervals]) >= 0.93


def test_many_blocks_make_the_interval_of_a_score_narrow() -> None:
    (few_low, few_high), (low, high) = (score_interval([2, 0, 0, -2] * times, 8 * times) for times in (1, 100))
    assert 0 < low < 0.5 < high < 1
    assert high - low < (few_high - few_low) / 5


def test_a_few_sweeps_are_not_certainty() -> None:
    low, high = score_interval([2, 2, 2], 6)
    assert low < 0.6
    assert high == 1.0
