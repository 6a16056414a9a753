"""The standings of 100 bots, computed anew from all their games: how long, and whether it is linear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.benchmarks.harness import Contestant, Effort, Estimate, measured, ratio
from tests.benchmarks.report import Figure, Must, Section

TITLE = "refit of standings, 100 bots"
BOTS = 100
GAMES = 1_000_000


def section(effort: Effort) -> Section:
    games = GAMES if effort.seconds else GAMES // 50
    small, large = (Contestant(f"{size:,} games", "Bothy", refit(size)) for size in (games // 4, games))
    rates = measured([small, large], replace(effort, repetitions=max(2, effort.repetitions // 2)))
    seconds = Estimate.of([games / rate for rate in rates[large.name]])
    linear = ratio(rates[small.name], rates[large.name])
    figures = [
        Figure(large.name, "", seconds, Must("≤", 5, "s"), unit="s"),
        Figure("the time for a game", f"with {small.name}", linear, Must("≤", 1.25)),
    ]
    return Section(TITLE, "games", figures, [small, large], rates)


def refit(games: int) -> Callable[[], int]:
    from arena.ratings import standings
    from arena.ratings.results import Results

    columns = _columns(games)

    def work() -> int:
        standings(Results.of_arrays(*columns))
        return games

    return work


def _columns(games: int) -> tuple[Any, ...]:
    """As a database gives them: blocks of two games, seats exchanged, by bots of known strengths."""
    import numpy as np

    random = np.random.default_rng(1)
    first = random.integers(0, BOTS, games // 2)
    second = (first + random.integers(1, BOTS, games // 2)) % BOTS
    seated = np.stack([first, second, second, first], axis=1).reshape(-1, 2)
    strengths = np.linspace(-1, 1, BOTS)
    gap = strengths[seated[:, 0]] - strengths[seated[:, 1]]
    wins = random.random(games) < 1 / (1 + np.exp(-gap))
    placings = np.where(wins[:, None], [1, 2], [2, 1])
    placings[random.random(games) < 0.05] = 1
    return [f"bot-{number:03}" for number in range(BOTS)], np.repeat(np.arange(games // 2), 2), seated, placings
