"""Results as the ratings see them: the games of one pool, one by one or as arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Bot: TypeAlias = str
"""What is rated, by any name that is unique in its pool."""

Block: TypeAlias = int
"""The id of a block. Games of one block are not independent: it is the cluster of all errors."""

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


class RatingError(Exception):
    """Results that cannot be rated; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: who sat where, and who finished where. A place is 1 + the number of seats strictly better."""

    block: Block
    bots: tuple[Bot, ...]
    placings: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """All games of a pool, as arrays with one row a game, in an order that depends on the games alone.

    The order makes sums of rounded numbers, and so the standings, the same to the last bit on every machine.
    """

    bots: tuple[Bot, ...]
    """Sorted by name."""
    blocks: Ints
    """By game, the number of its block, counted from 0."""
    seated: Ints
    """By game and seat, the index of the bot."""
    placings: Ints
    """By game and seat."""

    @property
    def games(self) -> int:
        return len(self.blocks)

    @property
    def players(self) -> int:
        return int(self.seated.shape[1])

    @property
    def block_count(self) -> int:
        return int(self.blocks[-1]) + 1 if self.games else 0

    def index(self, bot: Bot) -> int:
        try:
            return self.bots.index(bot)
        except ValueError:
            raise RatingError(f"{bot} has no results in this pool") from None

    @classmethod
    def of_games(cls, games: Collection[Game], bots: Iterable[Bot] = ()) -> Results:
        """Of games in any order; `bots` adds entrants that may not have played yet."""
        names = sorted({*bots, *chain.from_iterable(game.bots for game in games)})
        number = {bot: index for index, bot in enumerate(names)}
        players = _players(games)
        seated = _table((number[bot] for game in games for bot in game.bots), players)
        placings = _table((place for game in games for place in game.placings), players)
        return cls.of_arrays(names, [game.block for game in games], seated, placings)

    @classmethod
    def of_arrays(cls, bots: Sequence[Bot], blocks: ArrayLike, seated: ArrayLike, placings: ArrayLike) -> Results:
        """Of columns as a database gives them: block ids, and by game and seat the bot's index and its place."""
        ids, seats, places = (np.asarray(column, dtype=np.int64) for column in (blocks, seated, placings))
        _check(bots, ids, seats, places)
        names, seats = _by_name(bots, seats)
        number = np.unique(ids, return_inverse=True)[1]
        order = np.lexsort((_fingerprint(seats, places, len(names)), number))
        return cls(names, number[order], seats[order], places[order])


def _players(games: Collection[Game]) -> int:
    sizes = {len(game.bots) for game in games} | {len(game.placings) for game in games}
    if len(sizes) > 1:
        raise RatingError("games of a pool must all have the same number of players, and a place for each")
    return sizes.pop() if sizes else 2


def _table(numbers: Iterable[int], columns: int) -> Ints:
    return np.fromiter(numbers, dtype=np.int64).reshape(-1, columns)


def _check(bots: Sequence[Bot], blocks: Ints, seated: Ints, placings: Ints) -> None:
    if seated.ndim != 2 or seated.shape != placings.shape or len(blocks) != len(seated):
        raise RatingError("results need a block, and by seat a bot and a place, for every game")
    if len(set(bots)) != len(bots):
        raise RatingError("two bots of a pool must not have the same name")
    if seated.size and not 0 <= seated.min() <= seated.max() < len(bots):
        raise RatingError("a game names a bot that is not in the pool")
    for seat in range(seated.shape[1]):
        if (seated[:, :seat] == seated[:, seat, None]).any():
            raise RatingError("a bot sits twice in one game: games against oneself are not rated")


def _by_name(bots: Sequence[Bot], seated: Ints) -> tuple[tuple[Bot, ...], Ints]:
    order = sorted(range(len(bots)), key=bots.__getitem__)
    rank = np.empty(len(bots), dtype=np.int64)
    rank[order] = np.arange(len(bots))
    return tuple(bots[index] for index in order), rank[seated]


def _fingerprint(seated: Ints, placings: Ints, bots: int) -> Ints:
    """A number for each game that tells games of a block apart; it may overflow, and is then a good hash."""
    number = np.zeros(len(seated), dtype=np.int64)
    for seat in range(seated.shape[1]):
        number = (number * max(bots, 1) + seated[:, seat]) * 7 + placings[:, seat]
    return number
