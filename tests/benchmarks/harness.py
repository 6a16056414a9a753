"""Rates of several things measured side by side, in turns, so that a busy moment of the machine hits all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeAlias

Clock: TypeAlias = Callable[[], float]
Rates: TypeAlias = dict[str, list[float]]
"""By contestant: its rate in each repetition."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something that can be done again and again."""

    name: str
    group: str
    work: Callable[[], int]
    """Does some of it and returns how much, in the section's unit."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: longer is steadier."""

    repetitions: int
    seconds: float
    """Of each contestant in each repetition, about."""


FULL = Effort(repetitions=9, seconds=0.1)
QUICK = Effort(repetitions=2, seconds=0.0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A median over repetitions, and its spread: the quartiles."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        low, middle, high = quantiles(values, n=4, method="inclusive")
        return cls(middle, low, high)


def measured(contestants: Sequence[Contestant], effort: Effort, clock: Clock = time.perf_counter) -> Rates:
    """The rate of each contestant in each repetition; who comes first changes from one to the next."""
    calls = {contestant.name: _calls(contestant, effort.seconds, clock) for contestant in contestants}
    rates: Rates = {contestant.name: [] for contestant in contestants}
    for repetition in range(effort.repetitions):
        first = repetition * len(contestants) // effort.repetitions
        for contestant in (*contestants[first:], *contestants[:first]):
            rates[contestant.name].append(_rate(contestant, calls[contestant.name], clock))
    return rates


def _calls(contestant: Contestant, seconds: float, clock: Clock) -> int:
    """How many calls take about `seconds`. Trying it out also fills caches."""
    calls = 1
    while seconds:
        started = clock()
        for _ in range(calls):
            contestant.work()
        if (taken := clock() - started) * 4 >= seconds:
            return max(1, round(calls * seconds / taken)) if taken else calls
        calls *= 2
    return calls


def _rate(contestant: Contestant, calls: int, clock: Clock) -> float:
    done = 0
    started = clock()
    for _ in range(calls):
        done += contestant.work()
    return done / max(clock() - started, 1e-9)


def ratio(mine: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """Mine as a multiple of theirs: divided within each repetition, before any median."""
    return Estimate.of([one / other for one, other in zip(mine, theirs, strict=True)])


def typical(rates: Sequence[Sequence[float]]) -> list[float]:
    """In each repetition the median of several contestants."""
    return [median(row) for row in zip(*rates, strict=True)]
