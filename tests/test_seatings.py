"""Who sits where in a block."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from referee.seatings import Seatings

every_number = pytest.mark.parametrize("players", [2, 3, 4, 5])
every_kind = pytest.mark.parametrize("kind", Seatings)


@every_number
@every_kind
def test_every_seating_seats_every_bot_once(kind: Seatings, players: int) -> None:
    for seating in kind.of(players):
        assert sorted(seating) == list(range(players))


@every_number
@every_kind
def test_no_seating_is_there_twice(kind: Seatings, players: int) -> None:
    assert len(set(kind.of(players))) == len(kind.of(players))


@every_number
@every_kind
def test_every_bot_is_in_every_seat_equally_often(kind: Seatings, players: int) -> None:
    seats = Counter((bot, seat) for seating in kind.of(players) for seat, bot in enumerate(seating))
    assert len(seats) == players**2
    assert len(set(seats.values())) == 1


@every_number
def test_rotations_are_as_many_as_bots_and_begin_with_the_order_given(players: int) -> None:
    seatings = Seatings.ROTATIONS.of(players)
    assert len(seatings) == players
    assert seatings[0] == tuple(range(players))


@every_number
def test_rotations_keep_the_neighbours(players: int) -> None:
    for seating in Seatings.ROTATIONS.of(players):
        start = seating.index(0)
        assert seating[start:] + seating[:start] == tuple(range(players))


@every_number
def test_balanced_seatings_have_every_pair_in_every_pair_of_seats_once(players: int) -> None:
    pairs = Counter(
        (seating[one], seating[other], one, other)
        for seating in Seatings.BALANCED.of(players)
        for one, other in permutations(range(players), 2)
    )
    assert len(pairs) == (players * (players - 1)) ** 2
    assert set(pairs.values()) == {1}
