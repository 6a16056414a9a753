"""Whole games of all four variants, played at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from referee.games.schotten_totten.cards import CLAN_DECK, JOKER, TACTIC_DECK, Card
from referee.games.schotten_totten.state import SchottenState

from .puzzles import GAME, VARIANTS

GAMES = 6


def playout(options: dict[str, bool], number: int) -> Iterator[SchottenState]:
    random = Random(number)
    state = GAME.deal(number.to_bytes(32, "big"), options=options)
    yield state
    while state.to_act is not None:
        state = GAME.advance(state, random.choice(state.legal))
        yield state


def all_cards(state: SchottenState) -> Counter[Card]:
    places = (*state.hands, state.clan_deck, state.tactic_deck, state.discard, *state.sides)
    cards = Counter(card for place in places for card in place)
    view = GAME.observe(state, None)
    cards.update(mode for stone in view.stones for mode in stone.modes)
    if view.ruse is not None and view.ruse.taken is not None:
        cards[view.ruse.taken] += 1
    return cards


@pytest.mark.parametrize("options", VARIANTS)
def test_no_card_is_lost_or_doubled(options: dict[str, bool]) -> None:
    """S1: from the deal to the end."""
    expected = Counter([*CLAN_DECK, *(TACTIC_DECK if options["tactics"] else ())])
    for number in range(GAMES):
        for state in playout(options, number):
            assert all_cards(state) == expected


@pytest.mark.parametrize("options", VARIANTS)
def test_every_state_outside_a_ruse_reads_back_from_its_position(options: dict[str, bool]) -> None:
    """And so do the legal actions and what the state keeps for speed."""
    for number in range(GAMES):
        for state in playout(options, number):
            if state.pending is None:
                again = GAME.from_position(GAME.to_position(state))
                assert (again, again.legal) == (state, state.legal)


@pytest.mark.parametrize("options", VARIANTS)
def test_what_anybody_imagines_looks_the_same_to_them(options: dict[str, bool]) -> None:
    """And the seat to act has the same choices."""
    random = Random(1)
    for number in range(GAMES):
        for state in playout(options, number):
            for viewer in (0, 1, None):
                view = GAME.observe(state, viewer)
                imagined = GAME.determinize(view, random)
                assert GAME.observe(imagined, viewer) == view
                assert imagined.legal == state.legal or viewer != state.to_act


@pytest.mark.parametrize("options", VARIANTS)
def test_a_game_ends_within_its_bound(options: dict[str, bool]) -> None:
    """S24, S25."""
    for number in range(GAMES):
        *decisions, last = playout(options, number)
        assert len(decisions) <= GAME.max_decisions
        assert GAME.outcome(last) is not None


@pytest.mark.parametrize("options", VARIANTS[2:])
def test_nobody_is_ever_two_tactics_cards_ahead(options: dict[str, bool]) -> None:
    """S18."""
    for number in range(GAMES):
        for state in playout(options, number):
            assert abs(state.tactics_played[0] - state.tactics_played[1]) <= 1


@pytest.mark.parametrize("options", VARIANTS[2:])
def test_nobody_ever_has_two_jokers_on_the_table(options: dict[str, bool]) -> None:
    """S20."""
    for number in range(GAMES):
        for state in playout(options, number):
            for seat in (0, 1):
                assert [card for side in state.sides[9 * seat : 9 * seat + 9] for card in side].count(JOKER) <= 1
