"""What no position of Schotten Totten may break; each refusal says what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.games.base import PositionError, Seat
from referee.games.schotten_totten.actions import TROOPS
from referee.games.schotten_totten.cards import CLAN_DECK, JOKER, MODES, STONES, TACTIC, TACTIC_DECK, Card
from referee.games.schotten_totten.claims import has_won
from referee.games.schotten_totten.ending import BLOCKED
from referee.games.schotten_totten.state import SchottenState, Stone

IN_DECKS = Counter((*CLAN_DECK, *TACTIC_DECK))


def refuse_misplaced(state: SchottenState, stones: Sequence[Stone], to_act: Seat) -> None:
    """What can be seen before the stones are laid out: cards where they cannot be, or too often."""
    for stone in stones:
        _refuse_strangers("a side", (*stone.sides[0], *stone.sides[1]), TROOPS)
        _refuse_strangers("a stone's modes", stone.modes, MODES)
    _refuse_strangers("the clan deck", state.clan_deck, CLAN_DECK)
    _refuse_strangers("the tactic deck", state.tactic_deck, TACTIC_DECK)
    _refuse_wrong_cards(state, stones)
    if to_act != state.seat:
        raise PositionError(f"turn {state.turn} is seat {state.seat}'s, not seat {to_act}'s")


def _refuse_strangers(where: str, cards: Iterable[Card], allowed: Sequence[Card]) -> None:
    for card in cards:
        if card not in allowed:
            raise PositionError(f"{card} cannot lie in {where}")


def _refuse_wrong_cards(state: SchottenState, stones: Sequence[Stone]) -> None:
    cards = Counter((*state.hands[0], *state.hands[1], *state.clan_deck, *state.tactic_deck, *state.discard))
    for stone in stones:
        cards.update((*stone.sides[0], *stone.sides[1], *stone.modes))
    for card, times in cards.items():
        if times > IN_DECKS[card]:
            raise PositionError(f"{card} is there {times} times, but the decks have it {IN_DECKS[card]} times")
        if card.deck == TACTIC and not state.tactics:
            raise PositionError(f"{card} is a Tactics card, but the option tactics is false")


def refuse_broken(state: SchottenState) -> None:
    """Everything else."""
    for seat in (0, 1):
        if len(state.hands[seat]) > state.hand_limit:
            raise PositionError(
                f"seat {seat} holds {len(state.hands[seat])} cards, but the hand limit is {state.hand_limit}"
            )
        _refuse_jokers(state, seat)
        for stone in range(STONES):
            _refuse_wrong_side(state, seat, stone)
    _refuse_equal_turns(state)
    _refuse_early_flags(state)
    _refuse_wrong_end(state)


def _refuse_jokers(state: SchottenState, seat: Seat) -> None:
    """S20."""
    jokers = sum(state.sides[seat * STONES : (seat + 1) * STONES], ()).count(JOKER)
    if jokers > 1:
        raise PositionError(f"seat {seat} has two jokers on its sides, but may play only one in a game")
    if jokers and not state.jokers_played[seat]:
        raise PositionError(f"seat {seat} has a joker on a side, but its jokers_played is false")


def _refuse_wrong_side(state: SchottenState, seat: Seat, stone: int) -> None:
    at, required = seat * STONES + stone, state.required(stone)
    held, since = len(state.sides[at]), state.full_since[at]
    where = f"stone {stone + 1}: seat {seat}'s side"
    if held > required:
        raise PositionError(f"{where} has {held} cards, but room for only {required}")
    if held == required and not since:
        raise PositionError(f"{where} is full, but its full_since is null")
    if held < required and since:
        raise PositionError(f"{where} is not full, but its full_since is {since}")
    if held < required and state.owned[seat] >> stone & 1:
        raise PositionError(f"{where} is not full, but seat {seat} owns the stone")


def _refuse_equal_turns(state: SchottenState) -> None:
    """S15: on one turn only one side can be filled."""
    for stone in range(STONES):
        turns = state.full_since[stone], state.full_since[STONES + stone]
        if turns[0] and turns[0] == turns[1]:
            raise PositionError(f"stone {stone + 1}: both sides cannot be full since the same turn {turns[0]}")


def _refuse_early_flags(state: SchottenState) -> None:
    """S3: a pass comes in the play step, claims come in the claim step."""
    has_played = state.step in (("draw", "over") if state.expert else ("claim", "draw", "over"))
    if state.passed and not has_played:
        raise PositionError(f"passed cannot be true in the {state.step} step of a turn without its play step")
    if state.claimed and state.step == "play" and not state.expert:
        raise PositionError("claimed cannot be true in the play step: without expert, claims come after it")


def _refuse_wrong_end(state: SchottenState) -> None:
    """S24, S25."""
    winners = [seat for seat in (0, 1) if has_won(state.owned[seat])]
    if state.passes == BLOCKED:
        if state.step != "over":
            raise PositionError("passes is 2 only in a blocked game that is over")
        if state.claimed:
            raise PositionError("a game is not blocked on a turn with a claim: passes cannot be 2 if claimed is true")
    elif len(winners) == 2:
        raise PositionError("both seats have won, but the game ends with the first of them")
    elif state.step == "over" and not winners:
        raise PositionError("the game is not over: no seat has five stones or three adjacent ones, nor is it blocked")
