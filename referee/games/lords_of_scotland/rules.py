"""The course of a game of Lords of Scotland: the deal, and the step after each action."""

from __future__ import annotations

from referee.games.base import Action
from referee.games.lords_of_scotland.actions import (
    ClaimSupporter,
    MusterFollower,
    RecruitSlot,
    TakeSupporter,
    TargetFollower,
)
from referee.games.lords_of_scotland.cards import CLANS, deck
from referee.games.lords_of_scotland.events import Log
from referee.games.lords_of_scotland.legal import at_decision
from referee.games.lords_of_scotland.piles import deal_recruits, deal_supporters, turn_up_recruit
from referee.games.lords_of_scotland.powers import supporter_taken, targeted, use_power
from referee.games.lords_of_scotland.rounds import claimed
from referee.games.lords_of_scotland.state import LordsState
from referee.games.lords_of_scotland.turns import mustered, next_action, passed, recruited
from referee.games.shuffle import shuffled

FIRST_HAND = 5


def dealt(seed: bytes, players: int, bruce: bool, clan_activation: bool) -> LordsState:
    """L2: five cards each, recruits, supporters (L3); seat 0 has the initiative and turns the first recruit up (L5)."""
    cards = tuple(shuffled(deck(bruce), seed, "deck"))
    hands = tuple(tuple(sorted(cards[FIRST_HAND * seat :][:FIRST_HAND])) for seat in range(players))
    nothing: tuple[tuple[()], ...] = ((),) * players
    state = LordsState(
        bruce, clan_activation, seed, 1, 1, 0, 0, "turn", False, hands, nothing, (), (), nothing,
        cards[FIRST_HAND * players :], (), 0, (), (), nothing,
    )  # fmt: skip
    deal_recruits(state, None)
    deal_supporters(state, None)
    turn_up_recruit(state, None)
    return at_decision(state)


def advanced(state: LordsState, action: Action, events: Log) -> LordsState:
    """The state after a legal action, at the next decision."""
    after = state.copy()
    if isinstance(action, MusterFollower):
        mustered(after, action, events)
        if action.way == "active":  # L9
            use_power(after, CLANS[action.card], is_copied=False, events=events)
        else:
            next_action(after, events)
    elif isinstance(action, RecruitSlot):
        recruited(after, action, events)
    elif isinstance(action, ClaimSupporter):
        claimed(after, action, events)
    elif isinstance(action, TargetFollower):
        targeted(after, action, events)
    elif isinstance(action, TakeSupporter):
        supporter_taken(after, action, events)
    else:
        passed(after, events)
    return at_decision(after)
