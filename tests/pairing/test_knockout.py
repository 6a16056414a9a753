"""Knockouts, played out."""

from __future__ import annotations

from math import ceil, log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.knockout import Knockout
from arena.pairing.rounds import PairingError, PlayedRound, Progressive, Round
from tests.pairing.counting import names


def played_out(form: Knockout, random: Random | None = None) -> list[PlayedRound]:
    """At random, or, without, as the seeds would have it."""
    played: list[PlayedRound] = []
    while (following := form.next_round(played)) is not None:
        seeded = [(1.0, 0.0) if one < other else (0.0, 1.0) for one, other in following.pairings]
        points = [random.choice([(1.0, 0.0), (0.0, 1.0)]) for _ in seeded] if random else seeded
        played.append(PlayedRound(following, tuple(points)))
    return played


def test_eight_entrants_meet_as_in_every_bracket() -> None:
    first = Knockout(tuple("12345678")).next_round([])
    assert first == Round((("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")))


def test_the_best_have_the_byes() -> None:
    first = Knockout(tuple("12345")).next_round([])
    assert first == Round((("4", "5"),), ("1", "2", "3"))


counts = st.integers(2, 40)


@given(counts)
def test_it_takes_as_many_rounds_as_the_field_can_be_halved(count: int) -> None:
    assert len(played_out(Knockout(names(count)))) == ceil(log2(count))


@given(counts, st.randoms(use_true_random=False))
def test_everybody_but_the_champion_loses_once(count: int, random: Random) -> None:
    form = Knockout(names(count))
    played = played_out(form, random)
    losers = [
        pairing[points.index(0.0)]
        for over in played
        for pairing, points in zip(over.round.pairings, over.points, strict=True)
    ]
    champion = form.champion(played)
    assert champion is not None
    assert sorted([*losers, champion]) == list(names(count))


@given(counts)
def test_only_the_first_round_has_byes_and_never_two_in_a_pair(count: int) -> None:
    played = played_out(Knockout(names(count)))
    assert all(not over.round.byes for over in played[1:])
    assert len(played[0].round.byes) == 2 ** ceil(log2(count)) - count


@given(counts)
def test_if_the_better_seed_always_wins_the_two_best_meet_in_the_final(count: int) -> None:
    form = Knockout(names(count))
    played = played_out(form)
    assert played[-1].round.pairings == (names(2),)
    assert form.champion(played) == names(1)[0]


def test_a_drawn_match_goes_to_the_better_seed() -> None:
    form = Knockout(("best", "other"))
    assert form.champion([PlayedRound(Round((("best", "other"),)), ((0.5, 0.5),))]) == "best"


def test_there_is_no_champion_before_the_end() -> None:
    assert Knockout(names(4)).champion([]) is None


def test_results_of_another_bracket_are_refused() -> None:
    with pytest.raises(PairingError, match="another bracket"):
        Knockout(names(4)).next_round([PlayedRound(Round((("x", "y"),)), ((1.0, 0.0),))])


def test_rounds_follow_from_results() -> None:
    assert isinstance(Knockout(names(4)), Progressive)


def test_more_than_two_seats_are_refused() -> None:
    with pytest.raises(PairingError, match="knockout is for two seats, not 4"):
        Knockout(names(16), seats=4)
