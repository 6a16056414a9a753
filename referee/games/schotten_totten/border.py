"""The border: cards put down at the nine stones and taken up again. These change the state they are given."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Seat
from referee.games.schotten_totten.cards import ALL_CLAN, BLIND, CLAN_CARDS, MEMBERS, MUD, STONES, Card
from referee.games.schotten_totten.state import Pile, SchottenState, Stone, with_entry, without


def put_down(state: SchottenState, seat: Seat, card: Card, stone: int) -> None:
    """S4: a card to a side that has room; the side is full from this turn on if that was the last."""
    at = seat * STONES + stone
    side = (*state.sides[at], card)
    state.sides = with_entry(state.sides, at, side)
    if card < CLAN_CARDS:
        state.unseen &= ~(1 << card)
    if len(side) == (4 if stone == state.mud else 3):
        state.full_since = with_entry(state.full_since, at, state.turn)  # S15
        _set_room(state, seat, stone, has_room=False)


def take_up(state: SchottenState, seat: Seat, card: Card, stone: int) -> None:
    """A card off a side of an unclaimed stone, which is then no longer full."""
    at = seat * STONES + stone
    state.sides = with_entry(state.sides, at, without(state.sides[at], card))
    state.full_since = with_entry(state.full_since, at, 0)  # S15
    _set_room(state, seat, stone, has_room=True)


def lay_mode(state: SchottenState, mode: Card, stone: int) -> None:
    """S21: a combat mode onto an unclaimed stone, on nobody's side."""
    if mode == BLIND:
        state.blind = stone
        return
    state.mud = stone
    for seat in (0, 1):
        # S15, S17: who had three cards needs a fourth, and is no longer full.
        state.full_since = with_entry(state.full_since, seat * STONES + stone, 0)
        _set_room(state, seat, stone, has_room=True)


def freeze(state: SchottenState, seat: Seat, stone: int) -> None:
    """S12: a stone becomes the seat's, and neither side has room any more."""
    owned, bit = state.owned, 1 << stone
    state.owned = (owned[0] | bit, owned[1]) if seat == 0 else (owned[0], owned[1] | bit)
    state.room = (state.room[0] & ~bit, state.room[1] & ~bit)


def lay_out(state: SchottenState, stones: Sequence[Stone]) -> None:
    """Sets all that lies at the stones; `survey` must follow."""
    state.sides = tuple([stone.sides[seat] for seat in (0, 1) for stone in stones])
    state.full_since = tuple([stone.full_since[seat] or 0 for seat in (0, 1) for stone in stones])
    owned = [sum([1 << at for at, stone in enumerate(stones) if stone.owner == seat]) for seat in (0, 1)]
    state.owned = owned[0], owned[1]
    state.blind = next((at for at, stone in enumerate(stones) if BLIND in stone.modes), None)
    state.mud = next((at for at, stone in enumerate(stones) if MUD in stone.modes), None)


def survey(state: SchottenState) -> None:
    """Sets what follows from the cards on the table: `room` and `unseen`."""
    room = [0, 0]
    for seat in (0, 1):
        for stone in MEMBERS[state.unclaimed]:
            if len(state.sides[seat * STONES + stone]) < state.required(stone):
                room[seat] |= 1 << stone
    state.room = (room[0], room[1])
    state.unseen = ALL_CLAN & ~sum({1 << card for card in _face_up(state)})


def _face_up(state: SchottenState) -> Pile:
    taken = state.pending.taken if state.pending is not None else None
    return (*sum(state.sides, ()), *state.discard, *([] if taken is None else [taken]))


def _set_room(state: SchottenState, seat: Seat, stone: int, has_room: bool) -> None:
    room, bit = state.room, 1 << stone
    mine = room[seat] | bit if has_room else room[seat] & ~bit
    state.room = (mine, room[1]) if seat == 0 else (room[0], mine)
