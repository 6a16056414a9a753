"""What all levels have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from referee.sandbox.launch import Launch, Level
from referee.sandbox.process import BotProcess


class Sandbox(Protocol):
    """Starts bots at one level. Use it from the main thread: a bot dies with the thread that started it."""

    @property
    def level(self) -> Level: ...

    def inside(self, socket: Path) -> str:
        """The path at which the bot finds this file of its socket folder, for BOTHY_REFEREE."""

    async def start(self, launch: Launch) -> BotProcess:
        """Start it; `NotStarted` if the host fails. A command that does not exist is the bot's fault: code 127."""
