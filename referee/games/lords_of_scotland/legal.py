"""What is legal: the actions of a turn, the follow-ups of powers, the claims."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from referee.games.base import Action, Seat
from referee.games.lords_of_scotland.actions import CLAIM, PASS, RECRUIT, TAKE, TARGET, WITH_POWER, WITHOUT_POWER
from referee.games.lords_of_scotland.cards import (
    CLAN_COUNT,
    CLAN_NUMBERS,
    CLANS,
    COCKBURN,
    FERGUSSON,
    FORSYTH,
    MAKGILL,
    SCOTT,
    STRENGTHS,
    TOP_STRENGTH,
    WEMYSS,
    Clan,
)
from referee.games.lords_of_scotland.followers import CARD, UP, WEAKNESS
from referee.games.lords_of_scotland.state import EMPTY_SLOT, LordsState

HAND_LIMIT = 10


def at_decision(state: LordsState) -> LordsState:
    """The same state with what is legal."""
    pending = state.pending
    if pending == "turn":
        state.legal = _turn_actions(state)
    elif pending == "makgill":
        state.legal = tuple(_musters(state))  # L17: only musters are on offer, and one must be made
    elif pending == "cockburn":
        state.legal = tuple([TAKE[card] for card in sorted(state.supporters)])
    elif pending == "claim":
        state.legal = tuple([CLAIM[card] for card in sorted(state.supporters)])  # L25: no passing
    elif pending != "over":
        state.legal = tuple(sorted(_targets(state), key=attrgetter("text")))
    return state


def _turn_actions(state: LordsState) -> tuple[Action, ...]:
    """L6: a muster or a recruit; a pass only where there is neither."""
    actions = _musters(state)
    if len(state.hands[state.actor]) < HAND_LIMIT:  # L7
        if EMPTY_SLOT not in state.recruits:
            actions += RECRUIT
        else:
            actions += [RECRUIT[at] for at, recruit in enumerate(state.recruits) if recruit != EMPTY_SLOT]
    return tuple(actions) if actions else (PASS,)


def _musters(state: LordsState) -> list[Action]:
    """L8, L9: every card face-down or face-up, and with its power where it may and would do something."""
    seat = state.actor
    hand = state.hands[seat]
    limits = _power_limits(state)
    actions: list[Action] = []
    for card in hand:
        if STRENGTHS[card] <= limits[CLAN_NUMBERS[card]] and has_effect(state, seat, CLANS[card], len(hand) - 1):
            actions += WITH_POWER[card]
        else:
            actions += WITHOUT_POWER[card]
    return actions


def _power_limits(state: LordsState) -> list[int]:
    """By clan number: the greatest strength against whose power nothing stands."""
    if state.clan_activation:
        return _clan_limits(state)
    # L12: no face-up follower, whoever's, is weaker; equal strength and face-down followers do not count.
    lowest = min([WEAKNESS[follower & (UP | CARD)] for army in state.armies for follower in army], default=TOP_STRENGTH)
    return [lowest] * CLAN_COUNT


def _clan_limits(state: LordsState) -> list[int]:
    """L13: no face-up follower of the same clan is equal or weaker; Bruce is the clan of any Bruce (L20)."""
    limits = [TOP_STRENGTH] * CLAN_COUNT
    for army in state.armies:
        for follower in army:
            if follower & UP:
                card = follower & CARD
                limits[CLAN_NUMBERS[card]] = min(limits[CLAN_NUMBERS[card]], STRENGTHS[card] - 1)
    return limits


def has_effect(state: LordsState, seat: Seat, clan: Clan, cards_left: int) -> bool:
    """L9: whether the clan's power would do something for a card that leaves `cards_left` in the hand."""
    if clan is SCOTT:
        return any(_copyable(state, seat, cards_left))  # L19
    if clan is MAKGILL:
        return cards_left > 0  # L17
    if clan is WEMYSS:
        return any(state.armies)  # L18: asked by a Scott, the follower that it copies is there
    if clan is FERGUSSON:
        return any([army for at, army in enumerate(state.armies) if at != seat])  # L15
    if clan is FORSYTH:
        return bool(state.draw or state.discard)  # L16
    if clan is COCKBURN:
        return bool(state.supporters)  # L14
    return True  # MacDonnell, Cochrane and Bruce always have an effect


def _targets(state: LordsState) -> Iterable[Action]:
    """The followers that the power in use may choose; its own card lies last in the army."""
    seat = state.actor
    if state.pending == "scott":
        return _copyable(state, seat, len(state.hands[seat]))
    if state.pending == "fergusson":
        # L15: opponents' followers only.
        return [a for at, army in enumerate(state.armies) if at != seat for a in TARGET[at][: len(army)]]
    # L18: any follower of any army but the card itself.
    return [a for at, army in enumerate(state.armies) for a in TARGET[at][: len(army) - (at == seat)]]


def _copyable(state: LordsState, seat: Seat, cards_left: int) -> Iterable[Action]:
    """L19: face-up followers of any army that are no Scotts and whose power would have an effect."""
    for at, army in enumerate(state.armies):
        for place, follower in enumerate(army):
            clan = CLANS[follower & CARD]
            if follower & UP and clan is not SCOTT and has_effect(state, seat, clan, cards_left):
                yield TARGET[at][place]
