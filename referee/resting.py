"""A bot that rests while others think: its processes stand still from its answer to its next question.

It cannot think on its opponent's time then, and takes none of it. Where there is no cgroup, nothing happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from referee.clock import ClockSettings, LagMeter
from referee.faults import Fault
from referee.games.base import GameError
from referee.questions import Answered, Question
from referee.sandbox import BotProcess, Level, Sandbox
from referee.stream import BotStream


class CannotRest(GameError):
    """A match with resting bots where bots cannot be frozen."""


def check_that_bots_can_rest(sandbox: Sandbox) -> None:
    if sandbox.level < Level.STRICT:
        raise CannotRest(f"bots can be frozen at level strict only, and this is {sandbox.level}: see referee doctor")


class RestingStream(BotStream):
    """Until its first answer a bot is left alone: it may have to prepare itself."""

    def __init__(
        self, name: str, token: str, clock: ClockSettings, lag: LagMeter, on_fault: Callable[[Fault], None]
    ) -> None:
        super().__init__(name, token, clock, lag, on_fault)
        self.process: BotProcess | None = None

    def ask(self, question: Question) -> asyncio.Future[Answered | None]:
        # First, so that waking up is not on the bot's clock.
        self._thaw()
        return super().ask(question)

    def say_goodbye(self, reason: str) -> None:
        self._thaw()
        super().say_goodbye(reason)

    def _next_question(self) -> None:
        super()._next_question()
        if not self._owed and self.process is not None:
            self.process.freeze()

    def _thaw(self) -> None:
        if self.process is not None:
            self.process.thaw()
