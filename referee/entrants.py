"""Who plays: an entrant brings a bot to a table, from a folder or from afar."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from referee.clock import ClockSettings
from referee.faults import Fault
from referee.stream import BotStream

if TYPE_CHECKING:
    from referee.live_bot import Hall


class SeatedBot(ABC):
    """A bot at a table, good until its first fault.

    Its start and its stop are tasks of its own, begun once: games come and go, are cancelled and share it.
    """

    stream: BotStream

    def __init__(self) -> None:
        self._starting: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None

    @property
    @abstractmethod
    def log(self) -> str:
        """What it has printed, as far as the referee can know, and why it ended."""

    @abstractmethod
    async def _start(self) -> None: ...

    @abstractmethod
    async def _stop(self) -> None: ...

    async def start(self) -> None:
        """Get ready to play; who calls this later waits for the same start. A failure is in `stream.fault`."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        await asyncio.shield(self._starting)

    async def stop(self) -> None:
        """End it; goodbye is said first. Once begun, this goes on even if nobody waits for it."""
        await asyncio.shield(self.begin_stop())

    def begin_stop(self) -> asyncio.Task[None]:
        """The same, without waiting."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop())
        return self._stopping


class Entrant(Protocol):
    """One of the bots of a match."""

    @property
    def name(self) -> str: ...

    @property
    def is_from_afar(self) -> bool: ...

    def bot(
        self,
        seed: bytes,
        clock: ClockSettings,
        hall: Hall,
        on_fault: Callable[[Fault], None],
        after: SeatedBot | None = None,
    ) -> SeatedBot:
        """A fresh bot for a table, not yet started; if it takes another's place, that one must be gone first."""

    async def is_here(self, seated: Sequence[SeatedBot | None], seconds: float) -> bool:
        """Whether it can begin a block, at once or in time; `seated` are those at the tables now."""
