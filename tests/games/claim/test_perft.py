"""Counts of the game tree, pinned, and held against a second referee that shares no code with the first."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.claim.cards import CARDS, DECK_TEXTS
from referee.games.claim.rules import reply_beats
from referee.games.claim.state import ClaimState
from tests.games.claim import naive
from tests.games.claim.puzzles import GAME, phase_one, phase_two

CROSSING = {"prize": "U9", "stock": "D0 X1 G0", "followers": ("U1 D3", "G0 K4"), "prizes": ("D3", "K4")}
"""Two tricks of phase one, then four of phase two."""


def perft(state: ClaimState, depth: int) -> int:
    if depth == 0 or not state.legal:
        return 1
    return sum(perft(GAME.advance(state, action), depth - 1) for action in state.legal)


def ends(state: ClaimState) -> Counter[tuple[int, ...]]:
    """How often each result ends the games from here."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return Counter([outcome.scores])
    return sum((ends(GAME.advance(state, action)) for action in state.legal), Counter())


def naive_ends(at: naive.NaivePosition) -> Counter[tuple[int, ...]]:
    if naive.to_act(at) is None:
        return Counter([naive.votes(at)])
    return sum((naive_ends(naive.after(at, card)) for card in naive.playable(at)), Counter())


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 12), (2, 86), (3, 977), (4, 6537)])
def test_the_zero_seeds_deal_has_as_many_lines_as_pinned(depth: int, count: int) -> None:
    """C1–C14: cards played from the deal of 32 zero bytes."""
    assert perft(GAME.deal(bytes(32)), depth) == count


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_naive_referee_counts_as_many_lines(depth: int) -> None:
    """C3–C14."""
    deal = GAME.deal(bytes(32))
    assert naive.perft(GAME.to_position(deal), depth) == perft(deal, depth)


def test_a_puzzle_that_crosses_into_phase_two_has_as_many_lines_as_pinned() -> None:
    """C15–C17: to the end of the game."""
    assert perft(phase_one("G5 K3", "U2 X4", **CROSSING), 12) == 768


def test_the_naive_referee_reaches_the_same_results_as_often() -> None:
    """C15–C20: every line of the puzzle, played to its votes."""
    state = phase_one("G5 K3", "U2 X4", **CROSSING)
    assert ends(state) == naive_ends(GAME.to_position(state))


@pytest.mark.parametrize("lead", CARDS)
def test_the_naive_referee_judges_every_reply_alike(lead: str) -> None:
    """C6–C10, C16: all pairs of cards."""
    replies = [reply for reply in CARDS if reply != lead or lead == "G0"]
    judged = {reply: reply_beats(CARDS[lead], CARDS[reply]) for reply in replies}
    assert judged == {reply: naive.beats(lead, reply) for reply in replies}


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_the_naive_referee_agrees_at_every_step_of_a_game(seed: int) -> None:
    """C1–C20: whose turn, what is legal, and where every card lies."""
    random = Random(seed)
    state = GAME.deal(random.randbytes(32))
    at: naive.NaivePosition = GAME.to_position(state)
    while state.legal:
        assert (naive.to_act(at), naive.playable(at)) == (state.to_act, [str(a).split()[1] for a in state.legal])
        action = random.choice(state.legal)
        state, at = GAME.advance(state, action), naive.after(at, action.text.split()[1])
        assert naive.sorted_piles(GAME.to_position(state)) == naive.sorted_piles(at)
    assert naive.to_act(at) is None


@given(scored=st.lists(st.integers(0, 2), min_size=52, max_size=52))
@settings(max_examples=100, deadline=None)
def test_the_naive_referee_counts_the_same_votes(scored: list[int]) -> None:
    """C18–C20: any cards in either score pile, or in none."""
    piles = [" ".join(card for card, owner in zip(DECK_TEXTS, scored, strict=True) if owner == seat) for seat in (0, 1)]
    state = phase_two("", "", scored=piles)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == naive.votes(GAME.to_position(state))
