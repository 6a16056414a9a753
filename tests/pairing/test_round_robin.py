"""Round robins for two seats and for more."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.round_robin import RoundRobin
from arena.pairing.rounds import PairingError, Planned, Progressive
from arena.pairing.tables import FEW_TABLES, tables
from tests.pairing.counting import names, pair_counts, pairings, spread

BERGER_6 = """
    1-6 2-5 3-4
    6-4 5-3 1-2
    2-6 3-1 4-5
    6-5 1-4 2-3
    3-6 4-2 5-1
"""


def test_six_entrants_meet_in_bergers_order() -> None:
    rounds = RoundRobin(("1", "2", "3", "4", "5", "6")).rounds
    table = [" ".join("-".join(pairing) for pairing in played.pairings) for played in rounds]
    assert table == [line.strip() for line in BERGER_6.strip().splitlines()]


@given(st.integers(2, 41))
def test_two_seats_every_pair_meets_once(count: int) -> None:
    form = RoundRobin(names(count))
    assert set(pair_counts(form.entrants, pairings(form)).values()) == {1}


@given(st.integers(2, 41))
def test_two_seats_everybody_is_in_every_round_once(count: int) -> None:
    for played in RoundRobin(names(count)).rounds:
        assert sorted([*(entrant for pairing in played.pairings for entrant in pairing), *played.byes]) == list(
            names(count)
        )


@given(st.integers(1, 20).map(lambda half: 2 * half + 1))
def test_an_odd_number_sits_out_one_by_one(count: int) -> None:
    rounds = RoundRobin(names(count)).rounds
    assert len(rounds) == count
    assert sorted(bye for played in rounds for bye in played.byes) == list(names(count))


@given(st.integers(1, 20).map(lambda half: 2 * half))
def test_an_even_number_has_no_byes(count: int) -> None:
    rounds = RoundRobin(names(count)).rounds
    assert len(rounds) == count - 1
    assert all(not played.byes for played in rounds)


@given(st.integers(2, 20))
def test_first_and_second_place_are_shared_evenly(count: int) -> None:
    firsts = Counter(pairing[0] for pairing in pairings(RoundRobin(names(count))))
    assert max(firsts.values()) - min(firsts[name] for name in names(count)) <= 2


def test_a_pair_can_meet_several_times() -> None:
    form = RoundRobin(names(5), meetings=3)
    assert set(pair_counts(form.entrants, pairings(form)).values()) == {3}


@given(st.integers(3, 5), st.data())
def test_few_tables_are_all_tables(seats: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(seats, 9))
    found = pairings(RoundRobin(names(count), seats))
    assert len(found) == len(set(found)) == comb(count, seats)
    assert spread(pair_counts(names(count), found)) == 0


@given(st.integers(3, 5), st.integers(3, 45), st.integers(1, 3), st.binary(min_size=32, max_size=32))
@settings(deadline=None, max_examples=60)
def test_many_entrants_meet_equally_often_give_or_take_one(seats: int, count: int, meetings: int, seed: bytes) -> None:
    form = RoundRobin(names(max(count, seats)), seats, seed, meetings)
    counts = pair_counts(form.entrants, pairings(form))
    assert min(counts.values()) >= meetings
    assert spread(counts) <= 1


@given(st.integers(3, 5), st.integers(14, 45), st.binary(min_size=32, max_size=32))
@settings(deadline=None, max_examples=30)
def test_many_entrants_have_equally_many_tables(seats: int, count: int, seed: bytes) -> None:
    found = pairings(RoundRobin(names(count), seats, seed))
    assert len(set(Counter(entrant for table in found for entrant in table).values())) == 1
    assert all(len(set(table)) == seats for table in found)


@pytest.mark.parametrize(("seats", "count"), [(3, 100), (4, 100), (5, 100)])
def test_a_hundred_entrants_need_little_more_than_the_fewest_tables(seats: int, count: int) -> None:
    found = pairings(RoundRobin(names(count), seats))
    assert len(found) <= 1.3 * comb(count, 2) / comb(seats, 2)


def test_thirteen_at_tables_of_four_are_a_projective_plane() -> None:
    found = tables(names(13), 4, bytes(32))
    assert comb(13, 4) > FEW_TABLES
    assert len(found) == 13
    assert set(pair_counts(names(13), found).values()) == {1}


def test_the_seed_says_who_meets_at_which_table() -> None:
    one, again, other = (RoundRobin(names(20), 4, seed).rounds for seed in (b"a" * 32, b"a" * 32, b"b" * 32))
    assert one == again != other


def test_rounds_are_known_at_once() -> None:
    assert isinstance(RoundRobin(names(4)), Planned)
    assert not isinstance(RoundRobin(names(4)), Progressive)


def test_too_few_entrants_are_refused() -> None:
    with pytest.raises(PairingError, match="at least 4 entrants, not 3"):
        RoundRobin(names(3), seats=4)


def test_an_entrant_named_twice_is_refused() -> None:
    with pytest.raises(PairingError, match="named twice"):
        RoundRobin(("a", "b", "a"))


@pytest.mark.parametrize("seats", [1, 6])
def test_tables_have_two_to_five_seats(seats: int) -> None:
    with pytest.raises(PairingError, match="2 to 5 seats"):
        RoundRobin(names(9), seats)


def test_meetings_that_are_none_are_refused() -> None:
    with pytest.raises(PairingError, match="cannot meet 0 times"):
        tables(names(9), 3, bytes(32), meetings=0)
