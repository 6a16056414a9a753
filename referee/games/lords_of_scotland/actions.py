"""The actions of Lords of Scotland: one object for each text, in tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from referee.games.base import Action, Seat
from referee.games.lords_of_scotland.cards import ALL_CARDS, Card

Way: TypeAlias = Literal["active", "down", "up"]
"""How a card is mustered: face-up with its power, face-down, face-up without (L8, L9)."""

MOST_PLAYERS = 5
RECRUIT_SLOTS = 5


@dataclass(frozen=True, slots=True, eq=False)
class RecruitSlot(Action):
    """Take the recruit of a slot, 1 to 5 from the left, into the hand."""

    slot: int


@dataclass(frozen=True, slots=True, eq=False)
class MusterFollower(Action):
    """Put a card of the hand into the army."""

    card: Card
    way: Way


@dataclass(frozen=True, slots=True, eq=False)
class TakeSupporter(Action):
    """Cockburn: the supporter that joins the army."""

    card: Card


@dataclass(frozen=True, slots=True, eq=False)
class TargetFollower(Action):
    """Fergusson, Wemyss, Scott: the follower at a place, from 1, of a seat's army."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class ClaimSupporter(Action):
    """The end of a round: the supporter that is claimed."""

    card: Card


@dataclass(frozen=True, slots=True, eq=False)
class Pass(Action):
    """Do nothing, only where nothing else is possible."""


def _muster(card: Card, way: Way) -> MusterFollower:
    shown = "?" if way == "down" else card.text
    return MusterFollower(f"muster {card} {way}", f"muster {shown} {way}", card, way)


def _target(seat: Seat, place: int) -> TargetFollower:
    text = f"target {seat}.{place}"
    return TargetFollower(text, text, seat, place)


RECRUIT = tuple(RecruitSlot(f"recruit {slot}", f"recruit {slot}", slot) for slot in range(1, RECRUIT_SLOTS + 1))
"""By slot, the first at index 0."""
WITH_POWER = tuple((_muster(card, "active"), _muster(card, "down"), _muster(card, "up")) for card in ALL_CARDS)
"""By card: every way to muster it, sorted by text."""
WITHOUT_POWER = tuple(ways[1:] for ways in WITH_POWER)
TAKE = tuple(TakeSupporter(f"take {card}", f"take {card}", card) for card in ALL_CARDS)
CLAIM = tuple(ClaimSupporter(f"claim {card}", f"claim {card}", card) for card in ALL_CARDS)
TARGET = tuple(tuple(_target(seat, place + 1) for place in range(len(ALL_CARDS))) for seat in range(MOST_PLAYERS))
"""By seat and place, the first at index 0; no army has more places than there are cards."""
PASS = Pass("pass", "pass")

ACTIONS: dict[str, Action] = {
    action.text: action
    for actions in (RECRUIT, *WITH_POWER, TAKE, *TARGET, CLAIM, (PASS,))
    for action in actions
}  # fmt: skip
