"""A replay as text to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from referee.show import Eyes, ShownStep, shown_steps
from referee.verify import verified_deal

WIDTH = 100
"""Columns of a transcript that is not made for a terminal."""
NARROWEST = 40
INDENT = "     "


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
        yield from _labelled("could:", _unbroken(step.legal), width)
    if step.note:
        yield from _labelled("says:", [printable(step.note)], width)
    for event in step.events:
        yield from wrap(event, width, initial_indent="   · ", subsequent_indent=INDENT, break_on_hyphens=False)


def _labelled(label: str, words: Iterable[str], width: int) -> Iterator[str]:
    text = f"{label} {', '.join(words)}"
    for line in wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT + "  ", break_on_hyphens=False):
        yield line.replace("\N{NO-BREAK SPACE}", " ")


def _unbroken(texts: Iterable[str]) -> Iterator[str]:
    """Texts that stay in one line each."""
    return (text.replace(" ", "\N{NO-BREAK SPACE}") for text in texts)


def _ending(result: Mapping[str, Any], width: int) -> Iterator[str]:
    yield ""
    yield from wrap(f"result: {result['termination']}: {printable(result['detail'])}", width, subsequent_indent="  ")
    if result["placings"] is not None:
        for seat, (place, score) in enumerate(zip(result["placings"], result["scores"], strict=True)):
            yield f"  seat {seat}: place {place}, score {score}"
