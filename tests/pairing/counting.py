"""Counts that pairings are judged by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from arena.pairing.rounds import Entrant, Pairing, Planned


def names(count: int) -> tuple[Entrant, ...]:
    return tuple(f"bot-{number:03}" for number in range(1, count + 1))


def pairings(form: Planned) -> list[Pairing]:
    return [pairing for played in form.rounds for pairing in played.pairings]


def pair_counts(entrants: Sequence[Entrant], tables: Iterable[Pairing]) -> Counter[tuple[Entrant, ...]]:
    """By pair in alphabetical order, how often they meet; pairs that do not are there with 0."""
    counts: Counter[tuple[Entrant, ...]] = Counter(dict.fromkeys(combinations(sorted(entrants), 2), 0))
    counts.update(pair for table in tables for pair in combinations(sorted(table), 2))
    return counts


def spread(counts: Counter[tuple[Entrant, ...]]) -> int:
    return max(counts.values()) - min(counts.values())
