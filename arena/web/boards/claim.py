"""Claim's table."""

from __future__ import annotations

from typing import Any

from arena.web.boards.model import Board, Face, Looks, Row, SeatArea, counted, near_last
from referee.games.base import Seat
from referee.games.claim.cards import Card, Faction
from referee.games.claim.view import ClaimView

SINGULAR = {
    Faction.GOBLINS: "Goblin",
    Faction.KNIGHTS: "Knight",
    Faction.UNDEAD: "Undead",
    Faction.DWARVES: "Dwarf",
    Faction.DOPPELGANGERS: "Doppelgänger",
}


def face(card: Card, *marks: str) -> Face:
    return Face(
        card.text, f"{SINGULAR[card.faction]} {card.value}", str(card.value), f"claim-{card.faction.value}", marks
    )


def board(looks: Looks[ClaimView]) -> Board:
    view = looks.public
    areas = [_area(looks, seat) for seat in (0, 1)]
    return Board(
        caption=_caption(view),
        seats=near_last(areas, 1 if view.viewer == 1 else 0),
        rows=_table(view),
        facts=(f"stock: {counted(view.stock_size, 'card')}",) if view.stock_size else (),
    )


def _caption(view: ClaimView) -> str:
    if view.to_act is None:
        return "The game is over"
    what = "leads" if view.pending == "lead" else "replies"
    return f"Phase {view.phase}, {counted(view.tricks_left, 'trick')} left: seat {view.to_act} {what}"


def _table(view: ClaimView) -> tuple[Row, ...]:
    prize = (Row("prize", (face(view.prize),)),) if view.prize is not None else ()
    if view.led is not None:
        return (*prize, Row("trick", (face(view.led, f"led by seat {view.leader}"),)))
    if not view.tricks:
        return prize
    last = view.tricks[-1]
    marks = [f"seat {seat}{' won' if seat == last.winner else ''}" for seat in (last.leader, 1 - last.leader)]
    return (*prize, Row("last trick", (face(last.lead, marks[0]), face(last.reply, marks[1])), is_small=True))


def _area(looks: Looks[ClaimView], seat: Seat) -> SeatArea:
    view = looks.public
    return SeatArea(
        seat=seat,
        is_to_act=view.to_act == seat,
        facts=(f"hand: {counted(view.hand_sizes[seat], 'card')}",),
        rows=(_hand(looks, seat), _followers(looks, seat), _scored(view, seat)),
    )


def _hand(looks: Looks[ClaimView], seat: Seat) -> Row:
    known = looks.seats.get(seat)
    if known is None:
        return Row("hand", hidden=looks.public.hand_sizes[seat])
    return Row("hand", tuple(face(card) for card in known.hand))


def _followers(looks: Looks[ClaimView], seat: Seat) -> Row:
    """Others know the prizes among them, as long as these are no hand."""
    view, known = looks.public, looks.seats.get(seat)
    count = view.follower_counts[seat]
    cards = known.followers if known is not None else view.prizes[seat] if count else ()
    return Row("followers", tuple(face(card) for card in cards), hidden=count - len(cards), is_small=True)


def _scored(view: ClaimView, seat: Seat) -> Row:
    return Row("score pile", tuple(face(card) for card in view.scored[seat]), is_small=True)


def named(action: Any, view: ClaimView) -> tuple[Face | None, str]:
    """An action as something to click on: the card it is about, and what is done with it."""
    return face(action.card), "lead" if view.pending == "lead" else "reply"
