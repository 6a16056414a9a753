"""The games, and where to find them: a new game is one more line in `GAMES`."""

from __future__ import annotations

from referee.games.base import AnyGame, GameError
from referee.games.claim import Claim
from referee.games.lords_of_scotland import LordsOfScotland
from referee.games.schotten_totten import SchottenTotten

GAMES: dict[str, AnyGame] = {
    game.key: game
    for game in (
        Claim(),
        LordsOfScotland(),
        SchottenTotten(),
    )
}  # fmt: skip


class UnknownGame(GameError):
    """A key that no game has."""


def game_of(key: str) -> AnyGame:
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGame(f"there is no game {key!r}; there are: {', '.join(GAMES)}") from None
