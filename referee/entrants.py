"""Who plays: an entrant brings a bot to a table, from a folder or from afar."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from referee.clock import ClockSettings
from referee.faults import Fault
from referee.stream import BotStream

if TYPE_CHECKING:
    from referee.live_bot import Hall


class SeatedBot(Protocol):
    """A bot at a table, good until its first fault."""

    @property
    def stream(self) -> BotStream: ...

    @property
    def log(self) -> str:
        """What it has printed, as far as the referee can know, and why it ended."""

    async def start(self) -> None:
        """Get ready to play; who calls this later waits for the same start. A failure is in `stream.fault`."""

    async def stop(self) -> None:
        """End it, and wait until it is gone; safe to call again."""

    def begin_stop(self) -> asyncio.Task[None]:
        """The same, without waiting."""


class Entrant(Protocol):
    """One of the bots of a match."""

    @property
    def name(self) -> str: ...

    def bot(
        self,
        seed: bytes,
        clock: ClockSettings,
        hall: Hall,
        on_fault: Callable[[Fault], None],
        after: SeatedBot | None = None,
    ) -> SeatedBot:
        """A fresh bot for a table, not yet started; if it takes another's place, that one must be gone first."""
