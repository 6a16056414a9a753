"""What can happen in Claim."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.base import Event, Seat, Viewer
from referee.games.claim.cards import Card


@dataclass(frozen=True, slots=True)
class PrizeTurned(Event):
    """C3: the top card of the stock is turned up."""

    card: Card

    @property
    def text(self) -> str:
        return f"{self.card} is turned up as the prize"


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A lead or a reply."""

    seat: Seat
    card: Card
    is_lead: bool

    @property
    def text(self) -> str:
        return f"seat {self.seat} {'leads' if self.is_lead else 'replies'} {self.card}"


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """C6: who won the trick, and in phase one the prize with it (C11)."""

    seat: Seat
    prize: Card | None

    @property
    def text(self) -> str:
        gained = f" and the prize {self.prize}" if self.prize is not None else ""
        return f"seat {self.seat} wins the trick{gained}"


@dataclass(frozen=True, slots=True)
class FollowerDrawn(Event):
    """C11: the loser's card from the stock; only the loser knows it."""

    seat: Seat
    card: Card | None

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, card=None)

    @property
    def text(self) -> str:
        return f"seat {self.seat} draws {'an unseen card' if self.card is None else self.card} as a follower"


@dataclass(frozen=True, slots=True)
class CardsScored(Event):
    """C12, C17: played cards that go face-up to a score pile."""

    seat: Seat
    cards: tuple[Card, ...]

    @property
    def text(self) -> str:
        return f"seat {self.seat} scores {' '.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True)
class PhaseTwoBegan(Event):
    """C15: followers become the hands."""

    leader: Seat

    @property
    def text(self) -> str:
        return f"phase two begins: followers become the hands, seat {self.leader} leads"
