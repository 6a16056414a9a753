from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.teaching import PRIOR, Knowledge

NAMES = ("a", "b", "c", "d", "e")
PAIRS = [frozenset(pair) for pair in combinations(NAMES, 2)]
RATINGS = st.fixed_dictionaries({name: st.floats(800, 2200) for name in NAMES})
MET = st.dictionaries(st.sampled_from(PAIRS), st.integers(0, 50))


@settings(deadline=None)
@given(RATINGS, MET, st.integers(2, 5))
def test_a_gain_is_by_how_much_the_uncertainty_really_falls(
    ratings: dict[str, float], met: dict[frozenset[str], int], seats: int
) -> None:
    """The rank-one update against the whole computation with one block more."""
    before = Knowledge(NAMES, ratings, met, seats)
    gains = before.gains()
    for one, other in combinations(range(len(NAMES)), 2):
        pair = frozenset((NAMES[one], NAMES[other]))
        after = Knowledge(NAMES, ratings, met | {pair: met.get(pair, 0) + 1}, seats)
        assert gains[one, other] == pytest.approx(before.uncertainty() - after.uncertainty(), rel=1e-6, abs=1e-9)


@settings(deadline=None)
@given(RATINGS, MET)
def test_the_best_table_of_two_is_the_best_of_all(ratings: dict[str, float], met: dict[frozenset[str], int]) -> None:
    knowledge = Knowledge(NAMES, ratings, met, 2)
    gains = knowledge.gains()
    table = Knowledge(NAMES, ratings, met, 2).best_table((), NAMES, 2)
    one, other = (NAMES.index(name) for name in table)
    assert gains[one, other] == pytest.approx(gains.max())


@settings(deadline=None)
@given(RATINGS, MET, st.integers(2, 5))
def test_a_table_is_filled_from_the_pool_alone(
    ratings: dict[str, float], met: dict[frozenset[str], int], seats: int
) -> None:
    table = Knowledge(NAMES, ratings, met, seats).best_table(("e",), NAMES[: seats - 1], seats)
    assert table[0] == "e"
    assert set(table[1:]) == set(NAMES[: seats - 1])


def test_the_uncertainty_is_that_of_the_gaps_between_neighbours() -> None:
    """Two who never met are known from the prior alone: two independent variances."""
    alone = Knowledge(("a", "b"), {"a": 1500.0, "b": 1400.0}, {}, 2)
    assert alone.uncertainty() == pytest.approx(2 / PRIOR)
    equal = Knowledge(("a", "b"), {"a": 1500.0, "b": 1500.0}, {frozenset("ab"): 10}, 2)
    # Ten blocks of two games between equals: each game has 1/4.
    information = PRIOR * np.eye(2) + 10 * 2 / 4 * np.array([[1, -1], [-1, 1]])
    gap = np.array([1, -1])
    assert equal.uncertainty() == pytest.approx(gap @ np.linalg.inv(information) @ gap)
