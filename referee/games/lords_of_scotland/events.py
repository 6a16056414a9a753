"""What can happen in a turn of Lords of Scotland."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from referee.games.base import Event, Seat, Viewer
from referee.games.lords_of_scotland.actions import Way
from referee.games.lords_of_scotland.cards import Card, Clan

Log: TypeAlias = list[Event] | None
"""Where events are written down; None if nobody asked for them."""


@dataclass(frozen=True, slots=True)
class RecruitTurned(Event):
    """L5: the leftmost face-down recruit is turned face-up."""

    slot: int
    card: Card

    @property
    def text(self) -> str:
        return f"{self.card} is turned up in slot {self.slot}"


@dataclass(frozen=True, slots=True)
class CardRecruited(Event):
    """L7: a recruit goes into a hand; a face-down one is seen by its taker only."""

    seat: Seat
    slot: int
    card: Card | None
    was_up: bool

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if self.was_up or viewer == self.seat else replace(self, card=None)

    @property
    def text(self) -> str:
        return f"seat {self.seat} recruits {_named(self.card)} from slot {self.slot}"


@dataclass(frozen=True, slots=True)
class SlotRefilled(Event):
    """L7: a recruit from the draw pile; nobody sees a face-down one."""

    slot: int
    card: Card | None
    is_up: bool

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if self.is_up else replace(self, card=None)

    @property
    def text(self) -> str:
        return f"slot {self.slot} is filled with {_named(self.card)}, face-{'up' if self.is_up else 'down'}"


@dataclass(frozen=True, slots=True)
class FollowerMustered(Event):
    """L8: a card of the hand joins the army; a face-down one is known to its seat only."""

    seat: Seat
    card: Card | None
    way: Way

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if self.way != "down" or viewer == self.seat else replace(self, card=None)

    @property
    def text(self) -> str:
        how = {"active": "face-up with its power", "down": "face-down", "up": "face-up"}[self.way]
        return f"seat {self.seat} musters {_named(self.card)} {how}"


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """L6: a seat that could do nothing."""

    seat: Seat

    @property
    def text(self) -> str:
        return f"seat {self.seat} passes"


@dataclass(frozen=True, slots=True)
class SupporterTaken(Event):
    """L14: a card leaves the army for the supporters, and another supporter joins the army."""

    seat: Seat
    given: Card
    taken: Card

    @property
    def text(self) -> str:
        return f"seat {self.seat} gives {self.given} to the supporters and takes {self.taken}"


@dataclass(frozen=True, slots=True)
class FollowersSwapped(Event):
    """L15: two followers change armies; a face-down one is known to those who knew it and its new controller."""

    seat: Seat
    given: Card
    opponent: Seat
    place: int
    gained: Card | None
    is_up: bool
    known_to: tuple[Seat, ...]

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if self.is_up or viewer in self.known_to else replace(self, gained=None)

    @property
    def text(self) -> str:
        return (
            f"seat {self.seat} swaps {self.given} for {_named(self.gained)}, place {self.place} of seat {self.opponent}"
        )


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """L16: a card of the draw pile, seen by the drawer only."""

    seat: Seat
    card: Card | None

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, card=None)

    @property
    def text(self) -> str:
        return f"seat {self.seat} draws {_named(self.card)}"


@dataclass(frozen=True, slots=True)
class FollowerDiscarded(Event):
    """L18: a follower goes to the discard, revealed to all."""

    seat: Seat
    controller: Seat
    place: int
    card: Card

    @property
    def text(self) -> str:
        return f"seat {self.seat} discards {self.card}, place {self.place} of seat {self.controller}"


@dataclass(frozen=True, slots=True)
class PowerCopied(Event):
    """L19: a Scott uses the power of another follower's clan."""

    seat: Seat
    scott: Card
    copied: Card

    @property
    def text(self) -> str:
        return f"seat {self.seat} has {self.scott} copy {self.copied}, {self.copied.clan.title}"


@dataclass(frozen=True, slots=True)
class PowerMarked(Event):
    """L11: an end-of-round power is active from now on."""

    seat: Seat
    card: Card
    power: Clan

    @property
    def text(self) -> str:
        return f"{self.card} of seat {self.seat} is active with the power of {self.power.title}"


def _named(card: Card | None) -> str:
    return "an unseen card" if card is None else card.text
