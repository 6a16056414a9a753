"""What a bot can do wrong. A fault is a result, not an error of the referee's."""

from __future__ import annotations

from dataclasses import dataclass

from referee.results import Termination


@dataclass(frozen=True, slots=True)
class Fault:
    """What happened, as it stands in the result and in the bot's log."""

    termination: Termination
    detail: str


class BotFault(Exception):
    """The bot that was asked has failed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.detail)
        self.fault = fault


class Interrupted(Exception):
    """The game cannot go on while somebody thinks: another bot of it has failed."""


class Abandoned(Exception):
    """A bot failed in another game that it played at the same time: this one must start over."""
