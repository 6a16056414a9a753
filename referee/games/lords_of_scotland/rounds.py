"""The end of a round, the claims, the next round, and the end of the game."""

from __future__ import annotations

from referee.games.base import Outcome, placings_by
from referee.games.lords_of_scotland import scoring
from referee.games.lords_of_scotland.actions import ClaimSupporter
from referee.games.lords_of_scotland.cards import MACDONNELL
from referee.games.lords_of_scotland.events import Log
from referee.games.lords_of_scotland.followers import card_of, is_up, kept, lasting_power, revealed
from referee.games.lords_of_scotland.piles import deal_round, turn_up_recruit
from referee.games.lords_of_scotland.round_events import (
    ArmiesRevealed,
    InitiativeTaken,
    RoundBegan,
    RoundCleared,
    RoundScored,
    SupporterClaimed,
)
from referee.games.lords_of_scotland.state import EMPTY_SLOT, LordsState, points, recruit_card, with_entry, without

POINTS_TO_END = 40
LAST_ROUND = 200


def end_round(state: LordsState, events: Log) -> None:
    """L23–L25: armies are revealed and placed; then the claims, if there are any."""
    _reveal(state, events)
    state.final = scoring.placed(state.armies)
    if events is not None:
        strengths = tuple(scoring.strength(army) if army else None for army in state.armies)
        events.append(RoundScored(state.round, strengths, state.final))
    state.order = scoring.claims(state.armies, state.final, len(state.supporters))
    if state.order:
        state.pending, state.to_act = "claim", state.order[0]
    else:
        _finish_claims(state, events)


def _reveal(state: LordsState, events: Log) -> None:
    """L23: all followers are turned face-up; what was taken and is now seen is no longer noted."""
    hidden = tuple(tuple([card_of(f) for f in army if not is_up(f)]) for army in state.armies)
    if not any(hidden):
        return
    state.armies = tuple([tuple([revealed(follower) for follower in army]) for army in state.armies])
    seen = {card for cards in hidden for card in cards}
    state.taken = tuple([tuple([taken for taken in row if taken.card not in seen]) for row in state.taken])
    if events is not None:
        events.append(ArmiesRevealed(hidden))


def claimed(state: LordsState, action: ClaimSupporter, events: Log) -> None:
    """L25: the next in order claims a supporter."""
    seat = state.actor
    state.supporters = without(state.supporters, action.card)
    state.victory = with_entry(state.victory, seat, (*state.victory[seat], action.card))
    state.order = state.order[1:]
    if events is not None:
        events.append(SupporterClaimed(seat, action.card))
    if state.order:
        state.to_act = state.order[0]
    else:
        _finish_claims(state, events)


def _finish_claims(state: LordsState, events: Log) -> None:
    """L26: the winner takes the initiative. L29, L30: then the game is over, or goes on."""
    if state.final:
        state.initiative = state.final[0]
        if events is not None:
            events.append(InitiativeTaken(state.initiative))
    if state.round >= LAST_ROUND or any([points(pile) >= POINTS_TO_END for pile in state.victory]):
        state.pending, state.to_act = "over", None
    else:
        _next_round(state, events)


def _next_round(state: LordsState, events: Log) -> None:
    _clear(state, events)
    state.round += 1
    state.turn = 1
    state.final = ()
    state.taken = tuple([tuple([taken._replace(turn=0) for taken in row]) for row in state.taken])
    deal_round(state, events)
    state.pending, state.to_act = "turn", state.initiative
    if events is not None:
        events.append(RoundBegan(state.round, state.initiative))
    turn_up_recruit(state, events)  # L5


def _clear(state: LordsState, events: Log) -> None:
    """L27: armies, recruits and supporters left are discarded, but active MacDonnells are kept (L22)."""
    stay = tuple([tuple([f for f in army if lasting_power(f) is MACDONNELL]) for army in state.armies])
    followers = [card_of(f) for army in state.armies for f in army if lasting_power(f) is not MACDONNELL]
    recruits = [recruit_card(recruit) for recruit in state.recruits if recruit != EMPTY_SLOT]
    discarded = (*followers, *recruits, *state.supporters)  # L28: only cards, no marks
    state.armies = tuple([tuple([kept(follower) for follower in army]) for army in stay])
    state.discard += discarded
    state.supporters, state.recruits = (), ()
    if events is not None:
        events.append(RoundCleared(tuple(tuple(map(card_of, army)) for army in stay), discarded))


def outcome(state: LordsState) -> Outcome | None:
    """L29: placed by points, then by the placing of the last round; who was not placed comes after the others."""
    if state.pending != "over":
        return None
    scores = tuple(points(pile) for pile in state.victory)
    last = [-state.final.index(seat) if seat in state.final else -state.players for seat in range(state.players)]
    placings = placings_by(list(zip(scores, last, strict=True)))
    winners = " and ".join(f"seat {seat}" for seat, place in enumerate(placings) if place == 1)
    verb = "wins" if placings.count(1) == 1 else "share the win"
    return Outcome(
        placings, scores, f"{winners} {verb} after round {state.round}, points {', '.join(map(str, scores))}"
    )
