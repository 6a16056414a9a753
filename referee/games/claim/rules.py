"""Claim's rules, C1–C20, as functions over states."""

from __future__ import annotations

from referee.games.base import Event, Outcome, Seat, placings_by
from referee.games.claim.cards import (
    DECK,
    DOPPELGANGERS,
    DWARVES,
    FACTIONS,
    G0,
    GOBLINS,
    KNIGHTS,
    PLAY,
    UNDEAD,
    VALUES,
    Card,
    Faction,
    PlayCard,
)
from referee.games.claim.events import CardPlayed, CardsScored, FollowerDrawn, PhaseTwoBegan, PrizeTurned, TrickWon
from referee.games.claim.state import ClaimState, Pile, Piles, Trick, with_seat
from referee.games.shuffle import shuffled

HAND_SIZE = 13


def dealt(seed: bytes) -> ClaimState:
    """C1, C2, C3: 13 cards each, 26 in the stock, its top card the prize; seat 0 leads."""
    deck = shuffled(DECK, seed, "deck")
    hands = tuple(sorted(deck[:HAND_SIZE])), tuple(sorted(deck[HAND_SIZE : 2 * HAND_SIZE]))
    stock = tuple(deck[2 * HAND_SIZE :])
    state = ClaimState(1, 0, None, stock[0], hands, stock[1:], ((), ()), ((), ()), ((), ()), ())
    return at_decision(state)


def at_decision(state: ClaimState) -> ClaimState:
    """The same state with whose turn it is and what is legal."""
    if state.led is not None:
        seat = 1 - state.leader
        cards = replies(state.hands[seat], state.led)
    elif state.hands[state.leader]:
        seat = state.leader
        cards = state.hands[seat]
    else:
        state.to_act, state.legal = None, ()
        return state
    state.to_act = seat
    legal = tuple([PLAY[card] for card in cards])
    # Only G0 can be there twice; alike cards are one action.
    state.legal = legal if cards.count(G0) < 2 else tuple(dict.fromkeys(legal))
    return state


def replies(hand: Pile, led: Card) -> Pile:
    """C4, C5: who holds the led faction replies with it or with any Doppelgänger, else with anything."""
    faction = FACTIONS[led]
    if not any([FACTIONS[card] is faction for card in hand]):
        return hand
    return tuple([card for card in hand if FACTIONS[card] is faction or FACTIONS[card] is DOPPELGANGERS])


def reply_beats(lead: Card, reply: Card) -> bool:
    """C6: the leader wins the trick unless the reply beats the lead."""
    led, replied = FACTIONS[lead], FACTIONS[reply]
    # C7 with C8: a Doppelgänger that replies counts as the led faction. Equal values: the leader wins.
    if replied is led or replied is DOPPELGANGERS:
        return VALUES[reply] > VALUES[lead]
    # C9: a Knight beats a led Goblin whatever the values. C10: any other reply of another faction loses.
    return replied is KNIGHTS and led is GOBLINS


def played(state: ClaimState, action: PlayCard, events: list[Event] | None) -> ClaimState:
    """The state after a lead or a reply."""
    seat = state.to_act
    assert seat is not None
    card = action.card
    after = state.copy()
    hand = state.hands[seat]
    at = hand.index(card)
    after.hands = with_seat(state.hands, seat, hand[:at] + hand[at + 1 :])
    if events is not None:
        events.append(CardPlayed(seat, card, is_lead=state.led is None))
    if state.led is None:
        after.led = card
    else:
        _finish_trick(after, state.led, card, events)
    return at_decision(after)


def _finish_trick(state: ClaimState, lead: Card, reply: Card, events: list[Event] | None) -> None:
    leader = state.leader
    # C16: lead, reply and winner are the same in both phases; only what is won differs.
    winner = 1 - leader if reply_beats(lead, reply) else leader
    state.tricks = (*state.tricks, Trick(leader, lead, reply, winner, state.prize))
    state.led = None
    state.leader = winner  # C14
    if events is not None:
        events.append(TrickWon(winner, state.prize))
    if state.phase == 1:
        _recruit_followers(state, lead, reply, winner, events)
    else:
        _gather_votes(state, lead, reply, winner, events)


def _recruit_followers(state: ClaimState, lead: Card, reply: Card, winner: Seat, events: list[Event] | None) -> None:
    prize, stock = state.prize, state.stock
    assert prize is not None
    loser = 1 - winner
    # C11: the prize to the winner, the next card of the stock, unseen, to the loser.
    state.prizes = with_seat(state.prizes, winner, (*state.prizes[winner], prize))
    gained = (prize, stock[0]) if winner == 0 else (stock[0], prize)
    state.followers = (*state.followers[0], gained[0]), (*state.followers[1], gained[1])
    if events is not None:
        events.append(FollowerDrawn(loser, stock[0]))
    # C12: played Undead go to the winner's score pile. C13: the rest is discarded.
    undead = tuple([card for card in (lead, reply) if FACTIONS[card] is UNDEAD])
    state.discard += tuple([card for card in (lead, reply) if FACTIONS[card] is not UNDEAD])
    _score(state, winner, undead, events)
    if len(stock) > 1:
        state.prize, state.stock = stock[1], stock[2:]  # C3
        if events is not None:
            events.append(PrizeTurned(stock[1]))
    else:
        begin_phase_two(state)
        if events is not None:
            events.append(PhaseTwoBegan(winner))


def begin_phase_two(state: ClaimState) -> None:
    """C15: followers become the hands; the winner of the last trick goes on leading."""
    state.phase, state.prize, state.stock = 2, None, ()
    state.hands = tuple(sorted(state.followers[0])), tuple(sorted(state.followers[1]))
    state.followers = (), ()


def _gather_votes(state: ClaimState, lead: Card, reply: Card, winner: Seat, events: list[Event] | None) -> None:
    """C17: both cards to the winner, but Dwarves to the loser."""
    dwarves = tuple([card for card in (lead, reply) if FACTIONS[card] is DWARVES])
    others = tuple([card for card in (lead, reply) if FACTIONS[card] is not DWARVES])
    _score(state, winner, others, events)
    _score(state, 1 - winner, dwarves, events)


def _score(state: ClaimState, seat: Seat, cards: Pile, events: list[Event] | None) -> None:
    if cards:
        state.scored = with_seat(state.scored, seat, state.scored[seat] + cards)
        if events is not None:
            events.append(CardsScored(seat, cards))


def vote_of(faction: Faction, scored: Piles) -> Seat | None:
    """C18: the seat with more cards of the faction, or with its highest card; C19: else nobody."""
    values = [sorted((VALUES[card] for card in pile if FACTIONS[card] is faction), reverse=True) for pile in scored]
    standing = [(len(held), held[0] if held else -1) for held in values]
    if standing[0] == standing[1]:
        return None
    return 0 if standing[0] > standing[1] else 1


def outcome(state: ClaimState) -> Outcome | None:
    """C20: more votes wins; equal votes are a draw."""
    if state.to_act is not None:
        return None
    votes = {faction: vote_of(faction, state.scored) for faction in Faction}
    scores = tuple(sum(seat == voted for voted in votes.values()) for seat in (0, 1))
    won = [[faction.name.capitalize() for faction in Faction if votes[faction] == seat] for seat in (0, 1)]
    detail = "; ".join(f"seat {seat} has the votes of {', '.join(won[seat]) or 'nobody'}" for seat in (0, 1))
    return Outcome(placings_by(list(scores)), scores, detail)
