"""The course of a game: the deal, the steps of a turn, and how one runs into the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.base import Action, Event
from referee.games.schotten_totten import claims, plays, ruses
from referee.games.schotten_totten.actions import (
    DRAWS,
    ClaimStone,
    DiscardTaken,
    Done,
    DrawFrom,
    MoveTo,
    Pass,
    PlayCard,
    PlayMode,
    PlayRuse,
    ReturnCard,
    TakeCard,
)
from referee.games.schotten_totten.cards import CLAN_DECK, TACTIC_DECK
from referee.games.schotten_totten.decks import draw, draw_from_either
from referee.games.schotten_totten.ending import block, is_blocked
from referee.games.schotten_totten.state import AFTER_CLAIMING, FIRST_STEP, SchottenState
from referee.games.shuffle import shuffled


def dealt(seed: bytes, tactics: bool, expert: bool) -> SchottenState:
    """S1, S2: the top cards to seat 0, the next to seat 1, up to the hand limit; seat 0 begins."""
    clan = shuffled(CLAN_DECK, seed, "clan")
    tactic = shuffled(TACTIC_DECK, seed, "tactic") if tactics else []
    size = 7 if tactics else 6
    hands = tuple(sorted(clan[:size])), tuple(sorted(clan[size : 2 * size]))
    state = SchottenState(tactics, expert, hands, tuple(clan[2 * size :]), tuple(tactic))
    state.step = FIRST_STEP[expert]
    return run_on(state, None)


def advanced(state: SchottenState, action: Action, events: list[Event] | None) -> SchottenState:
    """The state at the decision after `action`."""
    return run_on(STEPS[type(action)](state, action, events), events)


def run_on(state: SchottenState, events: list[Event] | None) -> SchottenState:
    """The same state at its next decision, or over, with whose decision it is and what is legal."""
    legal: tuple[Action, ...] = ()
    while not legal and state.step != "over":
        if state.step == "play":
            legal = _playing(state, events)
        elif state.step == "claim":
            legal = claims.claim_choices(state)
            if not legal:
                state.step = AFTER_CLAIMING[state.expert]  # S5
        else:
            legal = _drawing(state, events)
    state.legal = legal
    state.to_act = state.seat if legal else None
    return state


def _playing(state: SchottenState, events: list[Event] | None) -> tuple[Action, ...]:
    if state.pending is None:
        return plays.play_choices(state)
    return ruses.ruse_choices(state, state.pending, events)


def _drawing(state: SchottenState, events: list[Event] | None) -> tuple[Action, ...]:
    """S6: a choice of deck, or else the draw itself, if there is one, and the next turn."""
    if is_blocked(state):
        block(state, events)  # S25
        return ()
    if len(state.hands[state.seat]) < state.hand_limit:
        if state.clan_deck and state.tactic_deck:
            return DRAWS
        if state.clan_deck or state.tactic_deck:
            draw_from_either(state, events)
    _begin_turn(state)
    return ()


def _begin_turn(state: SchottenState) -> None:
    """S3: the other seat's turn, with `expert` beginning with its claims."""
    state.passes = int(state.passed and not state.claimed)
    state.passed = state.claimed = False
    state.turn += 1
    state.step = FIRST_STEP[state.expert]


def _draw_from(state: SchottenState, action: DrawFrom, events: list[Event] | None) -> SchottenState:
    """S6, S22: the end of a turn, or one of Recruiter's draws."""
    after, ruse = state.copy(), state.pending
    draw(after, action.deck, events)
    if ruse is None:
        _begin_turn(after)
    else:
        after.pending = ruse._replace(draws_left=ruse.draws_left - 1)
    return after


STEPS: dict[type[Action], Callable[[SchottenState, Any, list[Event] | None], SchottenState]] = {
    PlayCard: plays.play_card,
    PlayMode: plays.play_mode,
    PlayRuse: plays.play_ruse,
    Pass: plays.pass_turn,
    DrawFrom: _draw_from,
    ReturnCard: ruses.return_card,
    TakeCard: ruses.take_card,
    MoveTo: ruses.move_taken,
    DiscardTaken: ruses.discard_taken,
    ClaimStone: claims.claim,
    Done: claims.decline,
}
"""What each kind of action does before the game runs on to the next decision."""
