"""What each seat and a spectator see, and nothing more."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.base import Seat, Viewer
from referee.games.claim.cards import Card
from referee.games.claim.rules import at_decision
from referee.games.claim.state import ClaimState
from referee.games.claim.view import ClaimView
from tests.games.claim.puzzles import GAME, phase_one, phase_two, pile, play, random_game

MIDDLE = phase_one(
    "G5 K3", "G1 G2 D4", led="U5", prize="K9", stock="D1 D2 D3 X1 X2", followers=("U1 U2", "X3 X4"),
    prizes=("U1", "X4"), scored=("U7", "U8"), discard="G9 G8",
)  # fmt: skip
PUBLIC = [field.name for field in fields(ClaimView) if field.name not in ("viewer", "hand", "followers")]


def test_a_seat_sees_its_hand_and_all_its_followers() -> None:
    """C11: drawn followers included."""
    view = GAME.observe(MIDDLE, 1)
    assert (pile(view.hand), pile(view.followers)) == ("D4 G1 G2", "X3 X4")


def test_a_spectator_sees_no_hand_and_no_followers() -> None:
    view = GAME.observe(MIDDLE, None)
    assert (view.hand, view.followers) == ((), ())


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_is_public_is_seen_by_all(viewer: Viewer) -> None:
    """C11, C12, C13: prizes, score piles, discard, leader, tricks left, and all sizes."""
    view = GAME.observe(MIDDLE, viewer)
    assert (str(view.led), str(view.prize), view.leader, view.to_act) == ("U5", "K9", 0, 1)
    assert (view.phase, view.tricks_left, view.stock_size) == (1, 3, 5)
    assert (view.hand_sizes, view.follower_counts) == ((2, 3), (2, 2))
    assert ([pile(won) for won in view.prizes], [pile(won) for won in view.scored]) == (["U1", "X4"], ["U7", "U8"])
    assert pile(view.discard) == "G8 G9"


@pytest.mark.parametrize(
    ("state", "pending"),
    [(phase_one("G1", "G2"), "lead"), (phase_two("", "G2", led="G1"), "reply"), (phase_two("", ""), "over")],
)
def test_a_view_names_what_is_being_decided(state: ClaimState, pending: str) -> None:
    """C3: a lead or a reply, nothing else."""
    assert GAME.observe(state, 0).pending == pending


def test_the_tricks_left_count_the_current_one() -> None:
    state = phase_two("G1 K2", "G2 K3")
    assert [GAME.observe(at, 0).tricks_left for at in (state, play(state, "G1"), play(state, "G1 G2"))] == [2, 2, 1]


def test_a_view_has_the_history_of_tricks() -> None:
    """C6, C11: who led what, what was replied, who won it, and which prize."""
    view = GAME.observe(play(phase_one("G5", "G6", prize="K9", stock="D1"), "G5 G6"), None)
    assert [(t.leader, str(t.lead), str(t.reply), t.winner, str(t.prize)) for t in view.tricks] == [
        (0, "G5", "G6", 1, "K9")
    ]


def test_a_finished_trick_knows_its_phase_and_who_played_what() -> None:
    """C15: the phase follows from the prize."""
    state = play(play(phase_one("G5", "G6", prize="K9", stock="D1"), "G5 G6"), "K9 D1")
    assert [(t.phase, str(t.card_of(0)), str(t.card_of(1))) for t in state.tricks] == [(1, "G5", "G6"), (2, "D1", "K9")]


def test_a_view_made_from_a_position_begins_with_an_empty_history() -> None:
    assert GAME.observe(MIDDLE, 0).tricks == ()


@pytest.mark.parametrize("seed", range(2))
def test_a_spectator_sees_no_more_than_any_seat(seed: int) -> None:
    for state in random_game(seed):
        seen = [GAME.observe(state, viewer) for viewer in (None, 0, 1)]
        assert all(getattr(seen[0], name) == getattr(view, name) for view in seen for name in PUBLIC)


@pytest.mark.parametrize("seed", range(2))
def test_a_view_does_not_tell_in_which_order_piles_grew(seed: int) -> None:
    """Only the history does: a state that was read from its position looks the same but for that."""
    for state in random_game(seed):
        again = GAME.from_position(GAME.to_position(state))
        for viewer in (0, 1, None):
            assert GAME.observe(again, viewer) == replace(GAME.observe(state, viewer), tricks=())


def permuted(state: ClaimState, seat: Seat, random: Random) -> ClaimState:
    """The state with all that `seat` cannot see in phase one shuffled: the other's hand and drawn cards, the stock."""
    other = 1 - seat
    drawn = list(state.followers[other])
    for prize in state.prizes[other]:
        drawn.remove(prize)
    hidden: list[Card] = [*state.hands[other], *drawn, *state.stock]
    random.shuffle(hidden)
    hand = tuple(sorted(hidden[: len(state.hands[other])]))
    del hidden[: len(hand)]
    following = (*state.prizes[other], *hidden[: len(drawn)])
    hands = (state.hands[0], hand) if other == 1 else (hand, state.hands[1])
    followers = (state.followers[0], following) if other == 1 else (following, state.followers[1])
    return at_decision(replace(state, hands=hands, followers=followers, stock=tuple(hidden[len(drawn) :])))


@given(seed=st.integers(0, 10**6), step=st.integers(0, 25), seat=st.integers(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_view_does_not_depend_on_what_is_hidden(seed: int, step: int, seat: Seat) -> None:
    """C11: nor do the legal actions of the seat to act."""
    state = random_game(seed)[step]
    other = permuted(state, seat, Random(seed))
    assert GAME.observe(other, seat) == GAME.observe(state, seat)
    assert state.to_act != seat or other.legal == state.legal


@pytest.mark.parametrize("step", range(20))
def test_the_permuted_game_is_really_another_one(step: int) -> None:
    """Else the test above would prove nothing."""
    state = random_game(1)[step]
    assert GAME.to_position(permuted(state, 0, Random(1))) != GAME.to_position(state)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_in_phase_two_does_not_depend_on_the_others_hand(seat: Seat) -> None:
    """C15: in a puzzle the other's hand cannot be deduced."""
    mine = "G1 K2"
    states = [phase_two(*((mine, other) if seat == 0 else (other, mine))) for other in ("D1 D2", "X8 X9")]
    assert GAME.observe(states[0], seat) == GAME.observe(states[1], seat)
