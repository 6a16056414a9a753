"""What can happen in Schotten Totten. Stones count from 0 here, from 1 in texts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.base import Event, Seat, Viewer
from referee.games.schotten_totten.cards import Card, Deck


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """S4, S19: a Clan card or elite troop to one's own side of a stone."""

    seat: Seat
    card: Card
    stone: int

    @property
    def text(self) -> str:
        return f"seat {self.seat} plays {self.card} to stone {self.stone + 1}"


@dataclass(frozen=True, slots=True)
class ModePlayed(Event):
    """S21: a combat mode onto a stone."""

    seat: Seat
    card: Card
    stone: int

    @property
    def text(self) -> str:
        return f"seat {self.seat} plays {self.card} onto stone {self.stone + 1}"


@dataclass(frozen=True, slots=True)
class RusePlayed(Event):
    """S22: a ruse, which is discarded at once."""

    seat: Seat
    card: Card

    @property
    def text(self) -> str:
        return f"seat {self.seat} plays {self.card}"


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """S7: nothing was played."""

    seat: Seat

    @property
    def text(self) -> str:
        return f"seat {self.seat} passes"


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """S6, S22: the deck is public, the card is not."""

    seat: Seat
    deck: Deck
    card: Card | None

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, card=None)

    @property
    def text(self) -> str:
        return f"seat {self.seat} draws {_named(self.card, self.deck)}"


@dataclass(frozen=True, slots=True)
class CardReturned(Event):
    """S22: a card of the hand under its deck; others see its back."""

    seat: Seat
    deck: Deck
    card: Card | None

    def as_seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, card=None)

    @property
    def text(self) -> str:
        return f"seat {self.seat} puts {_named(self.card, self.deck)} under the {self.deck} deck"


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """S22: a card off a side of a stone, its owner's or the opponent's."""

    seat: Seat
    card: Card
    stone: int
    side: Seat

    @property
    def text(self) -> str:
        whose = "its own" if self.side == self.seat else f"seat {self.side}'s"
        return f"seat {self.seat} takes {self.card} from {whose} side of stone {self.stone + 1}"


@dataclass(frozen=True, slots=True)
class CardMoved(Event):
    """S22: the taken card goes to one's own side of a stone."""

    seat: Seat
    card: Card
    stone: int

    @property
    def text(self) -> str:
        return f"seat {self.seat} moves {self.card} to stone {self.stone + 1}"


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """S22: the taken card goes to the discard."""

    seat: Seat
    card: Card

    @property
    def text(self) -> str:
        return f"seat {self.seat} discards {self.card}"


@dataclass(frozen=True, slots=True)
class StoneClaimed(Event):
    """S5, S12."""

    seat: Seat
    stone: int

    @property
    def text(self) -> str:
        return f"seat {self.seat} claims stone {self.stone + 1}"


@dataclass(frozen=True, slots=True)
class ClaimDeclined(Event):
    """S5: a claim was legal, but the seat claims no more this turn."""

    seat: Seat

    @property
    def text(self) -> str:
        return f"seat {self.seat} claims no more this turn"


@dataclass(frozen=True, slots=True)
class GameBlocked(Event):
    """S25: two passes in a row without a claim."""

    @property
    def text(self) -> str:
        return "both seats passed: the game is blocked"


@dataclass(frozen=True, slots=True)
class StoneAwarded(Event):
    """S25: an unclaimed stone of a blocked game goes to the better side."""

    seat: Seat
    stone: int

    @property
    def text(self) -> str:
        return f"stone {self.stone + 1} goes to seat {self.seat}"


def _named(card: Card | None, deck: Deck) -> str:
    return str(card) if card is not None else f"a {deck} card"
