"""Schotten Totten's cards and stones."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Deck: TypeAlias = Literal["clan", "tactic"]
CLAN: Final[Deck] = "clan"
TACTIC: Final[Deck] = "tactic"

STONES: Final = 9
ALL_STONES: Final = (1 << STONES) - 1
"""Sets of stones are bit sets: bit i is the stone with index i, which texts call i + 1."""
COLOURS: Final = "BGNRVY"
"""The letters of the colours in the order of texts; a colour is its place here."""
HIGHEST: Final = 9


class Card(int):
    """A kind of card. Cards are numbered in the order of their texts: sorted cards have sorted texts.

    The Clan cards are 0 to 53, nine of each colour: a set of them is a bit set, too.
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        return CARD_TEXTS[self]

    @property
    def is_clan(self) -> bool:
        return self < CLAN_CARDS

    @property
    def deck(self) -> Deck:
        """The deck that the card comes from and returns to; its back tells."""
        return CLAN if self < CLAN_CARDS else TACTIC

    @property
    def colour(self) -> str | None:
        """The letter of a Clan card's colour."""
        return COLOURS[self // HIGHEST] if self < CLAN_CARDS else None

    @property
    def value(self) -> int | None:
        """A Clan card's value."""
        return self % HIGHEST + 1 if self < CLAN_CARDS else None

    def __repr__(self) -> str:
        return CARD_TEXTS[self]

    __str__ = __repr__


CLAN_TEXTS = tuple(f"{letter}{value}" for letter in "RBGYVN" for value in range(1, 10))
TACTIC_TEXTS = (
    *("joker", "joker", "spy", "shield"),
    *("blind", "mud"),
    *("recruiter", "strategist", "banshee", "traitor"),
)
CARD_TEXTS = tuple(sorted({*CLAN_TEXTS, *TACTIC_TEXTS}))
CLAN_CARDS: Final = len(CLAN_TEXTS)
ALL_CLAN: Final = (1 << CLAN_CARDS) - 1

CARDS = {text: Card(number) for number, text in enumerate(CARD_TEXTS)}
CLAN_DECK = tuple(CARDS[text] for text in CLAN_TEXTS)
"""All 54 Clan cards in deck order."""
TACTIC_DECK = tuple(CARDS[text] for text in TACTIC_TEXTS)
"""All ten Tactics cards in deck order; the two jokers are the same card twice."""

JOKER, SPY, SHIELD = CARDS["joker"], CARDS["spy"], CARDS["shield"]
BLIND, MUD = CARDS["blind"], CARDS["mud"]
RECRUITER, STRATEGIST, BANSHEE, TRAITOR = (CARDS[text] for text in TACTIC_TEXTS[-4:])

MODES = (BLIND, MUD)
RUSES = (RECRUITER, STRATEGIST, BANSHEE, TRAITOR)
ELITE_VALUES = {JOKER: tuple(range(1, 10)), SPY: (7,), SHIELD: (1, 2, 3)}  # S19
"""The elite troops, and the values that each can have; they can have any colour."""


def _members(mask: int) -> tuple[int, ...]:
    return tuple([bit for bit in range(STONES) if mask >> bit & 1])


MEMBERS = tuple(_members(mask) for mask in range(1 << STONES))
"""The elements of every set of nine, stones or values − 1, in order."""
