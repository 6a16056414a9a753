"""Results written down as tallies: every game a block of its own, unless it is said otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from arena.ratings.results import Game, Results

Tally = tuple[str, str, int, int, int]
"""The bot in seat 0, the one in seat 1; wins, losses and draws of the first."""


def games(tallies: Iterable[Tally]) -> list[Game]:
    return list(_games(tallies))


def _games(tallies: Iterable[Tally]) -> Iterator[Game]:
    blocks = count()
    for bot, other, wins, losses, draws in tallies:
        for placings in [(1, 2)] * wins + [(2, 1)] * losses + [(1, 1)] * draws:
            yield Game(next(blocks), (bot, other), placings)


def results(tallies: Iterable[Tally]) -> Results:
    return Results.of_games(games(tallies))


def block(number: int, bot: str, other: str, first: tuple[int, int], second: tuple[int, int]) -> list[Game]:
    """A block of two: placings of `bot` and `other`, in that order, when `bot` sat first and when it sat second."""
    return [Game(number, (bot, other), first), Game(number, (other, bot), (second[1], second[0]))]
