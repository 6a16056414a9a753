"""All processes of one bot: which they are, and how to end them."""

from __future__ import annotations

from typing import Protocol

from referee.limits import Limit
from referee.sandbox.proc import Stat


class Tree(Protocol):
    """How the processes of a bot are found and ended differs from level to level."""

    def members(self) -> list[Stat]:
        """The living processes of the bot; those of the sandbox itself may be among them."""

    def kill(self) -> None:
        """Send all of them SIGKILL. They are gone when `is_gone` says so; until then, call this again."""

    def is_gone(self) -> bool:
        """Whether nothing is left that could still run. The first process is waited for elsewhere."""

    def release(self) -> None:
        """Let go of what the host lent for this tree: descriptors, a uid, a cgroup."""

    def exceeded(self) -> Limit | None:
        """A limit that the kernel has held against it, where there is a cgroup."""

    def cpu_ms(self) -> int | None:
        """The CPU time of all of them so far, the ended ones included, where the host can tell."""

    def cpu_now_ms(self) -> float | None:
        """The same of those who live, at this very moment and cheaply: for the difference between two moments."""

    def freeze(self) -> None:
        """Stop them from running, where the host can."""

    def thaw(self) -> None:
        """Let them run again."""
