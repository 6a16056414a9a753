"""Drawing, dealing and turning up: the draw pile, the recruits and the supporters."""

from __future__ import annotations

from referee.games.lords_of_scotland.actions import RECRUIT_SLOTS
from referee.games.lords_of_scotland.cards import RANKS, STRENGTHS, Card
from referee.games.lords_of_scotland.events import Log, RecruitTurned
from referee.games.lords_of_scotland.followers import UP
from referee.games.lords_of_scotland.round_events import (
    PileReshuffled,
    RecruitsDealt,
    SupportersDealt,
    SupportersRefused,
)
from referee.games.lords_of_scotland.state import EMPTY_SLOT, LordsState, Pile, recruit_card, with_entry
from referee.games.shuffle import shuffled


def drawn(state: LordsState, count: int, events: Log) -> Pile:
    """L4: the next cards of the draw pile, fewer than `count` only if the discard is used up too."""
    cards = state.draw[:count]
    state.draw = state.draw[count:]
    while len(cards) < count and state.discard:
        _reshuffle(state, events)
        missing = count - len(cards)
        cards += state.draw[:missing]
        state.draw = state.draw[missing:]
    return cards


def drawn_card(state: LordsState, events: Log) -> Card | None:
    cards = drawn(state, 1, events)
    return cards[0] if cards else None


def _reshuffle(state: LordsState, events: Log) -> None:
    """L4: the discard, in deck order, is shuffled under a label of its own."""
    state.reshuffles += 1
    pile = sorted(state.discard, key=RANKS.__getitem__)
    state.draw = tuple(shuffled(pile, state.seed, f"reshuffle:{state.reshuffles}"))
    state.discard = ()
    if events is not None:
        events.append(PileReshuffled(state.reshuffles, len(pile)))


def deal_round(state: LordsState, events: Log) -> None:
    """L27: recruits, then supporters; when cards are scarce the supporters come first."""
    if len(state.draw) + len(state.discard) < RECRUIT_SLOTS + state.players:
        deal_supporters(state, events)
        deal_recruits(state, events)
    else:
        deal_recruits(state, events)
        deal_supporters(state, events)


def deal_recruits(state: LordsState, events: Log) -> None:
    """L2: five recruits face-down; slots for which there is no card stay empty (L4)."""
    cards = drawn(state, RECRUIT_SLOTS, events)
    state.recruits = tuple(map(int, cards)) + (EMPTY_SLOT,) * (RECRUIT_SLOTS - len(cards))
    if events is not None:
        events.append(RecruitsDealt(cards))


def deal_supporters(state: LordsState, events: Log) -> None:
    """L2: as many supporters as players, face-up. L3: dealt again while they are of one strength."""
    state.supporters = drawn(state, state.players, events)
    while _must_be_dealt_again(state):
        if events is not None:
            events.append(SupportersRefused(state.supporters))
        state.discard += state.supporters
        state.supporters = drawn(state, state.players, events)
    if events is not None:
        events.append(SupportersDealt(state.supporters))


def _must_be_dealt_again(state: LordsState) -> bool:
    supporters = state.supporters
    if len(supporters) < 2 or len({STRENGTHS[card] for card in supporters}) > 1:
        return False
    strength = STRENGTHS[supporters[0]]
    return any([STRENGTHS[card] != strength for card in state.draw + state.discard])


def turn_up_recruit(state: LordsState, events: Log) -> None:
    """L5: the leftmost face-down recruit is turned face-up, if there is one."""
    for at, recruit in enumerate(state.recruits):
        if recruit != EMPTY_SLOT and not recruit & UP:
            state.recruits = with_entry(state.recruits, at, recruit | UP)
            if events is not None:
                events.append(RecruitTurned(at + 1, recruit_card(recruit)))
            return
