"""The order of jobs, and the rounds that can be planned."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from arena.pairing import Knockout, PlayedRound, RoundRobin, job_order, rounds_to_plan
from tests.pairing.counting import names, pairings

SEED = b"o" * 32


@given(st.lists(st.integers()), st.binary(min_size=32, max_size=32))
def test_every_job_is_there_once(jobs: list[int], seed: bytes) -> None:
    assert Counter(job_order(jobs, seed)) == Counter(jobs)


def test_the_seed_decides_the_order() -> None:
    jobs = pairings(RoundRobin(names(8)))
    assert job_order(jobs, SEED) == job_order(jobs, SEED) != job_order(jobs, b"p" * 32)


def test_at_half_time_everybody_has_played() -> None:
    jobs = pairings(RoundRobin(names(10)))
    half = job_order(jobs, SEED)[: len(jobs) // 2]
    assert {entrant for pairing in half for entrant in pairing} == set(names(10))


def test_a_round_robin_is_planned_at_once() -> None:
    form = RoundRobin(names(6))
    assert rounds_to_plan(form, 0, []) == form.rounds
    assert rounds_to_plan(form, 5, []) == ()


def test_a_knockout_is_planned_round_by_round_as_results_come_in() -> None:
    form = Knockout(names(4))
    (first,) = rounds_to_plan(form, 0, [])
    assert rounds_to_plan(form, 1, []) == ()
    over = PlayedRound(first, ((1.0, 0.0), (1.0, 0.0)))
    (final,) = rounds_to_plan(form, 1, [over])
    assert final.pairings == (names(2),)
    assert rounds_to_plan(form, 2, [over, PlayedRound(final, ((1.0, 0.0),))]) == ()
