"""What is started, how well it is shut in, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from referee.limits import Limit, Limits


class Level(StrEnum):
    """How well a bot is shut in. Levels are ordered: `Level.STRICT > Level.NONE`."""

    STRICT = "strict"
    """Namespaces, seccomp, rlimits and a cgroup."""
    STANDARD = "standard"
    """Namespaces, seccomp, rlimits, and a watchdog on the memory and CPU time of all its processes."""
    NONE = "none"
    """A plain process, for one's own bots only."""

    @property
    def rank(self) -> int:
        return (Level.NONE, Level.STANDARD, Level.STRICT).index(self)

    # A StrEnum would compare by spelling, and "none" < "standard" < "strict" only by luck.
    def __lt__(self, other: str) -> bool:
        return self.rank < Level(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Level(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Level(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Level(other).rank


@dataclass(frozen=True, slots=True)
class Launch:
    """One program to start."""

    folder: Path
    """The bot's folder: its working directory, read-only (`/bot` in a sandbox)."""
    command: tuple[str, ...]
    socket_folder: Path | None = None
    """Holds the socket of this bot's seat and nothing else; None for builds."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """The few variables that the bot gets. Paths in them are as the bot sees them: `Sandbox.inside`."""
    limits: Limits = field(default_factory=Limits)
    writable_folder: Path | None = None
    """For builds only: takes the place of `folder`, and may be written to."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a bot's process ended: by itself (code), by a signal, over a limit, or because it was told to."""

    code: int | None = None
    signal: int | None = None
    limit: Limit | None = None
    stopped: bool = False
    detail: str = ""

    @property
    def reason(self) -> str:
        """One clause for logs and results."""
        if self.limit is not None:
            return f"went over its limit of {self.detail or self.limit}"
        if self.stopped:
            return "was stopped by the referee"
        if self.signal is not None:
            return f"was killed by {_signal_name(self.signal)}"
        return f"exited with code {self.code}"


def _signal_name(number: int) -> str:
    from signal import Signals

    return Signals(number).name if number in set(Signals) else f"signal {number}"
