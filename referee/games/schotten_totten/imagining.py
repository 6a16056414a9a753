"""What a seat of Schotten Totten may imagine behind what it sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from referee.games.base import Seat
from referee.games.schotten_totten.border import lay_out, survey
from referee.games.schotten_totten.cards import CLAN, CLAN_DECK, TACTIC, TACTIC_DECK, Card, Deck
from referee.games.schotten_totten.state import Pile, SchottenState, Step
from referee.games.schotten_totten.turn import run_on
from referee.games.schotten_totten.view import SchottenView


def determinize(view: SchottenView, random: Random) -> SchottenState:
    """A state behind the view: the unseen cards are dealt at random to what the viewer cannot see."""
    pools: dict[Deck, list[Card]] = {CLAN: _unseen(view, CLAN_DECK), TACTIC: _unseen(view, TACTIC_DECK)}
    for pool in pools.values():
        random.shuffle(pool)
    state = SchottenState(
        tactics=view.tactics,
        expert=view.expert,
        hands=(_hand(view, 0, pools), _hand(view, 1, pools)),
        clan_deck=_deck(view, CLAN, view.clan_deck_size, pools[CLAN]),
        tactic_deck=_deck(view, TACTIC, view.tactic_deck_size, pools[TACTIC]),
        turn=view.turn,
        step=_step(view),
        discard=view.discard,
        tactics_played=view.tactics_played,
        jokers_played=view.jokers_played,
        passes=view.passes,
        passed=view.passed,
        claimed=view.claimed,
        clan_under=view.clan_under,
        tactic_under=view.tactic_under,
        pending=view.ruse,
    )
    lay_out(state, view.stones)
    survey(state)
    return run_on(state, None)


def _unseen(view: SchottenView, deck: Pile) -> list[Card]:
    return list((Counter(deck) - Counter(_seen(view))).elements())


def _seen(view: SchottenView) -> Iterator[Card]:
    yield from view.hand
    yield from view.discard
    for stone in view.stones:
        yield from (*stone.sides[0], *stone.sides[1], *stone.modes)
    yield from (card for card, _ in view.under)
    if view.ruse is not None and view.ruse.taken is not None:
        yield view.ruse.taken


def _hand(view: SchottenView, seat: Seat, pools: dict[Deck, list[Card]]) -> Pile:
    if seat == view.viewer:
        return view.hand
    tactics = view.tactics_in_hand[seat]
    clan = view.hand_sizes[seat] - tactics
    return tuple(sorted([*_dealt(pools[CLAN], clan), *_dealt(pools[TACTIC], tactics)]))


def _deck(view: SchottenView, deck: Deck, size: int, pool: list[Card]) -> Pile:
    """The viewer's own cards stay at the depth where it put them."""
    known = {size - 1 - depth: card for card, depth in view.under if card.deck == deck}
    hidden = iter(_dealt(pool, size - len(known)))
    return tuple([known[at] if at in known else next(hidden) for at in range(size)])


def _dealt(pool: list[Card], count: int) -> list[Card]:
    return [pool.pop() for _ in range(count)]


def _step(view: SchottenView) -> Step:
    steps: tuple[Step, ...] = ("claim", "draw", "over")
    return next((step for step in steps if step == view.pending), "play")
