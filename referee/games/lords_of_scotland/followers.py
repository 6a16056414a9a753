"""A follower as a small number: its card, its face, its marks, and who knows it while it is face-down."""

from __future__ import annotations

from typing import TypeAlias

from referee.games.base import Seat
from referee.games.lords_of_scotland.cards import ALL_CARDS, END_OF_ROUND_CLANS, STRENGTHS, TOP_STRENGTH, Card, Clan

Follower: TypeAlias = int
"""Bits from the lowest: card 7, up 1, active 1, kept 1, copies 2, known to 5, mustered by 3, mustered in 3."""

CARD = 0b1111111
UP = 1 << 7
ACTIVE = 1 << 8
KEPT = 1 << 9
_COPIES = 10
_KNOWN_TO = 12
_MUSTERED_BY = 17
_MUSTERED_IN = 20
_COPIED = (None, *END_OF_ROUND_CLANS)
_COPY_BITS = {clan: number << _COPIES for number, clan in enumerate(_COPIED)}
_SEATS = tuple(tuple(seat for seat in range(5) if mask >> seat & 1) for mask in range(32))

WEAKNESS = (TOP_STRENGTH,) * UP + STRENGTHS + (TOP_STRENGTH,) * (UP - len(STRENGTHS))
"""By card and face: the greatest strength that the follower leaves free to use a power (L12)."""


def face_up(card: Card) -> Follower:
    return card | UP


def face_down(card: Card, seat: Seat, turn: int) -> Follower:
    """Mustered by a seat in a turn; turn 0 says that it lay there before the history began."""
    return int(card) | 1 << _KNOWN_TO + seat | seat << _MUSTERED_BY | turn << _MUSTERED_IN


def card_of(follower: Follower) -> Card:
    return ALL_CARDS[follower & CARD]


def is_up(follower: Follower) -> bool:
    return follower & UP != 0


def is_active(follower: Follower) -> bool:
    return follower & ACTIVE != 0


def is_kept(follower: Follower) -> bool:
    return follower & KEPT != 0


def copied_clan(follower: Follower) -> Clan | None:
    """The clan whose end-of-round power this Scott copies."""
    return _COPIED[follower >> _COPIES & 3]


def lasting_power(follower: Follower) -> Clan | None:
    """L11: the end-of-round power that is active on this follower, its own or a copied one."""
    if not follower & ACTIVE:
        return None
    return copied_clan(follower) or card_of(follower).clan


def known_to(follower: Follower) -> tuple[Seat, ...]:
    """Who knows it while it is face-down; nobody needs to be named once it is face-up."""
    return _SEATS[follower >> _KNOWN_TO & 31]


def is_known_to(follower: Follower, seat: Seat | None) -> bool:
    return follower & UP != 0 or (seat is not None and follower >> _KNOWN_TO + seat & 1 != 0)


def mustered_by(follower: Follower) -> Seat | None:
    """Who mustered this face-down follower; None if that was before the history began."""
    return follower >> _MUSTERED_BY & 7 if mustered_in(follower) else None


def mustered_in(follower: Follower) -> int:
    """The turn in which this face-down follower was mustered; 0 before the history began."""
    return follower >> _MUSTERED_IN & 7


def learned_by(follower: Follower, seat: Seat) -> Follower:
    """A face-down follower that `seat` knows from now on; what is face-up needs no note."""
    return follower if follower & UP else follower | 1 << _KNOWN_TO + seat


def revealed(follower: Follower) -> Follower:
    """L23: turned face-up; marks stay, notes about who knew it are of no more use."""
    return follower if follower & UP else follower & CARD | UP


def activated(follower: Follower, copied: Clan | None = None) -> Follower:
    return follower | ACTIVE | _COPY_BITS[copied]


def kept(follower: Follower) -> Follower:
    """L22: face-up in the next round too, no longer active, marked."""
    return follower & CARD | UP | KEPT
