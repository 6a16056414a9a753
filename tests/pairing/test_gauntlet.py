"""Challengers against the field."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.gauntlet import Gauntlet
from arena.pairing.rounds import PairingError
from tests.pairing.counting import names, pair_counts, pairings, spread


def test_with_two_seats_a_challenger_meets_every_opponent_once() -> None:
    assert pairings(Gauntlet(("new",), ("a", "b", "c"))) == [("new", "a"), ("new", "b"), ("new", "c")]


def test_challengers_do_not_meet_each_other() -> None:
    found = pairings(Gauntlet(("new", "newer"), ("a", "b")))
    assert sorted(found) == [("new", "a"), ("new", "b"), ("newer", "a"), ("newer", "b")]


@given(st.integers(2, 5), st.integers(4, 25), st.integers(1, 3))
@settings(deadline=None, max_examples=40)
def test_every_table_has_one_challenger_and_meets_opponents_equally_often(seats: int, field: int, new: int) -> None:
    challengers = tuple(f"new-{number}" for number in range(new))
    found = pairings(Gauntlet(challengers, names(field), seats))
    assert all(table[0] in challengers and not set(table[1:]) & set(challengers) for table in found)
    met = Counter((table[0], opponent) for table in found for opponent in table[1:])
    assert len(met) == new * field
    assert len(set(met.values())) == 1


@given(st.integers(3, 5), st.integers(4, 25))
@settings(deadline=None, max_examples=30)
def test_opponents_meet_each_other_equally_often_give_or_take_one(seats: int, field: int) -> None:
    others = [table[1:] for table in pairings(Gauntlet(("new",), names(field), seats))]
    assert spread(pair_counts(names(field), others)) <= 1


def test_a_challenger_is_not_its_own_opponent() -> None:
    with pytest.raises(PairingError, match="named twice"):
        Gauntlet(("a",), ("a", "b"))


def test_a_field_too_small_for_a_table_is_refused() -> None:
    with pytest.raises(PairingError, match="at least 3 entrants"):
        Gauntlet(("new",), ("a", "b"), seats=4)


def test_no_challenger_is_no_gauntlet() -> None:
    with pytest.raises(PairingError, match="at least 1 entrants"):
        Gauntlet((), ("a", "b"))
