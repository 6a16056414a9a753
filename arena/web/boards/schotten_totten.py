"""Schotten Totten's table: nine stones between two sides."""

from __future__ import annotations

from typing import Any

from arena.web.boards.model import Board, Face, Looks, Row, SeatArea, StoneColumn, counted, near_last
from referee.games.base import Seat
from referee.games.schotten_totten.actions import (
    ClaimStone,
    MoveTo,
    PlayCard,
    PlayMode,
    PlayRuse,
    ReturnCard,
    TakeCard,
)
from referee.games.schotten_totten.cards import BLIND, MUD, RUSES, Card
from referee.games.schotten_totten.state import Stone
from referee.games.schotten_totten.view import SchottenView

COLOURS = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow", "V": "Violet", "N": "Brown"}
TACTICS = {
    "joker": "Joker",
    "spy": "Spy",
    "shield": "Shield-bearer",
    "blind": "Blind-Man's Bluff",
    "mud": "Mud Fight",
    "recruiter": "Recruiter",
    "strategist": "Strategist",
    "banshee": "Banshee",
    "traitor": "Traitor",
}
FIGURES = {"joker": "1–9", "spy": "7", "shield": "1–3"}
WORDS = {
    "draw clan": "draw a Clan card",
    "draw tactic": "draw a Tactics card",
    "discard": "discard it",
    "done": "claim no more",
    "pass": "pass",
}
STAGES = {
    "play": "plays a card",
    "claim": "may claim stones",
    "draw": "chooses a deck to draw from",
    "recruiter draw": "draws for the Recruiter",
    "recruiter return": "returns cards for the Recruiter",
    "strategist take": "takes a card for the Strategist",
    "strategist move": "moves the Strategist's card",
    "banshee take": "takes a card for the Banshee",
    "traitor take": "takes a card for the Traitor",
    "traitor move": "moves the Traitor's card",
}


def face(card: Card, *marks: str) -> Face:
    if card.colour is not None:
        return Face(
            card.text, f"{COLOURS[card.colour]} {card.value}", str(card.value), f"schotten-{card.colour}", marks
        )  # fmt: skip
    kind = "ruse" if card in RUSES else "mode" if card in (BLIND, MUD) else "troop"
    return Face(card.text, TACTICS[card.text], FIGURES.get(card.text, ""), f"tactic-{kind}", marks)


def board(looks: Looks[SchottenView]) -> Board:
    view = looks.public
    near: Seat = 1 if view.viewer == 1 else 0
    return Board(
        caption=_caption(view),
        seats=near_last([_area(looks, seat) for seat in (0, 1)], near),
        stones=tuple(_column(stone, number, near) for number, stone in enumerate(view.stones, 1)),
        rows=_table(view),
        facts=_decks(view),
    )


def _caption(view: SchottenView) -> str:
    if view.to_act is None:
        return "The game is over"
    return f"Turn {view.turn}: seat {view.to_act} {STAGES[view.pending]}"


def _column(stone: Stone, number: int, near: Seat) -> StoneColumn:
    return StoneColumn(
        number=number,
        state="unclaimed" if stone.owner is None else f"seat {stone.owner}'s",
        owner=stone.owner,
        modes=tuple(face(card) for card in stone.modes),
        far=tuple(face(card) for card in stone.sides[1 - near]),
        near=tuple(face(card) for card in stone.sides[near]),
        needed=4 if MUD in stone.modes else 3,  # S17
    )


def _table(view: SchottenView) -> tuple[Row, ...]:
    rows = [Row("discard", tuple(face(card) for card in view.discard), is_small=True)] if view.discard else []
    if view.ruse is not None and view.ruse.taken is not None and view.ruse.taken_from is not None:
        taken = face(view.ruse.taken, f"from stone {view.ruse.taken_from + 1}")
        rows.insert(0, Row(f"taken by the {TACTICS[view.ruse.card.text]}", (taken,)))
    return tuple(rows)


def _decks(view: SchottenView) -> tuple[str, ...]:
    clan = f"Clan deck: {counted(view.clan_deck_size, 'card')}"
    return (clan, f"Tactics deck: {counted(view.tactic_deck_size, 'card')}") if view.tactics else (clan,)


def _area(looks: Looks[SchottenView], seat: Seat) -> SeatArea:
    view, known = looks.public, looks.seats.get(seat)
    stones = sum(stone.owner == seat for stone in view.stones)
    facts = [counted(stones, "stone"), f"hand: {counted(view.hand_sizes[seat], 'card')}"]
    if view.tactics:
        facts.append(f"Tactics cards: {view.tactics_in_hand[seat]} in hand, {view.tactics_played[seat]} played")
    rows = [Row("hand", hidden=view.hand_sizes[seat])]
    if known is not None:
        rows = [Row("hand", tuple(face(card) for card in known.hand))]
        if known.under:
            under = tuple(face(entry.card, f"{entry.depth} below it") for entry in known.under)
            rows.append(Row("put under a deck", under, is_small=True))
    return SeatArea(seat, view.to_act == seat, tuple(facts), tuple(rows))


def named(action: Any, view: SchottenView) -> tuple[Face | None, str]:
    """An action as something to click on: the card it is about, and what is done with it."""
    match action:
        case PlayCard() | PlayMode():
            return face(action.card), f"stone {action.stone + 1}"
        case PlayRuse():
            return face(action.card), "play"
        case TakeCard():
            return face(action.card), f"take from stone {action.stone + 1}"
        case ReturnCard():
            return face(action.card), "put under its deck"
        case _:
            return None, WORDS.get(action.text) or f"{action.text.split()[0]} {_stone(action)}"


def _stone(action: ClaimStone | MoveTo) -> str:
    return f"{'to ' if isinstance(action, MoveTo) else ''}stone {action.stone + 1}"
