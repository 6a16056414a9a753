"""Swiss tournaments, played out with made-up results."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.rounds import PairingError, Planned, PlayedRound, Progressive, Round
from arena.pairing.swiss import Swiss, usual_rounds
from tests.pairing.counting import names, pair_counts

SEED = b"s" * 32


def played_out(form: Swiss, random: Random) -> list[PlayedRound]:
    played: list[PlayedRound] = []
    while (following := form.next_round(played)) is not None:
        points = tuple(random.choice([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]) for _ in following.pairings)
        played.append(PlayedRound(following, points))
    return played


def stronger_wins(following: Round) -> PlayedRound:
    return PlayedRound(following, tuple((1.0, 0.0) if one < other else (0.0, 1.0) for one, other in following.pairings))


counts = st.integers(2, 17)
randoms = st.randoms(use_true_random=False)


@given(counts, randoms)
@settings(deadline=None)
def test_everybody_is_in_every_round_once(count: int, random: Random) -> None:
    for over in played_out(Swiss(names(count), count + 1, SEED), random):
        sitting = [entrant for pairing in over.round.pairings for entrant in pairing]
        assert sorted([*sitting, *over.round.byes]) == list(names(count))


@given(counts, randoms)
@settings(deadline=None)
def test_nobody_meets_an_opponent_twice_in_half_the_rounds_of_a_round_robin(count: int, random: Random) -> None:
    played = played_out(Swiss(names(count), max(1, count // 2), SEED), random)
    met = pair_counts(names(count), [pairing for over in played for pairing in over.round.pairings])
    assert max(met.values()) <= 1


@given(st.integers(1, 8), randoms)
@settings(deadline=None)
def test_a_rematch_is_played_only_where_there_is_no_way_round_it(half: int, random: Random) -> None:
    """Brute force: as long as the pairs that have not met contain a perfect matching, no pair meets again."""
    field = names(2 * half)
    met: set[frozenset[str]] = set()
    for over in played_out(Swiss(field, 2 * half + 2, SEED), random):
        pairs = {frozenset(pairing) for pairing in over.round.pairings}
        if pairs & met:
            assert not can_be_paired(field, met)
        met |= pairs


@given(st.integers(1, 5), randoms)
@settings(deadline=None)
def test_from_the_top_everybody_has_an_opponent_of_the_nearest_score_that_leaves_no_rematch(
    half: int, random: Random
) -> None:
    form = Swiss(names(2 * half), half, SEED)
    played = played_out(form, random)
    for number, over in enumerate(played):
        scores = form.scores(played[:number])
        met = {frozenset(pairing) for before in played[:number] for pairing in before.round.pairings}
        free = form.standing(scores)
        for one, other in over.round.pairings:
            assert one == free[0]
            possible = [
                abs(scores[one] - scores[name])
                for name in free[1:]
                if frozenset((one, name)) not in met
                and can_be_paired(tuple(rest for rest in free if rest not in (one, name)), met)
            ]
            assert abs(scores[one] - scores[other]) == min(possible)
            free = [name for name in free if name not in (one, other)]


def can_be_paired(free: tuple[str, ...], met: set[frozenset[str]]) -> bool:
    if not free:
        return True
    first, rest = free[0], free[1:]
    return any(
        frozenset((first, other)) not in met and can_be_paired(tuple(name for name in rest if name != other), met)
        for other in rest
    )


@given(st.integers(1, 8).map(lambda half: 2 * half + 1), randoms)
@settings(deadline=None)
def test_nobody_has_a_second_bye_before_everybody_had_one(count: int, random: Random) -> None:
    played = played_out(Swiss(names(count), count, SEED), random)
    assert sorted(bye for over in played for bye in over.round.byes) == list(names(count))


@given(counts, randoms)
@settings(deadline=None)
def test_the_same_results_give_the_same_round(count: int, random: Random) -> None:
    form = Swiss(names(count), 4, SEED)
    played = played_out(form, random)
    again = Swiss(names(count)[::-1], 4, SEED)
    for number, over in enumerate(played):
        assert form.next_round(played[:number]) == again.next_round(played[:number]) == over.round


def test_the_first_round_pairs_upper_half_against_lower_by_rating() -> None:
    ratings = {name: 2000.0 - 10 * number for number, name in enumerate(names(8))}
    first = Swiss(names(8), 3, SEED, ratings).next_round([])
    assert first is not None
    assert first.pairings == tuple(zip(names(8)[:4], names(8)[4:], strict=True))


def test_without_ratings_the_seed_decides() -> None:
    one, again, other = (Swiss(names(8), 3, seed).next_round([]) for seed in (b"a" * 32, b"a" * 32, b"b" * 32))
    assert one == again != other


def test_winners_meet_winners() -> None:
    form = Swiss(names(8), 3, SEED)
    played: list[PlayedRound] = []
    for _ in range(2):
        following = form.next_round(played)
        assert following is not None
        played.append(stronger_wins(following))
    scores = form.scores(played)
    last = form.next_round(played)
    assert last is not None
    assert all(abs(scores[one] - scores[other]) <= 1 for one, other in last.pairings)
    assert scores[last.pairings[0][0]] == max(scores.values())


def test_after_the_usual_rounds_one_at_most_has_won_all() -> None:
    for count in (2, 3, 8, 9, 31, 64):
        form = Swiss(names(count), usual_rounds(count), SEED)
        played: list[PlayedRound] = []
        while (following := form.next_round(played)) is not None:
            played.append(stronger_wins(following))
        assert Counter(form.scores(played).values())[len(played)] <= 1


def test_a_bye_goes_to_the_lowest_and_counts_as_a_win() -> None:
    ratings = {name: 2000.0 - 10 * number for number, name in enumerate(names(5))}
    form = Swiss(names(5), 3, SEED, ratings)
    first = form.next_round([])
    assert first is not None
    assert first.byes == ("bot-005",)
    assert form.scores([stronger_wins(first)])["bot-005"] == 1


def test_a_drawn_match_is_half_a_point() -> None:
    form = Swiss(("a", "b"), 1, SEED)
    assert form.scores([PlayedRound(Round((("a", "b"),)), ((0.5, 0.5),))]) == {"a": 0.5, "b": 0.5}


def test_standing_is_by_score_then_rating() -> None:
    form = Swiss(("a", "b", "c"), 1, SEED, {"a": 1, "b": 2, "c": 3})
    assert form.standing({"a": 1, "b": 1, "c": 0}) == ["b", "a", "c"]


def test_it_ends_after_its_rounds() -> None:
    played = played_out(Swiss(names(6), 3, SEED), Random(1))
    assert len(played) == 3
    assert all(one.round != other.round for one, other in pairwise(played))


def test_rounds_follow_from_results() -> None:
    assert isinstance(Swiss(names(4), 2, SEED), Progressive)
    assert not isinstance(Swiss(names(4), 2, SEED), Planned)


@pytest.mark.slow
def test_two_hundred_entrants_are_paired_in_good_time() -> None:
    played = played_out(Swiss(names(200), 8, SEED), Random(2))
    assert max(pair_counts(names(200), [p for over in played for p in over.round.pairings]).values()) == 1


def test_more_than_two_seats_are_refused() -> None:
    with pytest.raises(PairingError, match="swiss tournament is for two seats, not 3"):
        Swiss(names(9), 3, SEED, seats=3)


def test_no_rounds_are_refused() -> None:
    with pytest.raises(PairingError, match="at least one round"):
        Swiss(names(4), 0, SEED)
