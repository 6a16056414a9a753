"""A replay as text to read, whole or as one seat saw it while it was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.games.base import AnyGame, Seat, Viewer
from referee.verify import Played, game_of_replay, played_steps

Eyes = Viewer | Literal["everything"]
"""Whose eyes to look through: a seat's, a spectator's (None), or those of somebody who sees all."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One decision as somebody saw it; None is what they did not see."""

    number: int
    seat: Seat
    action: str
    hand: tuple[str, ...] | None
    legal: tuple[str, ...] | None
    forced: bool | None
    autopilot: bool
    ms: float
    note: str | None
    events: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def shown_steps(replay: Mapping[str, Any], eyes: Eyes) -> Iterator[ShownStep]:
    game = game_of_replay(replay)
    for played in played_steps(replay):
        yield _shown(game, played, eyes)


def _shown(game: AnyGame, played: Played, eyes: Eyes) -> ShownStep:
    step, seat = played.step, played.step["seat"]
    sees_choice = eyes in ("everything", seat)
    action = game.parse_action(step["action"])
    events = played.events if eyes == "everything" else tuple(event.as_seen_by(eyes) for event in played.events)
    return ShownStep(
        number=played.number + 1,
        seat=seat,
        action=action.text if sees_choice else action.public_text,
        hand=tuple(card.text for card in game.observe(played.before, seat).hand) if sees_choice else None,
        legal=tuple(step["legal"]) if sees_choice else None,
        forced=step["forced"] if sees_choice else None,
        autopilot=step.get("autopilot", False),
        ms=step["ms"],
        note=step.get("note", "") if sees_choice else None,
        events=tuple(event.text for event in events),
    )


def printable(text: str) -> str:
    """A bot's words without what could play tricks with a terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def as_text(replay: Mapping[str, Any], eyes: Eyes) -> Iterator[str]:
    """The lines of a replay."""
    yield from _heading(replay, eyes)
    for step in shown_steps(replay, eyes):
        yield from _step_lines(step)
    yield from _ending(replay)


def _heading(replay: Mapping[str, Any], eyes: Eyes) -> Iterator[str]:
    game = game_of_replay(replay)
    options = ", ".join(f"{name}={str(value).lower()}" for name, value in replay["options"].items())
    yield f"{game.title}{f' ({options})' if options else ''}"
    for seat, name in enumerate(replay["seats"]):
        yield f"seat {seat}: {printable(name)}"
    if eyes == "everything":
        yield f"everything is shown; seed {replay['seed']}"
    else:
        yield f"as {'a spectator' if eyes is None else f'seat {eyes}'} saw it"
    yield f"commitment {replay['commitment']}"


def _step_lines(step: ShownStep) -> Iterator[str]:
    yield ""
    remarks = [
        *(["forced"] if step.forced else []),
        *(["moved by the referee"] if step.autopilot else []),
        *([f"{step.ms:g} ms"] if step.ms else []),
    ]
    tail = f"  ({', '.join(remarks)})" if remarks else ""
    yield f"{step.number}. seat {step.seat}: {step.action}{tail}"
    if step.hand is not None:
        yield f"     hand: {' '.join(step.hand) or '–'}"
    if step.legal is not None and not step.forced:
        yield f"     could: {', '.join(step.legal)}"
    if step.note:
        yield f"     says: {printable(step.note)}"
    for event in step.events:
        yield f"   · {event}"


def _ending(replay: Mapping[str, Any]) -> Iterator[str]:
    result = replay["result"]
    yield ""
    yield f"result: {result['termination']}: {printable(result['detail'])}"
    if result["placings"] is not None:
        for seat, (place, score) in enumerate(zip(result["placings"], result["scores"], strict=True)):
            yield f"  seat {seat}: place {place}, score {score}"
