"""Claim's state and history."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from referee.games.base import Action, Seat
from referee.games.claim.cards import Card

Pile = tuple[Card, ...]
"""Some cards. Hands are kept sorted, the stock lies as dealt, top first; in other piles order means nothing."""


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    lead: Card
    reply: Card
    winner: Seat
    prize: Card | None

    @property
    def phase(self) -> int:
        return 2 if self.prize is None else 1

    def card_of(self, seat: Seat) -> Card:
        return self.lead if seat == self.leader else self.reply


@dataclass(slots=True)
class ClaimState:
    """Never changed once `legal` is set: a step makes a copy (`copy`), changes that, and lets go of it."""

    phase: int
    leader: Seat
    led: Card | None
    prize: Card | None
    hands: tuple[Pile, Pile]
    stock: Pile
    followers: tuple[Pile, Pile]
    prizes: tuple[Pile, Pile]
    scored: tuple[Pile, Pile]
    discard: Pile
    tricks: tuple[Trick, ...] = ()
    to_act: Seat | None = None
    legal: tuple[Action, ...] = field(default=(), compare=False)

    def copy(self) -> ClaimState:
        return ClaimState(
            self.phase,
            self.leader,
            self.led,
            self.prize,
            self.hands,
            self.stock,
            self.followers,
            self.prizes,
            self.scored,
            self.discard,
            self.tricks,
        )

    @property
    def tricks_left(self) -> int:
        """How many tricks of this phase are not finished, the current one counted."""
        return len(self.hands[self.leader]) + (self.led is not None)


def with_seat(pair: tuple[Pile, Pile], seat: Seat, pile: Pile) -> tuple[Pile, Pile]:
    return (pile, pair[1]) if seat == 0 else (pair[0], pile)
