"""Claim's positions, in and out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.games.base import NotationError, Position, PositionError
from referee.games.claim.cards import CARDS, DECK, Card
from referee.games.claim.rules import HAND_SIZE, at_decision, begin_phase_two
from referee.games.claim.state import ClaimState, Pile, Piles
from referee.games.fields import REQUIRED, Fields

DECK_ORDER = {card: number for number, card in enumerate(DECK)}
IN_DECK = Counter(DECK)


def to_position(state: ClaimState) -> dict[str, Any]:
    return {
        "phase": state.phase,
        "leader": state.leader,
        "led": state.led.text if state.led is not None else None,
        "prize": state.prize.text if state.prize is not None else None,
        "hands": [_in_deck_order(hand) for hand in state.hands],
        "stock": [card.text for card in state.stock],
        "followers": [_in_deck_order(pile) for pile in state.followers],
        "prizes": [_in_deck_order(pile) for pile in state.prizes],
        "scored": [_in_deck_order(pile) for pile in state.scored],
        "discard": _in_deck_order(state.discard),
    }


def _in_deck_order(pile: Pile) -> list[str]:
    return [card.text for card in sorted(pile, key=DECK_ORDER.__getitem__)]


def from_position(position: Position) -> ClaimState:
    fields = Fields(position)
    Fields(fields.take("options", {}), "options").finish()  # claim has none
    state = ClaimState(
        phase=fields.integer("phase", low=1, high=2),
        leader=fields.seat("leader", 2),
        led=_read_card_or_none(fields, "led"),
        prize=_read_card_or_none(fields, "prize"),
        hands=_piles(fields, "hands"),
        stock=tuple(fields.each("stock", _read_card)),
        followers=_piles(fields, "followers", [[], []]),
        prizes=_piles(fields, "prizes", [[], []]),
        scored=_piles(fields, "scored", [[], []]),
        discard=tuple(sorted(fields.each("discard", _read_card, []))),
    )
    fields.finish()
    _refuse_broken(state)
    if state.phase == 1 and not state.hands[state.leader] and state.led is None:
        begin_phase_two(state)  # C15
    return at_decision(state)


def _piles(fields: Fields, name: str, default: Any = REQUIRED) -> Piles:
    rows = fields.each_of(name, 2, _read_card, default)
    return tuple(sorted(rows[0])), tuple(sorted(rows[1]))


def _read_card(text: object) -> Card:
    if not isinstance(text, str) or text not in CARDS:
        raise NotationError(f"{text!r} is no card of claim")
    return CARDS[text]


def _read_card_or_none(fields: Fields, name: str) -> Card | None:
    text = fields.take(name)
    if text is None:
        return None
    try:
        return _read_card(text)
    except NotationError as error:
        raise PositionError(f"position: {name}: {error}") from None


def _refuse_broken(state: ClaimState) -> None:
    _refuse_repeated_cards(state)
    _refuse_wrong_sizes(state)
    _refuse_stray_prizes(state)


def _refuse_repeated_cards(state: ClaimState) -> None:
    cards = Counter([*state.stock, *state.discard, *(card for card in (state.led, state.prize) if card is not None)])
    for pair in (state.hands, state.followers, state.scored):
        cards.update([*pair[0], *pair[1]])
    for card, times in cards.items():
        if times > IN_DECK[card]:
            raise PositionError(f"the position has {times} {card}, but the deck only {IN_DECK[card]}")


def _refuse_wrong_sizes(state: ClaimState) -> None:
    leading, replying = len(state.hands[state.leader]), len(state.hands[1 - state.leader])
    if state.led is None and leading != replying:
        raise PositionError(f"hands must be of equal size before a lead, not {leading} and {replying}")
    if state.led is not None and leading != replying - 1:
        raise PositionError(f"after a lead the leader's hand must be one short, not {leading} to {replying}")
    if replying > HAND_SIZE:
        raise PositionError(f"a hand has at most {HAND_SIZE} cards, not {replying}")
    if len(state.followers[0]) != len(state.followers[1]):
        raise PositionError("follower piles must be of equal size")
    if state.phase == 1:
        _refuse_wrong_stock(state, replying)
        _refuse_too_many_followers(state, HAND_SIZE - replying)
    elif state.prize is not None:
        raise PositionError("there is no prize in phase two")
    elif state.stock:
        raise PositionError("the stock is empty in phase two")
    elif state.followers[0]:
        raise PositionError("followers are in the hands in phase two, not apart")


def _refuse_wrong_stock(state: ClaimState, tricks_left: int) -> None:
    if tricks_left == 0:
        if state.prize is not None or state.stock:
            raise PositionError("phase one is over without cards in hand, but a prize or a stock is left")
    elif state.prize is None:
        raise PositionError("phase one needs a prize")
    elif len(state.stock) != 2 * tricks_left - 1:
        raise PositionError(
            f"with {tricks_left} tricks left the stock must hold {2 * tricks_left - 1} cards, not {len(state.stock)}"
        )


def _refuse_too_many_followers(state: ClaimState, tricks_done: int) -> None:
    followers = len(state.followers[0])
    if followers > tricks_done:
        raise PositionError(f"after {tricks_done} tricks a seat has at most {tricks_done} followers, not {followers}")


def _refuse_stray_prizes(state: ClaimState) -> None:
    """A prize lies among its seat's followers or, in phase two, in its hand, the lead or a score pile."""
    scored = Counter([*state.scored[0], *state.scored[1]] if state.phase == 2 else [])
    for seat in (0, 1):
        held = Counter(state.followers[seat] if state.phase == 1 else state.hands[seat])
        if state.phase == 2 and state.led is not None and state.leader == seat:
            held[state.led] += 1
        played = Counter(state.prizes[seat]) - held
        for card in played - scored:
            raise PositionError(f"seat {seat} won the prize {card}, but it lies nowhere that it could")
        scored -= played  # no card was the prize of both seats
