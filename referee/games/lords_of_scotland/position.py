"""Positions of Lords of Scotland, written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.games.base import PositionError
from referee.games.lords_of_scotland.cards import Card
from referee.games.lords_of_scotland.followers import (
    UP,
    Follower,
    card_of,
    copied_clan,
    is_active,
    is_kept,
    is_up,
    known_to,
)
from referee.games.lords_of_scotland.state import EMPTY_SLOT, LordsState, Recruit, recruit_card


def to_position(state: LordsState) -> dict[str, Any]:
    if state.is_mid_power:
        raise PositionError(f"no position describes the middle of a power: {state.pending} is being decided")
    return {
        "options": {"bruce": state.bruce, "clan_activation": state.clan_activation},
        "seed": state.seed.hex(),
        "round": state.round,
        "turn": state.turn,
        "initiative": state.initiative,
        "to_act": state.to_act,
        "phase": state.phase,
        "hands": [_in_deck_order(hand) for hand in state.hands],
        "armies": [[_written_follower(follower) for follower in army] for army in state.armies],
        "recruits": [_written_recruit(recruit) for recruit in state.recruits],
        "supporters": [card.text for card in state.supporters],
        "victory": [_in_deck_order(pile) for pile in state.victory],
        "draw": [card.text for card in state.draw],
        "discard": _in_deck_order(state.discard),
        "reshuffles": state.reshuffles,
        "order": list(state.order),
        "final": list(state.final),
    }


def _in_deck_order(pile: Iterable[Card]) -> list[str]:
    return [card.text for card in sorted(pile, key=lambda card: card.rank)]


def _written_follower(follower: Follower) -> dict[str, Any]:
    copies = copied_clan(follower)
    written = {
        "card": card_of(follower).text,
        "up": is_up(follower),
        "active": is_active(follower),
        "copies": copies.code if copies is not None else None,
        "kept": is_kept(follower),
    }
    return written if is_up(follower) else written | {"known_to": list(known_to(follower))}


def _written_recruit(recruit: Recruit) -> dict[str, Any] | None:
    """A slot that could not be filled is written as null."""
    if recruit == EMPTY_SLOT:
        return None
    return {"card": recruit_card(recruit).text, "up": recruit & UP != 0}
