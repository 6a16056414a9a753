"""Situations of Schotten Totten, written shortly: stones and sides as in the notation, cards in one string."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.base import Event
from referee.games.schotten_totten import SchottenTotten
from referee.games.schotten_totten.cards import CLAN_TEXTS
from referee.games.schotten_totten.state import SchottenState

GAME = SchottenTotten()
VARIANTS = [{"tactics": tactics, "expert": expert} for tactics in (False, True) for expert in (False, True)]

MINIMAL: dict[str, Any] = {
    "turn": 1, "to_act": 0, "step": "play", "hands": [["R5"], ["B2"]], "clan_deck": [],
    "stones": [{"sides": [[], []]}] * 9,
}  # fmt: skip
"""A position with only the keys that have no default."""


def stone(first: str = "", second: str = "", *, modes: str = "", **keys: Any) -> dict[str, Any]:
    """A stone with seat 0's side and seat 1's; full sides are full since turns 1 and 2, if not told otherwise."""
    size = 4 if "mud" in modes else 3
    sides = [first.split(), second.split()]
    full_since = [seat + 1 if len(sides[seat]) == size else None for seat in (0, 1)]
    return {"sides": sides, "modes": modes.split(), "owner": None, "full_since": full_since} | keys


def position(
    stones: Mapping[int, dict[str, Any]] | None = None,
    /,
    *,
    tactics: bool = False,
    expert: bool = False,
    hands: tuple[str, str] = ("", ""),
    clan_deck: str = "",
    tactic_deck: str = "",
    discard: str = "",
    **keys: Any,
) -> dict[str, Any]:
    """A position in which seat 0 plays, on a late turn; `stones` by their numbers."""
    numbered = stones or {}
    return {
        "options": {"tactics": tactics, "expert": expert},
        "turn": 21 + keys.get("to_act", 0),
        "to_act": 0,
        "step": "play",
        "hands": [hand.split() for hand in hands],
        "clan_deck": clan_deck.split(),
        "tactic_deck": tactic_deck.split(),
        "discard": discard.split(),
        "stones": [numbered.get(number, stone()) for number in range(1, 10)],
    } | keys


def puzzle(stones: Mapping[int, dict[str, Any]] | None = None, /, **keys: Any) -> SchottenState:
    return GAME.from_position(position(stones, **keys))


def owned(owner: int, *numbers: int) -> dict[int, dict[str, Any]]:
    """Stones that a seat has claimed, each with three cards of one colour and small value on its side."""
    sides = {}
    for number in numbers:
        cards = " ".join(CLAN_TEXTS[3 * (number - 1) : 3 * number])
        sides[number] = stone(*([cards, ""] if owner == 0 else ["", cards]), owner=owner)
    return sides


def claims(state: SchottenState, seat: int = 0) -> list[str]:
    """The claims that the seat can choose from, if it is claiming."""
    return [text for text in legal(state) if text.startswith("claim")] if state.to_act == seat else []


def legal(state: SchottenState) -> list[str]:
    return [action.text for action in state.legal]


def after(state: SchottenState, *texts: str) -> SchottenState:
    for text in texts:
        state = GAME.advance(state, GAME.parse_action(text))
    return state


def events(state: SchottenState, *texts: str) -> tuple[Event, ...]:
    """What the last of the actions makes happen."""
    return GAME.apply(after(state, *texts[:-1]), GAME.parse_action(texts[-1]))[1]


def read(state: SchottenState, key: str) -> Any:
    """A key of the state's position."""
    return GAME.to_position(state)[key]


def stone_read(state: SchottenState, number: int) -> dict[str, Any]:
    """A stone of the state's position."""
    found: dict[str, Any] = read(state, "stones")[number - 1]
    return found


def all_clan_but(*others: str) -> str:
    """Every Clan card but those of some strings of cards."""
    kept = set(" ".join(others).split())
    return " ".join(text for text in CLAN_TEXTS if text not in kept)
