"""Claiming stones: which claims are legal, and what a claim does."""

from __future__ import annotations

from referee.games.base import Action, Event, Seat
from referee.games.schotten_totten.actions import CLAIM, DONE, ClaimStone, Done
from referee.games.schotten_totten.border import freeze
from referee.games.schotten_totten.cards import MEMBERS, STONES
from referee.games.schotten_totten.events import ClaimDeclined, StoneClaimed
from referee.games.schotten_totten.formations import strength
from referee.games.schotten_totten.proof import can_beat
from referee.games.schotten_totten.state import AFTER_CLAIMING, SchottenState


def claim_choices(state: SchottenState) -> tuple[Action, ...]:
    """S5: the legal claims and `done`; nothing where no claim is legal."""
    seat = state.seat
    full = state.unclaimed & ~state.room[seat]  # S8, S12
    if not full:
        return ()
    claims = [CLAIM[stone] for stone in MEMBERS[full] if may_claim(state, seat, stone)]
    return (*claims, DONE) if claims else ()


def may_claim(state: SchottenState, seat: Seat, stone: int) -> bool:
    """S9, S10, for an unclaimed stone at which the seat's side is full."""
    if state.room[1 - seat] >> stone & 1:
        is_blind = stone == state.blind
        target = strength(state.sides[seat * STONES + stone], is_blind)
        side = state.sides[(1 - seat) * STONES + stone]
        return not can_beat(side, state.required(stone), is_blind, state.unseen, target)
    return better_side(state, stone) == seat


def better_side(state: SchottenState, stone: int) -> Seat:
    """S13, S14, for a stone at which both sides are full: the stronger one, else the one that was full first."""
    is_blind = stone == state.blind  # S16
    first, second = strength(state.sides[stone], is_blind), strength(state.sides[STONES + stone], is_blind)
    if first == second:
        return 0 if state.full_since[stone] < state.full_since[STONES + stone] else 1  # S15
    return 0 if first > second else 1


def claim(state: SchottenState, action: ClaimStone, events: list[Event] | None) -> SchottenState:
    """S5: one stone at a time; the step goes on, unless that was the game."""
    after = state.copy()
    freeze(after, after.seat, action.stone)
    after.claimed = True
    if has_won(after.owned[after.seat]):
        after.step = "over"  # S24: at once, no more claims and no draw.
    if events is not None:
        events.append(StoneClaimed(after.seat, action.stone))
    return after


def decline(state: SchottenState, action: Done, events: list[Event] | None) -> SchottenState:
    after = state.copy()
    after.step = AFTER_CLAIMING[after.expert]
    if events is not None:
        events.append(ClaimDeclined(after.seat))
    return after


def has_won(stones: int) -> bool:
    """S24: five stones, or three adjacent ones."""
    return stones.bit_count() >= 5 or bool(stones & stones >> 1 & stones >> 2)
