"""Claim's cards and its one kind of action."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.games.base import Action


class Faction(Enum):
    GOBLINS = "G"
    KNIGHTS = "K"
    UNDEAD = "U"
    DWARVES = "D"
    DOPPELGANGERS = "X"


GOBLINS, KNIGHTS, UNDEAD, DWARVES, DOPPELGANGERS = Faction
# By these names where it must be quick: Python 3.11 takes ten times as long to find a member in its Enum.


class Card(int):
    """A kind of card. Cards are numbered in the order of their texts: sorted cards have sorted texts."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return CARD_TEXTS[self]

    @property
    def faction(self) -> Faction:
        return FACTIONS[self]

    @property
    def value(self) -> int:
        return VALUES[self]

    def __repr__(self) -> str:
        return CARD_TEXTS[self]

    __str__ = __repr__


DECK_TEXTS = (
    *["G0"] * 5,
    *[f"G{value}" for value in range(1, 10)],
    *[f"K{value}" for value in range(2, 10)],
    *[f"{letter}{value}" for letter in "UDX" for value in range(10)],
)
CARD_TEXTS = tuple(sorted(set(DECK_TEXTS)))
FACTIONS = tuple(Faction(text[0]) for text in CARD_TEXTS)
VALUES = tuple(int(text[1]) for text in CARD_TEXTS)

CARDS = {text: Card(number) for number, text in enumerate(CARD_TEXTS)}
G0 = CARDS["G0"]
DECK = tuple(CARDS[text] for text in DECK_TEXTS)
"""All 52 cards in deck order; the five G0 are the same card five times."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayCard(Action):
    """Play a card of the hand: nothing else is ever decided in Claim."""

    card: Card


PLAY = tuple(PlayCard(f"play {text}", f"play {text}", CARDS[text]) for text in CARD_TEXTS)
"""The action for each card, by the card's number."""
