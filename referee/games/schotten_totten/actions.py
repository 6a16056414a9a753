"""Everything that can be decided in Schotten Totten: one object for each action, found in tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from referee.games.base import Action
from referee.games.schotten_totten.cards import (
    CARDS,
    CLAN,
    ELITE_VALUES,
    MEMBERS,
    MODES,
    RUSES,
    STONES,
    TACTIC,
    Card,
    Deck,
)


@dataclass(frozen=True, slots=True, eq=False)
class PlayCard(Action):
    """A Clan card or elite troop to one's own side of a stone. Stones count from 0 here, from 1 in texts."""

    card: Card
    stone: int


@dataclass(frozen=True, slots=True, eq=False)
class PlayMode(Action):
    """A combat mode onto a stone."""

    card: Card
    stone: int


@dataclass(frozen=True, slots=True, eq=False)
class PlayRuse(Action):
    """A ruse; its choices follow as decisions of their own."""

    card: Card


@dataclass(frozen=True, slots=True, eq=False)
class DrawFrom(Action):
    """Which deck to draw from: Recruiter, end of turn."""

    deck: Deck


@dataclass(frozen=True, slots=True, eq=False)
class ReturnCard(Action):
    """Recruiter: put a card of the hand under its deck. Others see only its back."""

    card: Card


@dataclass(frozen=True, slots=True, eq=False)
class TakeCard(Action):
    """Strategist, Banshee, Traitor: the card at a stone that is meant."""

    card: Card
    stone: int


@dataclass(frozen=True, slots=True, eq=False)
class MoveTo(Action):
    """Strategist, Traitor: the stone that the card goes to."""

    stone: int


@dataclass(frozen=True, slots=True, eq=False)
class DiscardTaken(Action):
    """Strategist: or nowhere."""


@dataclass(frozen=True, slots=True, eq=False)
class ClaimStone(Action):
    stone: int


@dataclass(frozen=True, slots=True, eq=False)
class Done(Action):
    """Claim no more this turn."""


@dataclass(frozen=True, slots=True, eq=False)
class Pass(Action):
    """Play nothing."""


TROOPS = tuple(card for card in CARDS.values() if card.is_clan or card in ELITE_VALUES)
"""What can lie on a side: the Clan cards and the elite troops."""


def _open(text: str) -> tuple[str, str]:
    """The canonical and the public text of an action that hides nothing."""
    return text, text


PLAY: Mapping[Card, tuple[Action, ...]] = {
    card: tuple(
        (PlayMode if card in MODES else PlayCard)(*_open(f"play {card} {stone + 1}"), card, stone)
        for stone in range(STONES)
    )
    for card in (*TROOPS, *MODES)
}
PLAY_RUSE = {card: PlayRuse(*_open(f"play {card}"), card) for card in RUSES}
TAKE = {
    card: tuple(TakeCard(*_open(f"take {card} {stone + 1}"), card, stone) for stone in range(STONES)) for card in TROOPS
}
RETURN = {card: ReturnCard(f"return {card}", f"return {card.deck}", card) for card in CARDS.values()}
MOVE = tuple(MoveTo(*_open(f"move {stone + 1}"), stone) for stone in range(STONES))
CLAIM = tuple(ClaimStone(*_open(f"claim {stone + 1}"), stone) for stone in range(STONES))
DRAWS: tuple[Action, ...] = (DrawFrom(*_open("draw clan"), CLAN), DrawFrom(*_open("draw tactic"), TACTIC))
DISCARD, DONE, PASS = DiscardTaken(*_open("discard")), Done(*_open("done")), Pass(*_open("pass"))

ACTIONS: Mapping[str, Action] = {
    action.text: action
    for table in (*PLAY.values(), PLAY_RUSE.values(), *TAKE.values(), RETURN.values(), MOVE, CLAIM, DRAWS)
    for action in (*table,)
} | {action.text: action for action in (DISCARD, DONE, PASS)}


@cache
def plays_onto(stones: int) -> Mapping[Card, tuple[Action, ...]]:
    """By card, its plays onto each of a set of stones; asked for every turn."""
    return {card: tuple([row[stone] for stone in MEMBERS[stones]]) for card, row in PLAY.items()}
