"""A game in its smallest form, and the replay that follows from it: seed and choices are enough."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import replay
from referee.games import game_of
from referee.replay import Replay, Step
from referee.results import Result


@dataclass(frozen=True, slots=True)
class CompactGame:
    """What happened in a game, beside its deal."""

    choices: Sequence[int]
    """The index of each step's action in its list of legal ones."""
    ms: Sequence[float]
    """The time charged for each step."""
    autopilot: Collection[int]
    """The steps that the referee made for a seat that had failed."""
    notes: Mapping[int, str]
    """By step."""
    result: Result
    cpu_ms: Sequence[float] = ()
    """The CPU time of each step, -1 where it is not known; empty if it is known of none."""


def derived_replay(
    compact: CompactGame, key: str, options: Mapping[str, object], seed: bytes, seats: tuple[str, ...]
) -> Replay:
    """The replay of a compact game, every choice applied to the rules again."""
    game = game_of(key)
    state: Any = game.deal(seed, len(seats), options)
    written = replay.begin(game, state, seed, seats)
    for number, (choice, ms) in enumerate(zip(compact.choices, compact.ms, strict=True)):
        texts = tuple([action.text for action in state.legal])
        step = Step(
            state.to_act, texts, texts[choice], round(ms, 3),
            number in compact.autopilot, compact.notes.get(number, ""), _known(compact.cpu_ms, number),
        )  # fmt: skip
        written.steps.append(step)
        state = game.advance_by(state, choice)
    written.result = compact.result
    return written


UNKNOWN_MS = -1.0


def cpu_times(steps: Sequence[Step]) -> list[float]:
    """The CPU time of each step, for a compact game."""
    if all(step.cpu_ms is None for step in steps):
        return []
    return [UNKNOWN_MS if step.cpu_ms is None else step.cpu_ms for step in steps]


def _known(times: Sequence[float], number: int) -> float | None:
    return round(times[number], 3) if number < len(times) and times[number] >= 0 else None
