"""What a bot is asked on its stream, and what it answered."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from referee.clock import GameClock, Stopwatch

MOST_NOTE_BYTES = 500


@dataclass(frozen=True, slots=True)
class Answered:
    """A decision, and the time that it took."""

    index: int
    ms: float
    note: str
    cpu_ms: float | None = None
    """The CPU time that the bot used meanwhile, where the host can tell."""


class Question:
    """A question that the bot owes an answer to."""

    __slots__ = (
        *("clock", "cpu_before_ms", "future", "game_id", "is_sent", "is_void", "legal_count", "message", "number"),
        "watch",
    )

    def __init__(self, game_id: int, number: int, message: bytes, legal_count: int, clock: GameClock) -> None:
        self.game_id, self.number, self.message, self.legal_count = game_id, number, message, legal_count
        self.clock = clock
        self.future: asyncio.Future[Answered | None] = asyncio.get_running_loop().create_future()
        """The decision; None if whoever asked no longer waits for it."""
        self.watch: Stopwatch | None = None
        """Running from when the bot can work on it."""
        self.cpu_before_ms: float | None = None
        self.is_sent = False
        """Else it is kept back until the bot has answered what came before."""
        self.is_void = False
        """The game has ended: an answer is no longer needed, and not wrong."""

    @property
    def name(self) -> tuple[int, int]:
        return self.game_id, self.number


def readable(note: str) -> str:
    """A bot's note cut to size, on one line, without what would play tricks on a terminal."""
    cut = note.encode()[:MOST_NOTE_BYTES].decode(errors="ignore")
    return "".join([letter if letter.isprintable() else " " for letter in cut])
