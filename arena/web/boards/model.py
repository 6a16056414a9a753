"""What is drawn: cards in rows, seats with their rows, and a table between them. No game is named here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from referee.games.base import Seat

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn. Its name says all that its colour and its figure say."""

    text: str
    """As in replays; empty for a card that is not seen."""
    name: str
    figure: str
    suit: str
    """The class of its colours, and the key of its sign."""
    marks: tuple[str, ...] = ()
    """What holds of it where it lies: `active`, `face-down`."""
    is_down: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Cards side by side. Those that are not seen are drawn as one back and their number."""

    label: str
    faces: tuple[Face, ...] = ()
    hidden: int = 0
    is_small: bool = False
    is_numbered: bool = False
    """Whether the places have numbers that actions speak of."""

    @property
    def count(self) -> int:
        return len(self.faces) + self.hidden


@dataclass(frozen=True, slots=True)
class SeatArea:
    """One seat's part of the table."""

    seat: Seat
    is_to_act: bool
    facts: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class StoneColumn:
    """A boundary stone with both sides: the far one is drawn above it, the near one below."""

    number: int
    state: str
    """`unclaimed`, `seat 0's` …"""
    owner: Seat | None
    modes: tuple[Face, ...]
    far: tuple[Face, ...]
    near: tuple[Face, ...]
    needed: int

    @property
    def far_gaps(self) -> int:
        return self.needed - len(self.far)

    @property
    def near_gaps(self) -> int:
        return self.needed - len(self.near)


@dataclass(frozen=True, slots=True)
class Board:
    """A whole table. The last seat is the near one: the viewer's, if a seat looks."""

    caption: str
    seats: tuple[SeatArea, ...]
    rows: tuple[Row, ...] = ()
    stones: tuple[StoneColumn, ...] = ()
    facts: tuple[str, ...] = field(default=())

    @property
    def far_seats(self) -> tuple[SeatArea, ...]:
        return self.seats[:-1]

    @property
    def near_seat(self) -> SeatArea:
        return self.seats[-1]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action, as something to click on."""

    index: int
    text: str
    label: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Legal actions that are about the same card."""

    face: Face | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Looks(Generic[V]):
    """What somebody sees: what is public, and what the seats know through whose eyes they look."""

    public: V
    """The view of the one seat, or a spectator's."""
    seats: Mapping[Seat, V]
    """None for a spectator, one for a seat, all for somebody who is shown everything."""


def unseen(what: str = "unseen card") -> Face:
    return Face("", what, "", "back", is_down=True)


def near_last(areas: Sequence[SeatArea], near: Seat) -> tuple[SeatArea, ...]:
    """In the order of play, so that the near seat comes last."""
    return (*areas[near + 1 :], *areas[: near + 1])


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
