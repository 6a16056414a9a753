"""Incremental Elo, in the order in which games ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log

from arena.ratings.results import Bot, Game

START = 1500.0
K = 32.0

POINTS = 400 / log(10)
"""Elo points of one natural unit of strength: 400 points are odds of ten to one."""


def expected_score(difference: float) -> float:
    """What Elo expects of a bot that is `difference` points ahead."""
    return 1 / (1 + 10 ** (-difference / 400))


def pair_score(place: int, other_place: int) -> float:
    return 1.0 if place < other_place else 0.5 if place == other_place else 0.0


def changes(ratings: Sequence[float], placings: Sequence[int], k: float = K) -> tuple[float, ...]:
    """By seat, the points won: every pair is a game for K/(n−1), so that two players have plain Elo."""
    seats = range(len(ratings))
    share = k / (len(ratings) - 1)
    return tuple(
        sum(
            share * (pair_score(placings[seat], placings[other]) - expected_score(ratings[seat] - ratings[other]))
            for other in seats
            if other != seat
        )
        for seat in seats
    )


def updated(ratings: Mapping[Bot, float], game: Game, k: float = K, start: float = START) -> dict[Bot, float]:
    """The new ratings of the bots of one game; a bot without a rating begins at `start`."""
    before = [ratings.get(bot, start) for bot in game.bots]
    won = changes(before, game.placings, k)
    return {bot: old + points for bot, old, points in zip(game.bots, before, won, strict=True)}


def history(games: Iterable[Game], k: float = K, start: float = START) -> Iterator[dict[Bot, float]]:
    """After each game, the new ratings of its bots."""
    ratings: dict[Bot, float] = {}
    for game in games:
        new = updated(ratings, game, k, start)
        ratings.update(new)
        yield new


def elo(games: Iterable[Game], k: float = K, start: float = START) -> dict[Bot, float]:
    """All ratings after games that are given in the order in which they ended."""
    ratings: dict[Bot, float] = {}
    for new in history(games, k, start):
        ratings.update(new)
    return ratings
