"""Schotten Totten's positions, in and out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.games.base import NotationError, Position, PositionError, Seat
from referee.games.fields import Fields
from referee.games.schotten_totten.border import lay_out, survey
from referee.games.schotten_totten.cards import CARDS, CLAN, CLAN_DECK, STONES, TACTIC, TACTIC_DECK, Card, Deck
from referee.games.schotten_totten.claims import has_won
from referee.games.schotten_totten.invariants import refuse_broken, refuse_misplaced
from referee.games.schotten_totten.state import Pile, Piles, SchottenState, Seats, Step, Stone
from referee.games.schotten_totten.turn import run_on
from referee.games.schotten_totten.view import pending_of, stone_of

T = TypeVar("T")
DECK_ORDER = {card: number for number, card in enumerate((*CLAN_DECK, *TACTIC_DECK))}
STEPS: tuple[Step, ...] = ("play", "claim", "draw", "over")


def to_position(state: SchottenState) -> dict[str, Any]:
    if state.pending is not None:
        raise PositionError(f"no position describes the middle of a ruse ({pending_of(state)})")
    return {
        "options": {"tactics": state.tactics, "expert": state.expert},
        "turn": state.turn,
        "to_act": state.seat,
        "step": state.step,
        "hands": [_in_deck_order(hand) for hand in state.hands],
        "clan_deck": [card.text for card in state.clan_deck],
        "tactic_deck": [card.text for card in state.tactic_deck],
        "discard": _in_deck_order(state.discard),
        "stones": [_stone_to_position(stone_of(state, stone)) for stone in range(STONES)],
        "tactics_played": list(state.tactics_played),
        "jokers_played": list(state.jokers_played),
        "passes": state.passes,
        "passed": state.passed,
        "claimed": state.claimed,
        "under": [_in_deck_order(_under_of(state, seat)) for seat in (0, 1)],
    }


def _stone_to_position(stone: Stone) -> dict[str, Any]:
    return {
        "sides": [[card.text for card in side] for side in stone.sides],
        "modes": _in_deck_order(stone.modes),
        "owner": stone.owner,
        "full_since": list(stone.full_since),
    }


def _in_deck_order(pile: Pile) -> list[str]:
    return [card.text for card in sorted(pile, key=DECK_ORDER.__getitem__)]


def _under_of(state: SchottenState, seat: Seat) -> Pile:
    decks = (state.clan_deck, state.clan_under), (state.tactic_deck, state.tactic_under)
    return tuple(
        card
        for deck, seats in decks
        for card, by in zip(deck[len(deck) - len(seats) :], seats, strict=True)
        if by == seat
    )


def from_position(position: Position) -> SchottenState:
    fields = Fields(position)
    options = Fields(fields.take("options", {}), "options")
    to_act = fields.seat("to_act", 2)
    under = fields.each_of("under", 2, _read_card, [[], []])
    state = SchottenState(
        tactics=options.boolean("tactics", False),
        expert=options.boolean("expert", False),
        turn=fields.integer("turn", low=1),
        step=fields.choice("step", STEPS),
        hands=_hands(fields),
        clan_deck=tuple(fields.each("clan_deck", _read_card)),
        tactic_deck=tuple(fields.each("tactic_deck", _read_card, [])),
        discard=tuple(sorted(fields.each("discard", _read_card, []))),
        tactics_played=_pair(fields, "tactics_played", [0, 0], _is_count, "a whole number of at least 0"),
        jokers_played=_pair(fields, "jokers_played", [False, False], _is_boolean, "true or false"),
        passes=fields.integer("passes", 0, high=2),
        passed=fields.boolean("passed", False),
        claimed=fields.boolean("claimed", False),
    )
    stones = [_read_stone(stone, number) for number, stone in enumerate(fields.array("stones", length=STONES), 1)]
    options.finish()
    fields.finish()
    refuse_misplaced(state, stones, to_act)
    lay_out(state, stones)
    _bury(state, under)
    survey(state)
    refuse_broken(state)
    return _at_decision(state)


def _at_decision(state: SchottenState) -> SchottenState:
    if any(has_won(stones) for stones in state.owned):
        state.step = "over"  # S24
    return run_on(state, None)


def _hands(fields: Fields) -> Piles:
    hands = fields.each_of("hands", 2, _read_card)
    return tuple(sorted(hands[0])), tuple(sorted(hands[1]))


def _read_card(text: object) -> Card:
    if not isinstance(text, str) or text not in CARDS:
        raise NotationError(f"{text!r} is no card of schotten_totten")
    return CARDS[text]


def _read_stone(value: object, number: int) -> Stone:
    fields = Fields(value, f"stone {number}")
    sides = fields.each_of("sides", 2, _read_card)
    stone = Stone(
        sides=(tuple(sides[0]), tuple(sides[1])),
        modes=tuple(sorted(fields.each("modes", _read_card, []))),
        owner=_owner(fields),
        full_since=_pair(fields, "full_since", [None, None], _is_turn_or_null, "a turn number or null"),
    )
    fields.finish()
    return stone


def _owner(fields: Fields) -> Seat | None:
    owner = fields.take("owner", None)
    if owner is not None and (type(owner) is not int or owner not in (0, 1)):
        raise PositionError(f"{fields.where}: owner must be 0, 1 or null, not {owner!r}")
    return owner


def _pair(fields: Fields, name: str, default: Any, is_good: Callable[[object], bool], what: str) -> tuple[Any, Any]:
    first, second = fields.array(name, default, length=2)
    for value in (first, second):
        if not is_good(value):
            raise PositionError(f"{fields.where}: {name}: each must be {what}, not {value!r}")
    return first, second


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_boolean(value: object) -> bool:
    return type(value) is bool


def _is_turn_or_null(value: object) -> bool:
    return value is None or (type(value) is int and value >= 1)


def _bury(state: SchottenState, under: list[list[Card]]) -> None:
    """`under`: the bottom cards of each deck must be just those that the seats have put there."""
    state.clan_under = _buriers(CLAN, state.clan_deck, [[card for card in cards if card.is_clan] for cards in under])
    tactics = [[card for card in cards if not card.is_clan] for cards in under]
    state.tactic_under = _buriers(TACTIC, state.tactic_deck, tactics)


def _buriers(name: Deck, deck: Pile, under: list[list[Card]]) -> Seats:
    count = len(under[0]) + len(under[1])
    bottom = deck[len(deck) - count :] if count <= len(deck) else ()
    left = [list(cards) for cards in under]
    seats: list[Seat] = []
    for card in bottom:
        seat = next((seat for seat in (0, 1) if card in left[seat]), None)
        if seat is None:
            break
        left[seat].remove(card)
        seats.append(seat)
    if left[0] or left[1]:
        texts = " ".join(map(str, (*left[0], *left[1])))
        raise PositionError(f"under: {texts} should be at the bottom of the {name} deck, but is not")
    return tuple(seats)
