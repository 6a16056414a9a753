"""The ruses (S22, S23): where they have an effect, and the choices that follow them."""

from __future__ import annotations

from referee.games.base import Action, Event, Seat
from referee.games.schotten_totten.actions import (
    DISCARD,
    DRAWS,
    MOVE,
    RETURN,
    TAKE,
    DiscardTaken,
    MoveTo,
    ReturnCard,
    TakeCard,
)
from referee.games.schotten_totten.border import put_down, take_up
from referee.games.schotten_totten.cards import (
    BANSHEE,
    CLAN_CARDS,
    MEMBERS,
    RECRUITER,
    STONES,
    STRATEGIST,
    TRAITOR,
    Card,
)
from referee.games.schotten_totten.decks import draw_from_either, put_under
from referee.games.schotten_totten.events import CardDiscarded, CardMoved, CardReturned, CardTaken
from referee.games.schotten_totten.state import AFTER_PLAYING, Ruse, SchottenState, pair_with, without


def has_effect(state: SchottenState, ruse: Card) -> bool:
    """S22: a ruse may be played only where it has an effect."""
    if ruse == RECRUITER:
        return bool(state.clan_deck or state.tactic_deck)
    if ruse == TRAITOR and not state.room[state.seat]:
        return False
    return bool(_takeable(state, ruse))


def begun(ruse: Card) -> Ruse:
    """S22, S23: Recruiter means three draws, then two returns; the others take a card first."""
    return Ruse(ruse, draws_left=3, returns_left=2) if ruse == RECRUITER else Ruse(ruse)


def ruse_choices(state: SchottenState, ruse: Ruse, events: list[Event] | None) -> tuple[Action, ...]:
    """What the ruse asks next; nothing where it went on without a decision, or is finished."""
    if ruse.card == RECRUITER:
        return _recruiter_choices(state, ruse, events)
    return _takes(state, ruse.card) if ruse.taken is None else _moves(state, ruse)


def _recruiter_choices(state: SchottenState, ruse: Ruse, events: list[Event] | None) -> tuple[Action, ...]:
    if ruse.draws_left and (state.clan_deck or state.tactic_deck):
        if state.clan_deck and state.tactic_deck:
            return DRAWS
        draw_from_either(state, events)  # S23: with one deck left there is no choice.
        state.pending = ruse._replace(draws_left=ruse.draws_left - 1)
        return ()
    if ruse.draws_left:
        state.pending = ruse._replace(draws_left=0)  # S23: all decks are empty.
        return ()
    hand = state.hands[state.seat]
    if ruse.returns_left and hand:
        return tuple([RETURN[card] for card in sorted(set(hand))])
    _finish(state)
    return ()


def _takes(state: SchottenState, ruse: Card) -> tuple[Action, ...]:
    return tuple([TAKE[card][stone] for card, stone in sorted(_takeable(state, ruse))])


def _takeable(state: SchottenState, ruse: Card) -> list[tuple[Card, int]]:
    """S22: the cards that the ruse can mean and their stones, unclaimed ones only (S12)."""
    first = _target(state, ruse) * STONES
    cards = [(card, stone) for stone in MEMBERS[state.unclaimed] for card in state.sides[first + stone]]
    # Traitor takes no elite troops.
    return cards if ruse != TRAITOR else [(card, stone) for card, stone in cards if card < CLAN_CARDS]


def _target(state: SchottenState, ruse: Card) -> Seat:
    """Whose cards a ruse takes."""
    return state.seat if ruse == STRATEGIST else 1 - state.seat


def _moves(state: SchottenState, ruse: Ruse) -> tuple[Action, ...]:
    """S22: Traitor may use the same stone; Strategist must go to a different one, or nowhere."""
    room = state.room[state.seat]
    if ruse.card == TRAITOR:
        return tuple([MOVE[stone] for stone in MEMBERS[room]])
    return (DISCARD, *[MOVE[stone] for stone in MEMBERS[room] if stone != ruse.taken_from])


def return_card(state: SchottenState, action: ReturnCard, events: list[Event] | None) -> SchottenState:
    """S22: Recruiter's returned card goes to the bottom of its own deck."""
    after, seat, card, ruse = state.copy(), state.seat, action.card, state.pending
    assert ruse is not None
    after.hands = pair_with(state.hands, seat, without(state.hands[seat], card))
    put_under(after, seat, card)
    after.pending = ruse._replace(returns_left=ruse.returns_left - 1)
    if events is not None:
        events.append(CardReturned(seat, card.deck, card))
    return after


def take_card(state: SchottenState, action: TakeCard, events: list[Event] | None) -> SchottenState:
    """S22: Banshee discards the card at once; for the others it is held until it moves."""
    after, ruse = state.copy(), state.pending
    assert ruse is not None
    side = _target(state, ruse.card)
    take_up(after, side, action.card, action.stone)
    after.pending = ruse._replace(taken=action.card, taken_from=action.stone)
    if events is not None:
        events.append(CardTaken(state.seat, action.card, action.stone, side))
    if ruse.card == BANSHEE:
        _discard_taken(after, events)
    return after


def move_taken(state: SchottenState, action: MoveTo, events: list[Event] | None) -> SchottenState:
    """S22: the taken card to one's own side of a stone with room."""
    after, seat, ruse = state.copy(), state.seat, state.pending
    assert ruse is not None
    assert ruse.taken is not None
    put_down(after, seat, ruse.taken, action.stone)
    _finish(after)
    if events is not None:
        events.append(CardMoved(seat, ruse.taken, action.stone))
    return after


def discard_taken(state: SchottenState, action: DiscardTaken, events: list[Event] | None) -> SchottenState:
    after = state.copy()
    _discard_taken(after, events)
    return after


def _discard_taken(state: SchottenState, events: list[Event] | None) -> None:
    ruse = state.pending
    assert ruse is not None
    assert ruse.taken is not None
    state.discard = tuple(sorted((*state.discard, ruse.taken)))
    _finish(state)
    if events is not None:
        events.append(CardDiscarded(state.seat, ruse.taken))


def _finish(state: SchottenState) -> None:
    """The ruse has been carried out, and with it the play step."""
    state.pending, state.step = None, AFTER_PLAYING[state.expert]
