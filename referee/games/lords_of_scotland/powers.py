"""The powers of the clans, as they are used and as their follow-ups are decided."""

from __future__ import annotations

from referee.games.base import Seat
from referee.games.lords_of_scotland.actions import TakeSupporter, TargetFollower
from referee.games.lords_of_scotland.cards import END_OF_ROUND_CLANS, FORSYTH, Clan
from referee.games.lords_of_scotland.events import (
    CardDrawn,
    FollowerDiscarded,
    FollowersSwapped,
    Log,
    PowerCopied,
    PowerMarked,
    SupporterTaken,
)
from referee.games.lords_of_scotland.followers import (
    Follower,
    activated,
    card_of,
    face_up,
    is_up,
    known_to,
    learned_by,
)
from referee.games.lords_of_scotland.piles import drawn_card
from referee.games.lords_of_scotland.state import Army, LordsState, Pending, with_entry, without
from referee.games.lords_of_scotland.turns import forget_taken, into_hand, next_action

FOLLOW_UPS: dict[Clan, Pending] = {
    Clan.SCOTT: "scott",
    Clan.MAKGILL: "makgill",
    Clan.WEMYSS: "wemyss",
    Clan.FERGUSSON: "fergusson",
    Clan.COCKBURN: "cockburn",
}
"""The powers that need another decision."""


def use_power(state: LordsState, clan: Clan, is_copied: bool, events: Log) -> None:
    """The last card of the army of the seat to act uses a clan's power, its own or (L19) a copied one."""
    if clan is FORSYTH:
        _draw(state, events)
        next_action(state, events)
    elif clan in END_OF_ROUND_CLANS:
        _mark(state, clan, is_copied, events)
        next_action(state, events)
    else:
        state.pending, state.is_copied = FOLLOW_UPS[clan], is_copied


def _draw(state: LordsState, events: Log) -> None:
    """L16: the top card of the draw pile."""
    card = drawn_card(state, events)
    assert card is not None
    into_hand(state, card)
    if events is not None:
        events.append(CardDrawn(state.actor, card))


def _mark(state: LordsState, clan: Clan, is_copied: bool, events: Log) -> None:
    """L11, L19: an end-of-round power is active; a copied one is marked on the Scott."""
    seat = state.actor
    *others, follower = state.armies[seat]
    marked = activated(follower, clan if is_copied else None)
    state.armies = with_entry(state.armies, seat, (*others, marked))
    if events is not None:
        events.append(PowerMarked(seat, card_of(follower), clan))


def supporter_taken(state: LordsState, action: TakeSupporter, events: Log) -> None:
    """L14: the card goes to the supporters, without marks (L28), and another supporter joins the army, face-up."""
    seat = state.actor
    *others, follower = state.armies[seat]
    given = card_of(follower)
    state.supporters = (*without(state.supporters, action.card), given)
    # L10: what comes from the supporters does not use its power.
    state.armies = with_entry(state.armies, seat, (*others, face_up(action.card)))
    if events is not None:
        events.append(SupporterTaken(seat, given, action.card))
    next_action(state, events)


def targeted(state: LordsState, action: TargetFollower, events: Log) -> None:
    """The chosen follower is swapped, discarded or copied."""
    if state.pending == "scott":
        _copy(state, action, events)
        return
    if state.pending == "fergusson":
        _swap(state, action, events)
    else:
        _discard(state, action, events)
    next_action(state, events)


def _swap(state: LordsState, action: TargetFollower, events: Log) -> None:
    """L15: both go to the end of their new army, marks and face as they are (L10: no power is used)."""
    seat, opponent = state.actor, action.seat
    *others, given = state.armies[seat]
    left, target = _picked(state.armies[opponent], action.place)
    gained = learned_by(target, seat)
    state.armies = with_entry(state.armies, seat, (*others, gained))
    state.armies = with_entry(state.armies, opponent, (*left, given))
    if events is not None:
        gained_card, is_face_up = card_of(gained), is_up(gained)
        events.append(
            FollowersSwapped(
                seat, card_of(given), opponent, action.place, gained_card, is_face_up, known_to(gained)
            )
        )  # fmt: skip


def _discard(state: LordsState, action: TargetFollower, events: Log) -> None:
    """L18: any other follower goes to the discard, for all to see, without marks (L28)."""
    controller: Seat = action.seat
    left, follower = _picked(state.armies[controller], action.place)
    card = card_of(follower)
    state.armies = with_entry(state.armies, controller, left)
    state.discard = (*state.discard, card)
    forget_taken(state, card)
    if events is not None:
        events.append(FollowerDiscarded(state.actor, controller, action.place, card))


def _copy(state: LordsState, action: TargetFollower, events: Log) -> None:
    """L19: the Scott uses the power of the follower's clan at once, as if it were its own."""
    copied = card_of(state.armies[action.seat][action.place - 1])
    if events is not None:
        events.append(PowerCopied(state.actor, card_of(state.armies[state.actor][-1]), copied))
    use_power(state, copied.clan, is_copied=True, events=events)


def _picked(army: Army, place: int) -> tuple[Army, Follower]:
    """The army without the follower at a place, those behind it moved up, and that follower."""
    return army[: place - 1] + army[place:], army[place - 1]
