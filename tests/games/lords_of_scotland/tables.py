"""Small situations of Lords of Scotland, written shortly.

Cards are one string: `"MA7 SC3"`. In armies and recruits a card in brackets is face-down. A follower may have marks:
`MD3*` is active, `SC4*CO` an active Scott that copies Cochrane, `MD3+` kept, `(WE5)01` known to the seats 0 and 1.
Recruit slots are filled from the left; the rest is empty.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

from referee.games.base import Event
from referee.games.lords_of_scotland import LordsOfScotland
from referee.games.lords_of_scotland.cards import CARDS as CARDS
from referee.games.lords_of_scotland.cards import Card
from referee.games.lords_of_scotland.followers import card_of
from referee.games.lords_of_scotland.state import EMPTY_SLOT, LordsState, Pile, recruit_card

GAME = LordsOfScotland()
FOLLOWER = re.compile(
    r"(?P<down>\()?(?P<card>[A-Z]+\d+)\)?(?P<known>\d*)(?P<active>\*)?(?P<copies>[A-Z]{2})?(?P<kept>\+)?"
)


def table(*hands: str, **others: Any) -> LordsState:
    return GAME.from_position(position(*hands, **others))


def position(*hands: str, armies: tuple[str, ...] = (), recruits: str = "", **others: Any) -> dict[str, Any]:
    """A position of two to five hands; seat 0 has the initiative and acts first, unless said otherwise."""
    rows = [*armies, *[""] * (len(hands) - len(armies))]
    slots = [_recruit(text) for text in recruits.split()]
    written: dict[str, Any] = {
        "round": 1, "turn": 1, "initiative": 0, "to_act": 0, "phase": "turns", "supporters": "", "draw": "",
        "hands": [hand.split() for hand in hands],
        "armies": [[_follower(text) for text in row.split()] for row in rows],
        "recruits": slots + [None] * (5 - len(slots)), **others,
    }  # fmt: skip
    for name in ("supporters", "draw", "discard"):
        if isinstance(written.get(name), str):
            written[name] = written[name].split()
    if "victory" in written:
        written["victory"] = [pile.split() for pile in written["victory"]]
    return written


def last_action(*armies: str, **others: Any) -> LordsState:
    """The last action of a round, of a seat that can only pass: what comes next is the end of the round."""
    hands = others.pop("hands", [""] * len(armies))
    players = len(armies)
    return table(*hands, armies=armies, **{"turn": 5, "initiative": 0, "to_act": players - 1, **others})


def _recruit(text: str) -> dict[str, Any] | None:
    if text == "-":
        return None
    return {"card": text.strip("()"), "up": not text.startswith("(")}


def _follower(text: str) -> dict[str, Any]:
    found = FOLLOWER.fullmatch(text)
    assert found, text
    follower: dict[str, Any] = {"card": found["card"], "up": not found["down"], "active": bool(found["active"])}
    follower |= {"copies": found["copies"], "kept": bool(found["kept"])}
    return follower | ({"known_to": [int(seat) for seat in found["known"]]} if found["known"] else {})


def legal(state: LordsState, verb: str = "") -> list[str]:
    """The texts of the legal actions that begin with a word."""
    return [action.text for action in state.legal if action.text.startswith(verb)]


def play(state: LordsState, *texts: str) -> LordsState:
    for text in texts:
        state = GAME.advance(state, GAME.parse_action(text))
    return state


def happened(state: LordsState, text: str) -> tuple[Event, ...]:
    return GAME.apply(state, GAME.parse_action(text))[1]


def army(state: LordsState, seat: int) -> str:
    """An army in the notation of this file, without what is said about who knows it."""
    written = GAME.to_position(state)["armies"][seat]
    return " ".join(_shown(follower) for follower in written)


def _shown(follower: dict[str, Any]) -> str:
    card = follower["card"] if follower["up"] else f"({follower['card']})"
    return f"{card}{'*' if follower['active'] else ''}{follower['copies'] or ''}{'+' if follower['kept'] else ''}"


def names(cards: Pile) -> str:
    return " ".join(card.text for card in cards)


def pile(texts: str) -> Pile:
    return tuple(CARDS[text] for text in texts.split())


def recruits(state: LordsState) -> str:
    written = GAME.to_position(state)["recruits"]
    return " ".join("-" if slot is None else slot["card"] if slot["up"] else f"({slot['card']})" for slot in written)


def cards_of(state: LordsState) -> list[Card]:
    """Every card of the game, wherever it lies, sorted."""
    rows = [*state.hands, *state.victory, state.supporters, state.draw, state.discard]
    cards = [card for row in rows for card in row]
    cards += [card_of(follower) for row in state.armies for follower in row]
    return sorted(cards + [recruit_card(slot) for slot in state.recruits if slot != EMPTY_SLOT])


def seed(number: int) -> bytes:
    return sha256(f"lords {number}".encode()).digest()
