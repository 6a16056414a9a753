"""What a bot can do wrong. A fault is a result, not an error of the referee's."""

from __future__ import annotations

from dataclasses import dataclass

from referee.results import Termination


@dataclass(frozen=True, slots=True)
class Fault:
    """What happened, as it stands in the result and in the bot's log.

    The detail says nothing that differs when the same game is played again: no measured times, no ids.
    """

    termination: Termination
    detail: str


class Abandoned(Exception):
    """A bot failed in another game that it played at the same time: this one must start over."""
