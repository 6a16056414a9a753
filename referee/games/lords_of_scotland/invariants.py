"""What no position of Lords of Scotland may break, each with its own complaint."""

from __future__ import annotations

from collections import Counter

from referee.games.base import PositionError
from referee.games.lords_of_scotland.cards import END_OF_ROUND_CLANS, Card, Clan
from referee.games.lords_of_scotland.followers import card_of, is_up
from referee.games.lords_of_scotland.legal import HAND_LIMIT
from referee.games.lords_of_scotland.state import EMPTY_SLOT, LordsState, recruit_card
from referee.games.lords_of_scotland.turns import TURNS


def refuse_impossible_marks(
    where: str, card: Card, is_up: bool, is_active: bool, copies: Clan | None, is_kept: bool
) -> None:
    """L11, L19, L22: what may be active, copy, or be kept."""
    is_scott = card.clan is Clan.SCOTT
    if not is_up and (is_active or copies is not None or is_kept):
        raise PositionError(f"{where}: {card} is face-down and cannot bear a mark")
    if copies is not None and not is_scott:
        raise PositionError(f"{where}: only a Scott copies, not {card}")
    if copies is not None and not is_active:
        raise PositionError(f"{where}: {card} copies, so it must be active")
    if is_active and is_scott and copies is None:
        raise PositionError(f"{where}: {card} is active, so it must say what it copies")
    if is_active and not is_scott and card.clan not in END_OF_ROUND_CLANS:
        raise PositionError(f"{where}: {card} has no end-of-round power that could be active")
    if is_kept and not is_scott and card.clan is not Clan.MACDONNELL:
        raise PositionError(f"{where}: {card} cannot be kept, only a MacDonnell or a Scott can")
    if is_kept and is_active:
        raise PositionError(f"{where}: {card} is kept, so it is no longer active")


def refuse_broken(state: LordsState) -> None:
    _refuse_wrong_cards(state)
    _refuse_wrong_sizes(state)
    if state.pending == "turn":
        _refuse_wrong_turns(state)
    else:
        _refuse_unfinished_round(state)
    if state.pending == "claim":
        _refuse_wrong_claims(state)
    if state.pending == "over":
        _refuse_wrong_end(state)


def _cards(state: LordsState) -> list[Card]:
    rows = [*state.hands, *state.victory, state.supporters, state.draw, state.discard]
    cards = [card for row in rows for card in row]
    cards += [card_of(follower) for army in state.armies for follower in army]
    return cards + [recruit_card(recruit) for recruit in state.recruits if recruit != EMPTY_SLOT]


def _refuse_wrong_cards(state: LordsState) -> None:
    for card, times in Counter(_cards(state)).items():
        if times > 1:
            raise PositionError(f"{card} is there {times} times, but the deck has it once")
        if card.clan is Clan.BRUCE and not state.bruce:
            raise PositionError(f"{card} is there, but option bruce is false")


def _refuse_wrong_sizes(state: LordsState) -> None:
    for seat, hand in enumerate(state.hands):
        if len(hand) > HAND_LIMIT:
            raise PositionError(f"the hand of seat {seat} has {len(hand)} cards, but {HAND_LIMIT} is the most")
    if len(state.supporters) > state.players:
        raise PositionError(f"there are {len(state.supporters)} supporters, but only {state.players} players")


def _refuse_wrong_turns(state: LordsState) -> None:
    if state.to_act is None:
        raise PositionError("in turns to_act must be a seat, not null")
    if state.order:
        raise PositionError("in turns order must be empty")
    if state.final:
        raise PositionError("in turns final must be empty")


def _refuse_unfinished_round(state: LordsState) -> None:
    """What holds from the end of a round's turns on (L23)."""
    if state.turn != TURNS:
        raise PositionError(f"in {state.phase} turn must be {TURNS}, not {state.turn}")
    for seat, army in enumerate(state.armies):
        if not all(is_up(follower) for follower in army):
            raise PositionError(f"in {state.phase} no follower is face-down, but seat {seat} has one")
    if len(set(state.final)) < len(state.final):
        raise PositionError(f"final names a seat twice: {list(state.final)}")


def _refuse_wrong_claims(state: LordsState) -> None:
    """L25: claims go by the placing, nobody claims more than twice or what is not there."""
    order, final = state.order, state.final
    if state.to_act is None or order[:1] != (state.to_act,):
        raise PositionError(f"in claims order must begin with to_act: {list(order)} does not with {state.to_act}")
    if not set(order) <= set(final):
        raise PositionError(f"order names a seat that final does not place: {list(order)}")
    if list(order) != sorted(order, key=final.index):
        raise PositionError(f"order {list(order)} does not follow the placing in final, {list(final)}")
    if max(Counter(order).values()) > 2:
        raise PositionError(f"nobody claims more than twice, but order is {list(order)}")
    if len(order) > len(state.supporters):
        raise PositionError(f"order has {len(order)} claims, but there are {len(state.supporters)} supporters")


def _refuse_wrong_end(state: LordsState) -> None:
    if state.to_act is not None:
        raise PositionError(f"the game is over, so to_act must be null, not {state.to_act}")
    if state.order:
        raise PositionError("the game is over, so order must be empty")
