"""Perfect matchings, against trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.matching import has_perfect_matching, preferred_matching

Pairs = list[tuple[int, int]]


def all_matchings(free: list[int], allowed: Sequence[set[int]]) -> Iterator[Pairs]:
    if not free:
        yield []
        return
    first, rest = free[0], free[1:]
    for other in rest:
        if other in allowed[first]:
            for others in all_matchings([vertex for vertex in rest if vertex != other], allowed):
                yield [(first, other), *others]


@st.composite
def graphs(draw: st.DrawFn, most: int = 10) -> list[set[int]]:
    size = draw(st.integers(1, most))
    edges = draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))))
    allowed: list[set[int]] = [set() for _ in range(size)]
    for one, other in edges:
        if one != other:
            allowed[one].add(other)
            allowed[other].add(one)
    return allowed


@given(graphs())
@settings(max_examples=300, deadline=None)
def test_one_is_found_wherever_there_is_one(allowed: list[set[int]]) -> None:
    exists = next(all_matchings(list(range(len(allowed))), allowed), None) is not None
    assert has_perfect_matching(allowed) is exists


@given(graphs(), st.data())
@settings(max_examples=200, deadline=None)
def test_everybody_in_turn_has_the_best_that_leaves_all_others_paired(
    allowed: list[set[int]], data: st.DataObject
) -> None:
    preferences = [data.draw(st.permutations(sorted(near))) for near in allowed]
    found = preferred_matching(preferences)
    every = list(all_matchings(list(range(len(allowed))), allowed))
    if not every:
        assert found is None
        return
    assert found == min(every, key=lambda pairs: [preferences[one].index(other) for one, other in pairs])


def test_an_odd_ring_with_a_tail_needs_a_blossom() -> None:
    ring = [{1, 4}, {0, 2}, {1, 3}, {2, 4}, {3, 0, 5}, {4}]
    assert preferred_matching([sorted(near) for near in ring]) == [(0, 1), (2, 3), (4, 5)]


def test_an_odd_number_cannot_be_paired() -> None:
    assert preferred_matching([[1, 2], [0, 2], [0, 1]]) is None


def test_a_preference_must_be_mutual() -> None:
    assert preferred_matching([[1], []]) is None
