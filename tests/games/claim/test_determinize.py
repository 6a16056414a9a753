"""States imagined behind a view: they look alike, use no card too often, and respect what the tricks prove."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.base import Seat, Viewer
from referee.games.claim.cards import DECK_TEXTS
from referee.games.claim.state import ClaimState
from tests.games.claim.puzzles import FACTION_LETTERS, GAME, cards_of, phase_one, phase_two, pile, play, random_game

viewers = st.sampled_from([0, 1, None])
moments = {"seed": st.integers(0, 10**6), "step": st.integers(0, 52), "viewer": viewers}


def imagined(state: ClaimState, viewer: Viewer, times: int = 60) -> list[ClaimState]:
    view = GAME.observe(state, viewer)
    return [GAME.determinize(view, Random(seed)) for seed in range(times)]


def letters_in_hand(states: list[ClaimState], seat: Seat) -> set[str]:
    return {card.faction.value for state in states for card in state.hands[seat]}


def lacked(state: ClaimState, seat: Seat) -> set[str]:
    """C4, C5, told from the history of the phase by texts alone."""
    shown = set()
    for trick in state.tricks:
        lead, reply = str(trick.lead), str(trick.reply)
        same_phase = (trick.prize is not None) == (state.phase == 1)
        if trick.leader != seat and same_phase and reply[0] not in (lead[0], "X"):
            shown.add(lead[0])
    return shown


@given(**moments)
@settings(max_examples=150, deadline=None)
def test_an_imagined_state_looks_the_same(seed: int, step: int, viewer: Viewer) -> None:
    """C11: to its viewer, at every moment of a game."""
    view = GAME.observe(random_game(seed)[step], viewer)
    assert GAME.observe(GAME.determinize(view, Random(seed)), viewer) == view


@given(**moments)
@settings(max_examples=60, deadline=None)
def test_an_imagined_state_looks_the_same_without_a_history(seed: int, step: int, viewer: Viewer) -> None:
    """C11: a position has no history, in phase two neither."""
    state = GAME.from_position(GAME.to_position(random_game(seed)[step]))
    view = GAME.observe(state, viewer)
    assert GAME.observe(GAME.determinize(view, Random(seed)), viewer) == view


@given(**moments)
@settings(max_examples=60, deadline=None)
def test_an_imagined_state_of_a_whole_game_has_the_whole_deck(seed: int, step: int, viewer: Viewer) -> None:
    """C1: no card is lost or doubled."""
    [state] = imagined(random_game(seed)[step], viewer, 1)
    assert cards_of(state) == Counter(DECK_TEXTS)


@given(**moments, resumed=st.integers(0, 52))
@settings(max_examples=60, deadline=None)
def test_a_history_that_began_in_the_middle_is_enough(seed: int, step: int, viewer: Viewer, resumed: int) -> None:
    """C15, C17: a game goes on from a position; what was played before it is in no trick."""
    states = random_game(seed)
    resumed = min(step, resumed)
    state = GAME.from_position(GAME.to_position(states[resumed]))
    for later in states[resumed + 1 : step + 1]:
        [action] = [a for a in state.legal if GAME.to_position(GAME.advance(state, a)) == GAME.to_position(later)]
        state = GAME.advance(state, action)
    [again] = imagined(state, viewer, 1)
    assert GAME.observe(again, viewer) == GAME.observe(state, viewer)
    assert GAME.to_position(GAME.from_position(GAME.to_position(again))) == GAME.to_position(again)


@given(**moments)
@settings(max_examples=100, deadline=None)
def test_no_hand_gets_a_faction_that_its_seat_has_shown_to_lack(seed: int, step: int, viewer: Viewer) -> None:
    """C4: a spectator imagines two hands, each by what its seat has shown."""
    state = random_game(seed)[step]
    [again] = imagined(state, viewer, 1)
    for seat in (0, 1):
        assert not lacked(state, seat) & letters_in_hand([again], seat)


@pytest.mark.parametrize("phase", [1, 2])
def test_a_reply_of_another_faction_proves_that_the_led_one_is_lacking(phase: int) -> None:
    """C4, C16: seat 1 gave a Knight to an Undead, so it has no Undead; it may have all the rest."""
    start = (phase_one if phase == 1 else phase_two)("U5 G2 G3", "K5 D2 D3")
    assert letters_in_hand(imagined(play(start, "U5 K5"), 0), 1) == set("GKDX")


def test_a_doppelganger_that_replies_proves_nothing() -> None:
    """C4: it may be played although one could follow."""
    assert "U" in letters_in_hand(imagined(play(phase_one("U5 G2", "X2 D2"), "U5 X2"), 0), 1)


def test_a_reply_of_another_faction_to_a_doppelganger_proves_that_doppelgangers_are_lacking() -> None:
    """C5."""
    assert "X" not in letters_in_hand(imagined(play(phase_one("X5 G2", "K5 D2"), "X5 K5"), 0), 1)


def test_what_the_leader_plays_proves_nothing() -> None:
    """C3: it may lead anything."""
    after = play(phase_one("U5 G2", "K5 D2"), "U5 K5")
    assert "U" in letters_in_hand(imagined(after, 1), 0)


def test_a_proven_lack_ends_with_phase_one() -> None:
    """C15: the new hand is of followers."""
    after = play(phase_one("U5", "K5", prize="G1", stock="D1"), "U5 K5")
    assert after.phase == 2
    assert "U" in letters_in_hand(imagined(after, 0), 1)


def test_nothing_is_proven_without_a_history() -> None:
    """C4: a position does not tell who replied what."""
    after = GAME.from_position(GAME.to_position(play(phase_one("U5 G2", "K5 D2"), "U5 K5")))
    assert letters_in_hand(imagined(after, 0), 1) == set(FACTION_LETTERS)


def test_the_imagined_hands_differ() -> None:
    """C11: what is hidden is dealt at random."""
    assert len({pile(state.hands[1]) for state in imagined(GAME.deal(bytes(32)), 0, 20)}) == 20


def test_every_unseen_card_can_turn_up_in_the_others_hand() -> None:
    """C11: the stock's cards and the other's are alike to the viewer."""
    deal = GAME.deal(bytes(32))
    found = {str(card) for state in imagined(deal, 0) for card in state.hands[1]}
    assert found == {str(card) for card in deal.hands[1] + deal.stock}


def test_the_prizes_that_the_other_won_stay_among_its_followers() -> None:
    """C11: alike ones too."""
    state = phase_one("G5", "G1", followers=("K2 K3 K4", "G0 G0 D1"), prizes=("", "G0 G0"))
    assert all(pile(again.followers[1]).count("G0") >= 2 for again in imagined(state, 0))


def test_the_prizes_that_the_other_won_are_in_its_hand_in_phase_two() -> None:
    """C15."""
    state = phase_two("G5 G6", "K9 D1", prizes=("", "K9"))
    assert all("K9" in pile(again.hands[1]) for again in imagined(state, 0))


def test_a_prize_that_was_played_is_no_longer_in_the_hand() -> None:
    """C17: it lies in a score pile, once."""
    state = play(phase_two("G5 G6", "K9 D1", prizes=("", "K9")), "G5 K9")
    assert all("K9" not in pile(again.hands[1]) for again in imagined(state, 0))


def test_a_prize_that_is_led_is_no_longer_in_the_hand() -> None:
    """C16."""
    state = play(phase_two("G5 G6", "K9 D1", prizes=("", "K9"), leader=1), "K9")
    assert all("K9" not in pile(again.hands[1]) for again in imagined(state, 0))


def test_a_g0_that_the_viewer_played_does_not_hide_the_one_that_the_other_won() -> None:
    """C17: the history tells which of the alike cards was whose."""
    state = play(phase_two("G0 G6", "X1 G0", prizes=("", "G0")), "G0 X1")
    assert all("G0" in pile(again.hands[1]) for again in imagined(state, 0))


def test_a_g0_that_the_other_won_and_played_is_no_longer_known() -> None:
    """C17: others of its kind may still be there, or not."""
    state = play(phase_two("G0 G6", "D1 G0", prizes=("", "G0")), "G0 G0")
    assert {"G0" in pile(again.hands[1]) for again in imagined(state, 0)} == {True, False}


def test_a_prize_that_a_full_puzzle_has_in_a_score_pile_is_not_dealt_again() -> None:
    """C17: 13 cards each in phase two, and a prize already scored."""
    state = phase_two(
        "G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 K2 K3 K4", "D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 K5 K6 K7",
        prizes=("", "U5"), scored=("U5", ""),
    )  # fmt: skip
    for again in imagined(state, 0):
        assert cards_of(again)["U5"] == 1
        assert len(again.hands[1]) == 13


def test_an_imagined_puzzle_has_no_card_too_often() -> None:
    """C1: with four G0 in sight there is one more at most."""
    state = phase_two("G0 G0", "D1 D2", scored=("G0", "G0"), discard="K2")
    for again in imagined(state, 0, 200):
        assert not cards_of(again) - Counter(DECK_TEXTS)


def test_seat_0_leaves_to_seat_1_what_seat_1_alone_can_hold() -> None:
    """C4: four unseen cards, U1 U2 D2 D3; seat 1 lacks Undead, so there is one way to deal them to two hands."""
    hands = ("U1 U2 U5", "D2 D3 D5")
    elsewhere = Counter(DECK_TEXTS) - Counter(" ".join(hands).split())
    undead = " ".join(card for card in elsewhere.elements() if card[0] == "U")
    discard = " ".join(card for card in elsewhere.elements() if card[0] != "U")
    state = play(phase_two(*hands, scored=(undead, ""), discard=discard), "U5 D5")
    for again in imagined(state, None):
        assert (pile(again.hands[0]), pile(again.hands[1])) == ("U1 U2", "D2 D3")
