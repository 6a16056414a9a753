"""The play step: which plays are legal, and what they do."""

from __future__ import annotations

from referee.games.base import Action, Event, Seat
from referee.games.schotten_totten.actions import PASS, PLAY_RUSE, Pass, PlayCard, PlayMode, PlayRuse, plays_onto
from referee.games.schotten_totten.border import lay_mode, put_down
from referee.games.schotten_totten.cards import CLAN_CARDS, ELITE_VALUES, JOKER, MODES, Card
from referee.games.schotten_totten.events import CardPlayed, ModePlayed, RusePlayed, TurnPassed
from referee.games.schotten_totten.ruses import begun, has_effect
from referee.games.schotten_totten.state import AFTER_PLAYING, Pile, SchottenState, pair_with, without


def play_choices(state: SchottenState) -> tuple[Action, ...]:
    """S4, S7: Clan cards wherever there is room, `pass` where none can be played, and any Tactics plays."""
    seat = state.seat
    hand, room = state.hands[seat], state.room[seat]
    onto_room = plays_onto(room)
    clan, tactics = _parted(hand)
    plays: list[Action] = []
    for card in clan:
        plays += onto_room[card]
    if not plays:
        plays.append(PASS)
    if tactics and state.tactics_played[seat] <= state.tactics_played[1 - seat]:  # S18
        for card in dict.fromkeys(tactics):
            plays += _plays_of(state, seat, card)
    return tuple(plays)


def _parted(hand: Pile) -> tuple[Pile, Pile]:
    """The Clan cards and the Tactics cards of a hand: it is sorted, so these come last."""
    first = len(hand)
    while first and hand[first - 1] >= CLAN_CARDS:
        first -= 1
    return hand[:first], hand[first:]


def _plays_of(state: SchottenState, seat: Seat, card: Card) -> tuple[Action, ...]:
    if card in ELITE_VALUES:
        is_used_up = card == JOKER and state.jokers_played[seat]  # S20
        return () if is_used_up else plays_onto(state.room[seat])[card]  # S19
    if card in MODES:
        return plays_onto(state.unclaimed)[card]  # S21
    return (PLAY_RUSE[card],) if has_effect(state, card) else ()  # S22


def play_card(state: SchottenState, action: PlayCard, events: list[Event] | None) -> SchottenState:
    """S4, S19: a Clan card or elite troop to one's own side."""
    seat, card = state.seat, action.card
    after = _from_hand(state, seat, card)
    put_down(after, seat, card, action.stone)
    after.step = AFTER_PLAYING[after.expert]
    if events is not None:
        events.append(CardPlayed(seat, card, action.stone))
    return after


def play_mode(state: SchottenState, action: PlayMode, events: list[Event] | None) -> SchottenState:
    """S16, S17, S21: a combat mode onto a stone."""
    after = _from_hand(state, state.seat, action.card)
    lay_mode(after, action.card, action.stone)
    after.step = AFTER_PLAYING[after.expert]
    if events is not None:
        events.append(ModePlayed(after.seat, action.card, action.stone))
    return after


def play_ruse(state: SchottenState, action: PlayRuse, events: list[Event] | None) -> SchottenState:
    """S22: a ruse is discarded as it is played; the play step lasts until its choices are made."""
    after = _from_hand(state, state.seat, action.card)
    after.discard = tuple(sorted((*after.discard, action.card)))
    after.pending = begun(action.card)
    if events is not None:
        events.append(RusePlayed(after.seat, action.card))
    return after


def pass_turn(state: SchottenState, action: Pass, events: list[Event] | None) -> SchottenState:
    """S7: the claim and draw steps still follow."""
    after = state.copy()
    after.passed = True
    after.step = AFTER_PLAYING[after.expert]
    if events is not None:
        events.append(TurnPassed(after.seat))
    return after


def _from_hand(state: SchottenState, seat: Seat, card: Card) -> SchottenState:
    """A copy with the card out of the hand, and counted if it is a Tactics card (S18, S20)."""
    after = state.copy()
    after.hands = pair_with(state.hands, seat, without(state.hands[seat], card))
    if card >= CLAN_CARDS:
        played, jokers = list(state.tactics_played), list(state.jokers_played)
        played[seat] += 1
        jokers[seat] |= card == JOKER
        after.tactics_played, after.jokers_played = (played[0], played[1]), (jokers[0], jokers[1])
    return after
