"""Lords of Scotland's table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arena.web.boards.model import Board, Face, Looks, Row, SeatArea, counted, near_last, unseen
from referee.games.base import Seat
from referee.games.lords_of_scotland.actions import (
    ClaimSupporter,
    MusterFollower,
    RecruitSlot,
    TakeSupporter,
    TargetFollower,
)
from referee.games.lords_of_scotland.cards import BRUCE, Card
from referee.games.lords_of_scotland.view import LordsView, SeenFollower, SeenRecruit

STAGES = {
    "turn": "recruits or musters",
    "makgill": "musters another card for the Makgill",
    "cockburn": "takes a supporter for the Cockburn",
    "fergusson": "chooses a follower for the Fergusson",
    "wemyss": "chooses a follower for the Wemyss",
    "scott": "chooses a power for the Scott",
    "claim": "claims a supporter",
}
WAYS = {"active": "face-up, using its power", "down": "face-down", "up": "face-up"}
EMPTY = Face("", "empty slot", "", "empty")


def face(card: Card, *marks: str) -> Face:
    number = card.rank if card.clan is BRUCE else card.strength
    return Face(card.text, f"{card.clan.title} {number}", str(card.strength), f"clan-{card.clan.code}", marks)


def board(looks: Looks[LordsView]) -> Board:
    view = looks.public
    areas = [_area(looks, seat) for seat in range(len(view.hand_sizes))]
    return Board(
        caption=_caption(view),
        seats=near_last(areas, view.viewer or 0),
        rows=_table(view),
        facts=(f"draw pile: {counted(view.draw_size, 'card')}",),
    )


def _caption(view: LordsView) -> str:
    if view.to_act is None:
        return "The game is over"
    place = f"Round {view.round}, end" if view.pending == "claim" else f"Round {view.round}, turn {view.turn} of 5"
    return f"{place}: seat {view.to_act} {STAGES[view.pending]}"


def _table(view: LordsView) -> tuple[Row, ...]:
    return (
        Row("recruits", tuple(_recruit(recruit) for recruit in view.recruits), is_numbered=True),
        Row("supporters", tuple(face(card) for card in view.supporters)),
        Row("discard", tuple(face(card) for card in view.discard), is_small=True),
    )


def _recruit(recruit: SeenRecruit | None) -> Face:
    if recruit is None:
        return EMPTY
    return face(recruit.card) if recruit.card is not None else unseen("face-down recruit")


def _area(looks: Looks[LordsView], seat: Seat) -> SeatArea:
    view, known = looks.public, looks.seats.get(seat)
    hand = Row("hand", hidden=view.hand_sizes[seat])
    if known is not None:
        hand = Row("hand", tuple(face(card) for card in known.hand))
    army = Row("army", tuple(_followers(looks, seat)), is_numbered=True)
    victory = Row("victory pile", tuple(face(card) for card in view.victory[seat]), is_small=True)
    return SeatArea(seat, view.to_act == seat, _facts(view, seat), (army, hand, victory))


def _facts(view: LordsView, seat: Seat) -> tuple[str, ...]:
    facts = [counted(view.points[seat], "point"), f"hand: {counted(view.hand_sizes[seat], 'card')}"]
    if view.initiative == seat:
        facts.append("has the initiative")
    if seat in view.final:
        facts.append(f"place {view.final.index(seat) + 1} of the round")
    return tuple(facts)


def _followers(looks: Looks[LordsView], seat: Seat) -> list[Face]:
    """A face-down follower is drawn if anybody whose eyes we look through knows it."""
    armies = [view.armies[seat] for view in (looks.public, *looks.seats.values())]
    return [_follower(sights) for sights in zip(*armies, strict=True)]


def _follower(sights: tuple[SeenFollower, ...]) -> Face:
    seen = sights[0]
    card = next((sight.card for sight in sights if sight.card is not None), None)
    if not seen.up:
        drawn = unseen("face-down follower") if card is None else face(card)
        others = [f"seat {seat} knows it" for seat in seen.known_to if seat != seen.mustered_by]
        return replace(drawn, marks=("face-down", *others), is_down=True)
    assert card is not None
    marks = ["active"] if seen.active else []
    marks += [f"copies {seen.copies.title}"] if seen.copies is not None else []
    marks += ["kept"] if seen.kept else []
    return face(card, *marks)


def named(action: Any, view: LordsView) -> tuple[Face | None, str]:
    """An action as something to click on: the card it is about, and what is done with it."""
    match action:
        case MusterFollower():
            return face(action.card), WAYS[action.way]
        case RecruitSlot():
            return _recruit(view.recruits[action.slot - 1]), f"recruit from slot {action.slot}"
        case TargetFollower():
            follower = _follower((view.armies[action.seat][action.place - 1],))
            return follower, f"seat {action.seat}, place {action.place}"
        case TakeSupporter() | ClaimSupporter():
            return face(action.card), "take" if isinstance(action, TakeSupporter) else "claim"
        case _:
            return None, action.text
