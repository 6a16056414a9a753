"""Every shuffle vector in the documentation, computed anew by a second implementation."""

from __future__ import annotations

import re
from hashlib import sha256

from referee.games.claim.cards import DECK_TEXTS
from referee.games.lords_of_scotland.cards import deck
from referee.games.schotten_totten.cards import CLAN_TEXTS, TACTIC_TEXTS
from referee.games.shuffle import shuffled
from tests.docs.pages import ROOT

ZERO = bytes(32)
ROW = re.compile(r"^\| (?P<cards>[^|]+) \| `(?P<label>[a-z0-9:]+)` \| (?P<first>[^|]+) \|$", re.MULTILINE)
DECKS: dict[str, list[str]] = {
    "the numbers 0 to 9": [str(number) for number in range(10)],
    "Claim": list(DECK_TEXTS),
    "Schotten Totten, Clan": list(CLAN_TEXTS),
    "Schotten Totten, Tactics": list(TACTIC_TEXTS),
    "Lords of Scotland, 96 cards": [card.text for card in deck(bruce=False)],
    "Lords of Scotland, 98 cards": [card.text for card in deck(bruce=True)],
}


def as_the_page_says(cards: list[str], seed: bytes, label: str) -> list[str]:
    """The shuffle as somebody would write it who has read the page and not our code."""
    pile, numbers = list(cards), []
    for counter in range(200):
        digest = sha256(seed + label.encode() + counter.to_bytes(8, "big")).hexdigest()
        numbers += [int(digest[start : start + 8], 16) for start in range(0, 64, 8)]
    for i in range(len(pile) - 1, 0, -1):
        while (x := numbers.pop(0)) >= 2**32 // (i + 1) * (i + 1):
            pass
        j = x % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile


def test_the_vectors_in_the_documentation_are_true() -> None:
    rows = list(ROW.finditer((ROOT / "referee" / "games" / "README.md").read_text(encoding="utf-8")))
    assert {row["cards"] for row in rows} == DECKS.keys()
    for row in rows:
        cards, label = DECKS[row["cards"]], row["label"]
        assert as_the_page_says(cards, ZERO, label) == shuffled(cards, ZERO, label)
        assert " ".join(shuffled(cards, ZERO, label)[:10]) == row["first"]
