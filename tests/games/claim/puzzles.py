"""Small situations of Claim, written shortly: cards as one string, the stock filled up where it does not matter."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from referee.games.base import Event
from referee.games.claim import Claim
from referee.games.claim.cards import CARD_TEXTS, DECK_TEXTS
from referee.games.claim.state import ClaimState

GAME = Claim()
FACTION_LETTERS = "GKUDX"
PAIRS = ("hands", "followers", "prizes", "scored")


def phase_one(*hands: str, **others: Any) -> ClaimState:
    """A position of phase one; prize and stock are cards that are nowhere else, unless given."""
    return GAME.from_position(phase_one_position(*hands, **others))


def phase_one_position(*hands: str, **others: Any) -> dict[str, Any]:
    written = _written({"phase": 1, "leader": 0, "led": None, "prize": None, "hands": hands, **others})
    tricks_left = max(len(hand) for hand in written["hands"])
    spare = list((Counter(DECK_TEXTS) - _cards_of(written)).elements())
    if written["prize"] is None and tricks_left:
        written["prize"] = spare.pop()
    written.setdefault("stock", spare[: max(0, 2 * tricks_left - 1)])
    return written


def phase_two(*hands: str, **others: Any) -> ClaimState:
    return GAME.from_position(phase_two_position(*hands, **others))


def phase_two_position(*hands: str, **others: Any) -> dict[str, Any]:
    return _written({"phase": 2, "leader": 0, "led": None, "prize": None, "hands": hands, "stock": "", **others})


def in_phase(phase: int, *hands: str, **others: Any) -> ClaimState:
    return (phase_one if phase == 1 else phase_two)(*hands, **others)


def _written(position: dict[str, Any]) -> dict[str, Any]:
    for name in PAIRS:
        if name in position:
            position[name] = [pile.split() for pile in position[name]]
    for name in ("stock", "discard"):
        if name in position:
            position[name] = position[name].split()
    return position


def _cards_of(position: dict[str, Any]) -> Counter[str]:
    """Every card that lies somewhere; `prizes` only says which of them were prizes."""
    cards = Counter([*position.get("stock", []), *position.get("discard", [])])
    for name in ("hands", "followers", "scored"):
        for pile in position.get(name, []):
            cards.update(pile)
    cards.update(position[name] for name in ("led", "prize") if position[name] is not None)
    return cards


def cards_of(state: ClaimState) -> Counter[str]:
    return _cards_of(GAME.to_position(state))


def play(state: ClaimState, cards: str) -> ClaimState:
    for card in cards.split():
        state = GAME.advance(state, GAME.parse_action(f"play {card}"))
    return state


def happened(state: ClaimState, card: str) -> tuple[Event, ...]:
    return GAME.apply(state, GAME.parse_action(f"play {card}"))[1]


def legal(state: ClaimState) -> str:
    """The cards that may be played, in the order of the legal list."""
    return " ".join(action.text.removeprefix("play ") for action in state.legal)


def pile(cards: tuple[int, ...]) -> str:
    return " ".join(sorted(CARD_TEXTS[card] for card in cards))


def random_game(seed: int) -> list[ClaimState]:
    """All the states of one random game, the end included."""
    random = Random(seed)
    states = [GAME.deal(random.randbytes(32))]
    while states[-1].legal:
        states.append(GAME.advance(states[-1], random.choice(states[-1].legal)))
    return states
