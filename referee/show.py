"""A replay as somebody saw it: whole, or as a seat or a spectator saw it while it was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from referee.games.base import AnyGame, Seat, Viewer
from referee.verify import Played, played_steps, verified_deal

Eyes: TypeAlias = Viewer | Literal["everything"]
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
    ms: float | None
    """Hidden like the forced flag, which a time of 0 would give away."""
    note: str | None
    events: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def shown_steps(replay: Mapping[str, Any], eyes: Eyes) -> Iterator[ShownStep]:
    game, _ = verified_deal(replay)
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
        ms=step["ms"] if sees_choice else None,
        note=step.get("note", "") if sees_choice else None,
        events=tuple(event.text for event in events),
    )
