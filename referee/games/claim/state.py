"""Claim's state and history."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from referee.games.base import Action, Seat
from referee.games.claim.cards import Card

Pile = tuple[Card, ...]
"""Some cards. Hands are kept sorted, the stock lies as dealt, top first; in other piles order means nothing."""
Piles = tuple[Pile, ...]
"""One for each seat."""


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


@dataclass(slots=True, init=False)
class ClaimState:
    """Never changed once `legal` is set: a step makes a copy (`copy`), changes that, and lets go of it."""

    phase: int
    leader: Seat
    led: Card | None
    prize: Card | None
    hands: Piles
    stock: Pile
    followers: Piles
    prizes: Piles
    scored: Piles
    discard: Pile
    tricks: tuple[Trick, ...]
    to_act: Seat | None
    legal: tuple[Action, ...] = field(compare=False)

    # Written out, as in the other games: what a dataclass writes itself stays interpreted where this is compiled.
    def __init__(
        self,
        phase: int,
        leader: Seat,
        led: Card | None,
        prize: Card | None,
        hands: Piles,
        stock: Pile,
        followers: Piles,
        prizes: Piles,
        scored: Piles,
        discard: Pile,
        tricks: tuple[Trick, ...] = (),
        to_act: Seat | None = None,
        legal: tuple[Action, ...] = (),
    ) -> None:
        self.phase = phase
        self.leader = leader
        self.led = led
        self.prize = prize
        self.hands = hands
        self.stock = stock
        self.followers = followers
        self.prizes = prizes
        self.scored = scored
        self.discard = discard
        self.tricks = tricks
        self.to_act = to_act
        self.legal = legal

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


def with_seat(pair: Piles, seat: Seat, pile: Pile) -> Piles:
    return (pile, pair[1]) if seat == 0 else (pair[0], pile)
