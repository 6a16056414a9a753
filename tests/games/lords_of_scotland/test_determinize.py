"""States imagined behind a view: they look alike, and respect what was seen being taken."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.base import Viewer
from referee.games.lords_of_scotland.followers import card_of
from referee.games.lords_of_scotland.state import LordsState

from .tables import CARDS, GAME, cards_of, play, seed, table


def imagined(state: LordsState, viewer: Viewer, times: int = 100) -> list[LordsState]:
    view = GAME.observe(state, viewer)
    return [GAME.determinize(view, Random(number)) for number in range(times)]


def where_is(card: str, state: LordsState) -> str:
    for seat in range(state.players):
        if CARDS[card] in state.hands[seat]:
            return f"hand {seat}"
        if CARDS[card] in map(card_of, state.armies[seat]):
            return f"army {seat}"
    return "elsewhere"


def after_random_play(number: int, steps: int, players: int, bruce: bool) -> LordsState:
    random = Random(number)
    state = GAME.deal(seed(number), players, {"bruce": bruce})
    for _ in range(steps):
        if not state.legal:
            break
        bold = [action for action in state.legal if action.text.endswith("active")]
        state = GAME.advance(state, random.choice(bold if bold and random.random() < 0.5 else state.legal))
    return state


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 120), st.integers(2, 5), st.booleans(), st.integers(-1, 4))
def test_an_imagined_state_looks_the_same_and_has_the_same_cards(
    number: int, steps: int, players: int, bruce: bool, seat: int
) -> None:
    """What a seat sees; in the middle of powers too."""
    state = after_random_play(number, steps, players, bruce)
    viewer = seat if 0 <= seat < players else None
    view = GAME.observe(state, viewer)
    other = GAME.determinize(view, Random(number))
    assert GAME.observe(other, viewer) == view
    assert cards_of(other) == cards_of(state)
    assert viewer != state.to_act or other.legal == state.legal


def test_hidden_cards_are_really_dealt_anew() -> None:
    """What a seat sees: hands, recruits, followers, draw pile and seed of others are all imagined."""
    state = play(GAME.deal(seed(1), 2), "recruit 2")
    states = imagined(play(state, f"muster {state.hands[1][0]} down"), 0, 20)
    assert all(
        len(set(parts)) > 1
        for parts in (
            [other.hands[1] for other in states],
            [other.armies[1] for other in states],
            [other.recruits for other in states],
            [other.draw for other in states],
            [other.seed for other in states],
        )
    )


def test_a_taken_card_is_in_its_takers_hand_if_nothing_was_mustered_face_down() -> None:
    """What a seat sees: the face-up recruits that anybody took."""
    state = play(table("MA1 MA2", "", recruits="SC1", draw="SC2"), "recruit 1")
    assert {where_is("SC1", other) for other in imagined(state, 1)} == {"hand 0"}


def test_a_taken_card_may_be_a_follower_that_was_mustered_face_down_later() -> None:
    """What a seat sees: three cards in hand or the follower, each as likely."""
    state = table("MA1 MA2 MA3", "", recruits="SC1", draw="SC2 SC3")
    state = play(state, "recruit 1", "recruit 1", "muster MA2 down")
    counts = Counter(where_is("SC1", other) for other in imagined(state, 1, 400))
    assert set(counts) == {"hand 0", "army 0"}
    assert 60 <= counts["army 0"] <= 140


def test_a_taken_card_is_no_follower_that_was_mustered_before() -> None:
    """What a seat sees."""
    state = table("MA1 MA2", "", recruits="SC1", draw="SC2 SC3")
    state = play(state, "muster MA2 down", "recruit 1", "recruit 1")
    assert CARDS["SC2"] in state.hands[0]
    assert {where_is("SC2", other) for other in imagined(state, 1)} == {"hand 0"}


def test_a_taken_card_is_no_follower_that_another_seat_mustered() -> None:
    """What a seat sees: the third seat cannot tell which card seat 1 mustered, but it is not seat 0's."""
    state = play(table("MA1", "MA2", "", recruits="SC1", draw="SC2 SC3 SC4"), "recruit 1", "recruit 1", "recruit 1")
    state = play(state, "muster MA1 up", "muster MA2 down")
    assert {where_is("SC1", other) for other in imagined(state, 2)} == {"hand 0"}


def test_a_taken_card_must_be_the_follower_if_the_hand_is_empty() -> None:
    """What a seat sees."""
    state = table("", "", recruits="SC1", draw="SC2 SC3")
    state = play(state, "recruit 1", "recruit 1", "muster SC1 down")
    assert {where_is("SC1", other) for other in imagined(state, 1)} == {"army 0"}


def test_a_taken_card_may_be_a_follower_that_was_swapped_away() -> None:
    """What a seat sees: the third seat knows who mustered it, not what it is."""
    state = table("MA9", "FE5", "", recruits="SC1", draw="SC2 SC3 SC4")
    state = play(state, "recruit 1", "recruit 1", "recruit 1", "muster SC1 down", "muster FE5 active", "target 0.1")
    assert {where_is("SC1", other) for other in imagined(state, 2)} == {"hand 0", "army 1"}
    assert {where_is("SC1", other) for other in imagined(state, 1)} == {"army 1"}


def test_a_taken_card_that_the_viewer_knows_elsewhere_is_not_looked_for_in_the_hand() -> None:
    """What a seat sees: the new controller of a swapped follower knows it."""
    state = table("MA9", "FE5", recruits="SC1", draw="SC2 SC3 SC4")
    state = play(state, "recruit 1", "recruit 1", "muster SC1 down", "muster FE5 active", "target 0.1")
    assert {where_is("SC1", other) for other in imagined(state, 1)} == {"army 1"}
