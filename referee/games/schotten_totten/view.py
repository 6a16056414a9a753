"""What a seat of Schotten Totten sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.games.base import Seat, Viewer
from referee.games.schotten_totten.cards import BLIND, CLAN_CARDS, MUD, RECRUITER, STONES, Card
from referee.games.schotten_totten.state import Pile, Ruse, SchottenState, Seats, Stone


class UnderCard(NamedTuple):
    """A card that the viewer put under its deck, and how many cards lie below it there."""

    card: Card
    depth: int


@dataclass(frozen=True, slots=True)
class SchottenView:
    """Public things, and what `viewer` alone knows: its hand and the cards that it put under a deck."""

    viewer: Viewer
    to_act: Seat | None
    pending: str
    """What is being decided: `play`, `claim`, `draw`, or a ruse and its stage, as `traitor move`; or `over`."""
    ruse: Ruse | None
    """The ruse that is being carried out: draws and returns left, the card taken and from which stone."""
    tactics: bool
    expert: bool
    turn: int
    hand: Pile
    under: tuple[UnderCard, ...]
    hand_sizes: tuple[int, int]
    tactics_in_hand: tuple[int, int]
    """How many cards of each hand are Tactics cards: the backs differ."""
    clan_deck_size: int
    tactic_deck_size: int
    clan_under: Seats
    """Who put the bottom cards of the Clan deck there, the bottom one last: the kinds returned are public."""
    tactic_under: Seats
    discard: Pile
    stones: tuple[Stone, ...]
    tactics_played: tuple[int, int]
    jokers_played: tuple[bool, bool]
    passes: int
    """1 if the turn before was passed without a claim; 2 in a blocked game that is over (S25)."""
    passed: bool
    claimed: bool


def observe(state: SchottenState, viewer: Viewer) -> SchottenView:
    hands = state.hands
    return SchottenView(
        viewer=viewer,
        to_act=state.to_act,
        pending=pending_of(state),
        ruse=state.pending,
        tactics=state.tactics,
        expert=state.expert,
        turn=state.turn,
        hand=hands[viewer] if viewer is not None else (),
        under=_under(state, viewer) if viewer is not None else (),
        hand_sizes=(len(hands[0]), len(hands[1])),
        tactics_in_hand=(_tactics_in(hands[0]), _tactics_in(hands[1])),
        clan_deck_size=len(state.clan_deck),
        tactic_deck_size=len(state.tactic_deck),
        clan_under=state.clan_under,
        tactic_under=state.tactic_under,
        discard=state.discard,
        stones=tuple([stone_of(state, stone) for stone in range(STONES)]),
        tactics_played=state.tactics_played,
        jokers_played=state.jokers_played,
        passes=state.passes,
        passed=state.passed,
        claimed=state.claimed,
    )


def pending_of(state: SchottenState) -> str:
    ruse = state.pending
    if ruse is None:
        return state.step
    if ruse.card == RECRUITER:
        return f"{ruse.card} {'draw' if ruse.draws_left else 'return'}"
    return f"{ruse.card} {'take' if ruse.taken is None else 'move'}"


def stone_of(state: SchottenState, stone: int) -> Stone:
    theirs = STONES + stone
    return Stone(
        sides=(state.sides[stone], state.sides[theirs]),
        modes=tuple([mode for mode, at in ((BLIND, state.blind), (MUD, state.mud)) if at == stone]),
        owner=next((seat for seat in (0, 1) if state.owned[seat] >> stone & 1), None),
        full_since=(state.full_since[stone] or None, state.full_since[theirs] or None),
    )


def _under(state: SchottenState, viewer: Seat) -> tuple[UnderCard, ...]:
    return tuple(
        UnderCard(deck[-1 - depth], depth)
        for deck, seats in ((state.clan_deck, state.clan_under), (state.tactic_deck, state.tactic_under))
        for depth, seat in enumerate(reversed(seats))
        if seat == viewer
    )


def _tactics_in(hand: Pile) -> int:
    return sum([card >= CLAN_CARDS for card in hand])
