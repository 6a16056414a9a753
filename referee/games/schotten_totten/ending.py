"""How the game ends: by stones (S24), or blocked (S25)."""

from __future__ import annotations

from referee.games.base import Event, Outcome, Seat, placings_by
from referee.games.schotten_totten.cards import MEMBERS
from referee.games.schotten_totten.claims import better_side, has_won
from referee.games.schotten_totten.events import GameBlocked, StoneAwarded
from referee.games.schotten_totten.state import SchottenState

BLOCKED = 2
"""The number of passes in a row that block the game."""


def is_blocked(state: SchottenState) -> bool:
    """S25: the turn before was passed without a claim, and so was this one."""
    return state.passed and state.passes == 1 and not state.claimed


def block(state: SchottenState, events: list[Event] | None) -> None:
    """S25: the game ends here. The stones stay as they lie; `awards` says whose they are."""
    state.passes, state.step = BLOCKED, "over"
    if events is not None:
        events.append(GameBlocked())
        events.extend([StoneAwarded(seat, stone) for stone, seat in awards(state).items()])


def awards(state: SchottenState) -> dict[int, Seat]:
    """S25: who gets each unclaimed stone of a blocked game: the better of two full sides, or the only one."""
    awarded: dict[int, Seat] = {}
    for stone in MEMBERS[state.unclaimed]:
        full = [seat for seat in (0, 1) if not state.room[seat] >> stone & 1]
        if full:
            awarded[stone] = better_side(state, stone) if len(full) == 2 else full[0]
    return awarded


def outcome(state: SchottenState) -> Outcome | None:
    """S24, S25, S26: the winner scores 5, the loser its stones; in a draw both score theirs."""
    if state.step != "over":
        return None
    awarded = list(awards(state).values()) if state.passes == BLOCKED else []
    stones = [state.owned[seat].bit_count() + awarded.count(seat) for seat in (0, 1)]
    if state.passes == BLOCKED:
        placings = placings_by(stones)  # S25: only the number of stones counts.
        detail = f"the game is blocked: seat 0 has {stones[0]} stones, seat 1 has {stones[1]}"
    else:
        winner = 0 if has_won(state.owned[0]) else 1
        placings = (1, 2) if winner == 0 else (2, 1)
        detail = f"seat {winner} controls {_winning(state.owned[winner])}"
    is_draw = placings == (1, 1)
    scores = tuple(5 if placings[seat] == 1 and not is_draw else stones[seat] for seat in (0, 1))
    return Outcome(placings, scores, detail)


def _winning(stones: int) -> str:
    starts = stones & stones >> 1 & stones >> 2
    if not starts:
        return "five stones"
    first = MEMBERS[starts][0] + 1
    return f"the adjacent stones {first}, {first + 1} and {first + 2}"
