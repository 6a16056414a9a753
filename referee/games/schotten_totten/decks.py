"""The two decks: drawing from the top, returning to the bottom. These change the state they are given."""

from __future__ import annotations

from referee.games.base import Event, Seat
from referee.games.schotten_totten.cards import CLAN, TACTIC, Card, Deck
from referee.games.schotten_totten.events import CardDrawn
from referee.games.schotten_totten.state import SchottenState, pair_with, with_card


def draw(state: SchottenState, deck: Deck, events: list[Event] | None) -> None:
    """The top card of a deck to the hand of the seat whose turn it is."""
    seat = state.seat
    if deck == CLAN:
        card, state.clan_deck = state.clan_deck[0], state.clan_deck[1:]
        if state.clan_under:
            state.clan_under = state.clan_under[-len(state.clan_deck) :] if state.clan_deck else ()
    else:
        card, state.tactic_deck = state.tactic_deck[0], state.tactic_deck[1:]
        if state.tactic_under:
            state.tactic_under = state.tactic_under[-len(state.tactic_deck) :] if state.tactic_deck else ()
    state.hands = pair_with(state.hands, seat, with_card(state.hands[seat], card))
    if events is not None:
        events.append(CardDrawn(seat, deck, card))


def draw_from_either(state: SchottenState, events: list[Event] | None) -> None:
    """A draw without a choice: one deck is empty, or there is only one (S6, S23)."""
    draw(state, CLAN if state.clan_deck else TACTIC, events)


def put_under(state: SchottenState, seat: Seat, card: Card) -> None:
    """S22: a card to the bottom of its own deck; a later one lies lower."""
    if card.deck == CLAN:
        state.clan_deck, state.clan_under = (*state.clan_deck, card), (*state.clan_under, seat)
    else:
        state.tactic_deck, state.tactic_under = (*state.tactic_deck, card), (*state.tactic_under, seat)
