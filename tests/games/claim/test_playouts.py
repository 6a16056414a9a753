"""Properties of whole games, played at random."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.claim.cards import DECK_TEXTS
from referee.games.claim.events import FollowerDrawn
from tests.games.claim.puzzles import GAME, cards_of, pile, random_game

seeds = st.integers(0, 10**9)
few = settings(max_examples=25, deadline=None)


@given(seeds)
@few
def test_a_game_has_52_decisions(seed: int) -> None:
    """C3, C17: 26 tricks of two cards, forced ones counted."""
    assert len(random_game(seed)) - 1 == 52 == GAME.max_decisions


@given(seeds)
@few
def test_no_card_is_lost_or_doubled(seed: int) -> None:
    """C1, C11–C13, C17: at every decision."""
    assert all(cards_of(state) == Counter(DECK_TEXTS) for state in random_game(seed))


@given(seeds)
@few
def test_legal_actions_are_sorted_and_without_repeats(seed: int) -> None:
    """C3, C4."""
    for state in random_game(seed):
        texts = [action.text for action in state.legal]
        assert texts == sorted(set(texts))


@given(seeds)
@few
def test_each_phase_has_thirteen_tricks(seed: int) -> None:
    """C3, C15."""
    assert Counter(trick.phase for trick in random_game(seed)[-1].tricks) == {1: 13, 2: 13}


@given(seeds)
@few
def test_the_winner_of_each_trick_leads_the_next(seed: int) -> None:
    """C14, C15: across the change of phase too."""
    tricks = random_game(seed)[-1].tricks
    assert [trick.leader for trick in tricks[1:]] == [trick.winner for trick in tricks[:-1]]


@given(seeds)
@few
def test_dwarves_of_phase_two_end_with_the_loser_of_their_trick(seed: int) -> None:
    """C17."""
    end = random_game(seed)[-1]
    for trick in end.tricks[13:]:
        for dwarf in (card for card in (trick.lead, trick.reply) if card.text[0] == "D"):
            assert dwarf in end.scored[1 - trick.winner]


@given(seeds)
@few
def test_cards_of_phase_two_that_are_no_dwarves_end_with_the_winner(seed: int) -> None:
    """C17: G0s are left out, since alike ones may lie on both sides."""
    end = random_game(seed)[-1]
    for trick in end.tricks[13:]:
        for card in (card for card in (trick.lead, trick.reply) if card.text[0] != "D" and card.text != "G0"):
            assert card in end.scored[trick.winner]


@given(seeds)
@few
def test_undead_of_phase_one_end_with_the_winner_of_their_trick(seed: int) -> None:
    """C12."""
    end = random_game(seed)[-1]
    for trick in end.tricks[:13]:
        for undead in (card for card in (trick.lead, trick.reply) if card.text[0] == "U"):
            assert undead in end.scored[trick.winner]


@given(seeds)
@few
def test_the_discard_holds_no_undead(seed: int) -> None:
    """C12, C13."""
    assert "U" not in pile(random_game(seed)[-1].discard)


@given(seeds)
@few
def test_there_are_five_votes_at_most(seed: int) -> None:
    """C18–C20."""
    outcome = GAME.outcome(random_game(seed)[-1])
    assert outcome is not None
    assert 0 <= sum(outcome.scores) <= 5


@given(seeds)
@few
def test_there_is_no_result_before_the_last_card(seed: int) -> None:
    """C20."""
    assert all(GAME.outcome(state) is None for state in random_game(seed)[:-1])


@given(seeds)
@few
def test_a_drawn_follower_is_hidden_from_all_but_its_seat_in_thirteen_events(seed: int) -> None:
    """C11."""
    steps = [(state, action) for state in random_game(seed)[:-1] for action in state.legal[:1]]
    events = [event for state, action in steps for event in GAME.apply(state, action)[1]]
    drawn = [event for event in events if isinstance(event, FollowerDrawn)]
    assert len(drawn) == 13
    for event in drawn:
        assert event.as_seen_by(event.seat) == event
        assert event.as_seen_by(1 - event.seat) == event.as_seen_by(None) == FollowerDrawn(event.seat, None)


@given(st.binary(min_size=32, max_size=32))
@few
def test_the_same_seed_gives_the_same_deal(seed: bytes) -> None:
    """C1: all randomness comes from the seed."""
    assert GAME.deal(seed) == GAME.deal(seed)
