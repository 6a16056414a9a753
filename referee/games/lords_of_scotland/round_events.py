"""What can happen between the rounds of Lords of Scotland, and to its piles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.base import Event, Seat, Viewer
from referee.games.lords_of_scotland.cards import Card


@dataclass(frozen=True, slots=True)
class PileReshuffled(Event):
    """L4: the discard became the draw pile."""

    number: int
    size: int

    @property
    def text(self) -> str:
        return f"the discard of {self.size} cards is shuffled into a new draw pile (reshuffle {self.number})"


@dataclass(frozen=True, slots=True)
class ArmiesRevealed(Event):
    """L23: the followers that were face-down, by seat."""

    cards: tuple[tuple[Card, ...], ...]

    @property
    def text(self) -> str:
        shown = [f"{_listed(row)} by seat {seat}" for seat, row in enumerate(self.cards) if row]
        return f"followers are turned up: {', '.join(shown) or 'none'}"


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """L23, L24: the armies' strengths, None without an army, and the placed seats, best first."""

    round: int
    strengths: tuple[int | None, ...]
    final: tuple[Seat, ...]

    @property
    def text(self) -> str:
        placed = [f"seat {seat} with {self.strengths[seat]}" for seat in self.final]
        return f"round {self.round} ends: {', '.join(placed) or 'nobody has an army'}"


@dataclass(frozen=True, slots=True)
class SupporterClaimed(Event):
    """L25: a supporter goes to a victory pile."""

    seat: Seat
    card: Card

    @property
    def text(self) -> str:
        return f"seat {self.seat} claims {self.card}"


@dataclass(frozen=True, slots=True)
class InitiativeTaken(Event):
    """L26: the winner of the round takes the initiative."""

    seat: Seat

    @property
    def text(self) -> str:
        return f"seat {self.seat} wins the round and has the initiative"


@dataclass(frozen=True, slots=True)
class RoundCleared(Event):
    """L22, L27: what stays in the armies, by seat, and what is discarded, for all to see."""

    kept: tuple[tuple[Card, ...], ...]
    discarded: tuple[Card, ...]

    @property
    def text(self) -> str:
        kept = [f"seat {seat} keeps {_listed(row)}" for seat, row in enumerate(self.kept) if row]
        return "; ".join([*kept, f"discarded: {_listed(self.discarded)}"])


@dataclass(frozen=True, slots=True)
class RecruitsDealt(Event):
    """L27: new recruits, face-down: nobody sees them."""

    cards: tuple[Card | None, ...]

    def as_seen_by(self, viewer: Viewer) -> Event:
        return replace(self, cards=(None,) * len(self.cards))

    @property
    def text(self) -> str:
        known = [card for card in self.cards if card is not None]
        return f"{len(self.cards)} recruits are dealt face-down{': ' if known else ''}{_listed(known) if known else ''}"


@dataclass(frozen=True, slots=True)
class SupportersDealt(Event):
    """L27: new supporters, face-up."""

    cards: tuple[Card, ...]

    @property
    def text(self) -> str:
        return f"supporters are dealt: {_listed(self.cards)}"


@dataclass(frozen=True, slots=True)
class SupportersRefused(Event):
    """L3: supporters of one strength are discarded, to be dealt again."""

    cards: tuple[Card, ...]

    @property
    def text(self) -> str:
        return f"supporters of one strength are discarded: {_listed(self.cards)}"


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """L27: the next round, with whoever has the initiative to act first."""

    round: int
    initiative: Seat

    @property
    def text(self) -> str:
        return f"round {self.round} begins with seat {self.initiative}"


def _listed(cards: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(card.text for card in cards) or "nothing"
