"""A replay as a film: a frame for the deal, and one after each step, through somebody's eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.web.boards import Board, board_of_state
from referee.games.base import AnyGame, Seat
from referee.replay import Difference
from referee.show import Eyes, ShownStep, shown_step
from referee.verify import played_steps, verified_deal


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a seat has thought so far; None where the eyes do not see it."""

    seat: Seat
    ms: float | None
    is_running: bool
    """Whether the last step was its own."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a number of steps, and the step that led there."""

    number: int
    board: Board
    step: ShownStep | None
    clocks: tuple[Clock, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """A replay through somebody's eyes, verified as far as it goes."""

    replay: Mapping[str, Any]
    eyes: Eyes
    game: AnyGame
    states: tuple[Any, ...]
    """The deal, and the state after each step."""
    steps: tuple[ShownStep, ...]
    objection: str | None
    """Where the replay says something else than its seed and actions do; None if all of it is verified."""

    @property
    def last(self) -> int:
        return len(self.steps)

    def frame(self, number: int) -> Frame:
        """The frame with this number, or the nearest that there is."""
        number = min(max(number, 0), self.last)
        step = self.steps[number - 1] if number else None
        return Frame(number, board_of_state(self.game, self.states[number], self.eyes), step, self._clocks(number))

    def _clocks(self, number: int) -> tuple[Clock, ...]:
        return tuple(self._clock(seat, number) for seat in range(len(self.replay["seats"])))

    def _clock(self, seat: Seat, number: int) -> Clock:
        is_seen = self.eyes in ("everything", seat)
        ms = sum(step.ms or 0.0 for step in self.steps[:number] if step.seat == seat) if is_seen else None
        return Clock(seat, ms, number > 0 and self.steps[number - 1].seat == seat)


def film(replay: Mapping[str, Any], eyes: Eyes) -> Film:
    """Every step is verified as it is put on the film."""
    game, deal = verified_deal(replay)
    states, steps, objection = [deal], [], None
    try:
        for played in played_steps(replay):
            states.append(played.after)
            steps.append(shown_step(game, played, eyes))
    except Difference as difference:
        objection = str(difference)
    return Film(replay, eyes, game, tuple(states), tuple(steps), objection)
