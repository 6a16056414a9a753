"""The cards of Lords of Scotland."""

from __future__ import annotations

from enum import Enum


class Clan(Enum):
    """The clans in the order k that ranks count them in (L1)."""

    SCOTT = "SC"
    MAKGILL = "MA"
    MACDONNELL = "MD"
    WEMYSS = "WE"
    FERGUSSON = "FE"
    FORSYTH = "FO"
    COCKBURN = "CK"
    COCHRANE = "CO"
    BRUCE = "BR"

    @property
    def code(self) -> str:
        return self.value

    @property
    def title(self) -> str:
        return "MacDonnell" if self is Clan.MACDONNELL else self.name.capitalize()


SCOTT, MAKGILL, MACDONNELL, WEMYSS, FERGUSSON, FORSYTH, COCKBURN, COCHRANE, BRUCE = Clan
# By these names where it must be quick: Python 3.11 takes ten times as long to find a member in its Enum.

END_OF_ROUND_CLANS = (MACDONNELL, COCHRANE, BRUCE)
"""The clans whose power is a mark until the end of the round; the others' powers are immediate."""


class Card(int):
    """A card. Cards are numbered in the order of their texts: sorted cards have sorted texts."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return CARD_TEXTS[self]

    @property
    def clan(self) -> Clan:
        return CLANS[self]

    @property
    def strength(self) -> int:
        """What it counts in an army, and its points as a supporter."""
        return STRENGTHS[self]

    @property
    def rank(self) -> int:
        return RANKS[self]

    def __repr__(self) -> str:
        return CARD_TEXTS[self]

    __str__ = __repr__


TOP_STRENGTH = 12
CLAN_NUMBER_OF = {clan: number for number, clan in enumerate(Clan)}
"""Clans as small numbers, for tables: k − 1 in L1, and 8 for Bruce."""
CLAN_COUNT = len(Clan)
_BRUCE_RANKS = (97, 98)
_ORDINARY = [clan for clan in Clan if clan is not BRUCE]
# L1: rank = 8 · (strength − 1) + k, so by strength, then by clan; Bruce comes last, named by rank.
_BY_RANK = [
    *[(f"{clan.code}{strength}", clan, strength) for strength in range(1, TOP_STRENGTH + 1) for clan in _ORDINARY],
    *[(f"BR{rank}", BRUCE, TOP_STRENGTH) for rank in _BRUCE_RANKS],
]
_BY_TEXT = sorted((text, clan, strength, rank) for rank, (text, clan, strength) in enumerate(_BY_RANK, start=1))

CARD_TEXTS = tuple(text for text, _, _, _ in _BY_TEXT)
CLANS = tuple(clan for _, clan, _, _ in _BY_TEXT)
CLAN_NUMBERS = tuple(CLAN_NUMBER_OF[clan] for clan in CLANS)
STRENGTHS = tuple(strength for _, _, strength, _ in _BY_TEXT)
RANKS = tuple(rank for _, _, _, rank in _BY_TEXT)

CARDS = {text: Card(number) for number, text in enumerate(CARD_TEXTS)}
ALL_CARDS = tuple(CARDS.values())
"""Every card, by its number."""
DECK_WITH_BRUCE = tuple(CARDS[text] for text, _, _ in _BY_RANK)
"""All 98 cards in deck order: by rank (L1)."""
DECK = tuple(card for card in DECK_WITH_BRUCE if card.clan is not BRUCE)


def deck(bruce: bool) -> tuple[Card, ...]:
    return DECK_WITH_BRUCE if bruce else DECK
