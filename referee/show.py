"""A replay to read, whole or as a seat or a spectator saw it while it was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import Any, Literal, TypeAlias

from referee.games.base import AnyGame, Seat, Viewer
from referee.verify import Played, played_steps, verified_deal

Eyes: TypeAlias = Viewer | Literal["everything"]
"""Whose eyes to look through: a seat's, a spectator's (None), or those of somebody who sees all."""

WIDTH = 100
"""Columns of a transcript that is not made for a terminal."""
NARROWEST = 40
INDENT = "     "


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
    ms: float | None
    """Hidden like the forced flag, which a time of 0 would give away."""
    note: str | None
    events: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def shown_steps(replay: Mapping[str, Any], eyes: Eyes) -> Iterator[ShownStep]:
    game, _ = verified_deal(replay)
    for played in played_steps(replay):
        yield shown_step(game, played, eyes)


def shown_step(game: AnyGame, played: Played, eyes: Eyes) -> ShownStep:
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
        ms=step["ms"] if sees_choice else None,
        note=step.get("note", "") if sees_choice else None,
        events=tuple(event.text for event in events),
    )


def as_text(replay: Mapping[str, Any], eyes: Eyes, width: int = WIDTH) -> Iterator[str]:
    """The lines of a replay; every step is verified before it is given."""
    width = max(width, NARROWEST)
    yield from _heading(replay, eyes)
    for step in shown_steps(replay, eyes):
        yield from _step_lines(step, width)
    yield from _ending(replay["result"], width)


def printable(text: str) -> str:
    """A bot's words without what could play tricks with a terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _heading(replay: Mapping[str, Any], eyes: Eyes) -> Iterator[str]:
    game, state = verified_deal(replay)
    options = ", ".join(f"{name}={str(value).lower()}" for name, value in game.options(state).items())
    yield f"{game.title}{f' ({options})' if options else ''}"
    for seat, name in enumerate(replay["seats"]):
        yield f"seat {seat}: {printable(name)}"
    if eyes == "everything":
        yield f"seed {replay['seed']}"
    yield f"commitment {replay['commitment']}"
    if eyes != "everything":
        yield f"as {'a spectator' if eyes is None else f'seat {eyes}'} saw it"


def _step_lines(step: ShownStep, width: int) -> Iterator[str]:
    yield ""
    remarks = [
        *(["forced"] if step.forced else []),
        *(["moved by the referee"] if step.autopilot else []),
        *([f"{step.ms:g} ms"] if step.ms else []),
    ]
    tail = f"  ({', '.join(remarks)})" if remarks else ""
    yield f"{step.number}. seat {step.seat}: {step.action}{tail}"
    if step.hand is not None:
        yield from _labelled("hand:", [" ".join(step.hand) or "–"], width)
    if step.legal is not None and not step.forced:
        yield from _labelled("could:", _condensed(step.legal), width)
    if step.note:
        yield from _labelled("says:", [printable(step.note)], width)
    for event in step.events:
        yield from wrap(event, width, initial_indent="   · ", subsequent_indent=INDENT, break_on_hyphens=False)


def _labelled(label: str, words: Iterable[str], width: int) -> Iterator[str]:
    text = f"{label} {', '.join(words)}"
    for line in wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT + "  ", break_on_hyphens=False):
        yield line.replace("\N{NO-BREAK SPACE}", " ")


def _condensed(actions: Iterable[str]) -> Iterator[str]:
    """`muster CO2 down/up` for two actions that differ in their last word; none is broken over two lines."""
    for beginning, texts in groupby(actions, key=lambda text: text.rpartition(" ")[0]):
        words = "/".join(text.rpartition(" ")[2] for text in texts)
        yield f"{beginning} {words}".strip().replace(" ", "\N{NO-BREAK SPACE}")


def _ending(result: Mapping[str, Any], width: int) -> Iterator[str]:
    yield ""
    culprit = "" if result["offender"] is None else f" by seat {result['offender']}"
    text = f"result: {result['termination']}{culprit}: {printable(result['detail'])}"
    yield from wrap(text, width, subsequent_indent="  ")
    if result["placings"] is not None:
        for seat, (place, score) in enumerate(zip(result["placings"], result["scores"], strict=True)):
            yield f"  seat {seat}: place {place}, score {score}"
