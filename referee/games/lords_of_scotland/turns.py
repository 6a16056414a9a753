"""The actions of a turn: recruiting, mustering, passing, and whose action comes next."""

from __future__ import annotations

from referee.games.lords_of_scotland.actions import MusterFollower, RecruitSlot
from referee.games.lords_of_scotland.cards import Card
from referee.games.lords_of_scotland.events import CardRecruited, FollowerMustered, Log, SlotRefilled, TurnPassed
from referee.games.lords_of_scotland.followers import UP, face_down, face_up
from referee.games.lords_of_scotland.piles import drawn_card, turn_up_recruit
from referee.games.lords_of_scotland.rounds import end_round
from referee.games.lords_of_scotland.state import (
    EMPTY_SLOT,
    LordsState,
    Taken,
    recruit_card,
    with_card,
    with_entry,
    without,
)

TURNS = 5


def next_action(state: LordsState, events: Log) -> None:
    """L5: the next seat acts; when it comes back to the initiative a turn is over, and after five the round."""
    seat = (state.actor + 1) % len(state.hands)
    state.pending, state.is_copied = "turn", False
    if seat != state.initiative:
        state.to_act = seat
    elif state.turn < TURNS:
        state.to_act = seat
        state.turn += 1
        turn_up_recruit(state, events)
    else:
        end_round(state, events)


def passed(state: LordsState, events: Log) -> None:
    """L6."""
    if events is not None:
        events.append(TurnPassed(state.actor))
    next_action(state, events)


def recruited(state: LordsState, action: RecruitSlot, events: Log) -> None:
    """L7: a recruit goes into the hand; a face-up one is remembered until it is seen again."""
    seat, at = state.actor, action.slot - 1
    recruit = state.recruits[at]
    card, was_up = recruit_card(recruit), recruit & UP != 0
    into_hand(state, card)
    if was_up:
        state.taken = with_entry(state.taken, seat, (*state.taken[seat], Taken(card, state.turn)))
    if events is not None:
        events.append(CardRecruited(seat, action.slot, card, was_up))
    _refill(state, at, was_up, events)
    next_action(state, events)


def _refill(state: LordsState, at: int, is_up: bool, events: Log) -> None:
    """L7: the slot is filled from the draw pile, face-up if the taken card was; if it cannot be it stays empty."""
    card = drawn_card(state, events)
    recruit = EMPTY_SLOT if card is None else card | UP if is_up else int(card)
    state.recruits = with_entry(state.recruits, at, recruit)
    if events is not None and card is not None:
        events.append(SlotRefilled(at + 1, card, is_up))


def into_hand(state: LordsState, card: Card) -> None:
    """A card for the seat to act; hands stay sorted."""
    seat = state.actor
    state.hands = with_entry(state.hands, seat, with_card(state.hands[seat], card))


def mustered(state: LordsState, action: MusterFollower, events: Log) -> None:
    """L8: a card of the hand becomes the last of the army."""
    seat, card = state.actor, action.card
    state.hands = with_entry(state.hands, seat, without(state.hands[seat], card))
    if action.way == "down":
        follower = face_down(card, seat, state.turn)
    else:
        follower = face_up(card)
        forget_taken(state, card)
    state.armies = with_entry(state.armies, seat, (*state.armies[seat], follower))
    if events is not None:
        events.append(FollowerMustered(seat, card, action.way))


def forget_taken(state: LordsState, card: Card) -> None:
    """A card that all have seen again: where it went is no longer a matter of memory."""
    for seat, row in enumerate(state.taken):
        for taken in row:
            if taken.card == card:
                state.taken = with_entry(state.taken, seat, without(row, taken))
                return
