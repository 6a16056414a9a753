"""What a seat sees, and what it may imagine."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.schotten_totten.cards import CARDS
from referee.games.schotten_totten.state import SchottenState
from referee.games.schotten_totten.view import SchottenView, UnderCard

from .puzzles import GAME, after, puzzle, stone

TABLE = {1: stone("R1 B5", "G2"), 2: stone("R7 R8 R9", "B1 G1 Y4", modes="blind", full_since=[9, 6])}


def cards(texts: str) -> tuple[int, ...]:
    return tuple(CARDS[text] for text in texts.split())


def views(state: SchottenState) -> list[SchottenView]:
    return [GAME.observe(state, viewer) for viewer in (0, 1, None)]


def test_a_seat_sees_its_own_hand() -> None:
    state = puzzle(hands=("N1 B2", "N3"))
    assert GAME.observe(state, 0).hand == cards("B2 N1")
    assert GAME.observe(state, 1).hand == cards("N3")


def test_a_spectator_sees_no_hand() -> None:
    assert GAME.observe(puzzle(hands=("N1 B2", "N3")), None).hand == ()


def test_everybody_sees_hand_sizes_and_how_many_cards_are_tactics() -> None:
    for view in views(puzzle(tactics=True, hands=("N1 joker joker", "N3 mud"))):
        assert (view.hand_sizes, view.tactics_in_hand) == ((3, 2), (2, 1))


def test_everybody_sees_deck_sizes() -> None:
    for view in views(puzzle(tactics=True, hands=("N1", ""), clan_deck="R2 R3 R4", tactic_deck="spy mud")):
        assert (view.clan_deck_size, view.tactic_deck_size) == (3, 2)


def test_everybody_sees_the_stones() -> None:
    """S14, S15: and which side was full first."""
    for view in views(puzzle(TABLE, tactics=True, hands=("N1", ""))):
        second = view.stones[1]
        assert second.sides == (cards("R7 R8 R9"), cards("B1 G1 Y4"))
        assert (second.modes, second.owner, second.full_since) == (cards("blind"), None, (9, 6))


def test_everybody_sees_owners() -> None:
    stones = {2: stone("R7 R8 R9", "B1", owner=0)}
    for view in views(puzzle(stones, hands=("N1", ""))):
        assert [seen.owner for seen in view.stones] == [None, 0, None, None, None, None, None, None, None]


def test_everybody_sees_the_discard_and_what_was_played_and_passed() -> None:
    keys = {"discard": "R2 banshee", "tactics_played": [1, 2], "jokers_played": [False, True], "passes": 1}
    for view in views(puzzle(tactics=True, hands=("N1", ""), **keys)):
        assert view.discard == cards("R2 banshee")
        assert (view.tactics_played, view.jokers_played, view.passes) == ((1, 2), (False, True), 1)


def test_a_seat_sees_the_cards_that_it_put_under_a_deck_and_how_deep_they_are() -> None:
    state = puzzle(
        tactics=True, hands=("N1", ""), clan_deck="N9 R3 R2", tactic_deck="mud spy", under=[["R3", "spy"], ["R2"]]
    )
    assert GAME.observe(state, 0).under == (UnderCard(CARDS["R3"], 1), UnderCard(CARDS["spy"], 0))
    assert GAME.observe(state, 1).under == (UnderCard(CARDS["R2"], 0),)


def test_a_spectator_sees_who_returned_cards_but_not_which() -> None:
    """The kinds returned by Recruiter are public."""
    state = puzzle(
        tactics=True, hands=("N1", ""), clan_deck="N9 R3 R2", tactic_deck="mud spy", under=[["R3", "spy"], ["R2"]]
    )
    view = GAME.observe(state, None)
    assert (view.under, view.clan_under, view.tactic_under) == ((), (0, 1), (0,))


@pytest.mark.parametrize(
    ("actions", "pending"),
    [
        ([], "play"),
        (["play N1 5"], "claim"),
        (["play N1 5", "done"], "draw"),
        (["play recruiter"], "recruiter draw"),
        (["play recruiter", "draw clan", "draw clan"], "recruiter return"),
        (["play recruiter", "draw clan", "draw clan", "return N1"], "recruiter return"),
        (["play strategist"], "strategist take"),
        (["play strategist", "take R1 1"], "strategist move"),
        (["play banshee"], "banshee take"),
        (["play traitor", "take G2 1"], "traitor move"),
    ],
)
def test_the_view_names_what_is_being_decided(actions: list[str], pending: str) -> None:
    hands = ("N1 recruiter strategist banshee traitor", "N2")
    state = after(puzzle(TABLE, tactics=True, hands=hands, clan_deck="N7 N8", tactic_deck="spy"), *actions)
    assert {view.pending for view in views(state)} == {pending}


def test_the_view_of_a_game_that_is_over_says_so() -> None:
    """S25."""
    view = GAME.observe(after(puzzle(passes=1), "pass"), 0)
    assert (view.pending, view.to_act) == ("over", None)


def test_everybody_sees_the_taken_card_and_where_it_comes_from() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, hands=("traitor", "N2")), "play traitor", "take G2 1")
    for view in views(state):
        assert view.ruse is not None
        assert (view.ruse.taken, view.ruse.taken_from) == (CARDS["G2"], 0)


def test_everybody_sees_how_many_draws_and_returns_recruiter_has_left() -> None:
    """S22."""
    state = puzzle(tactics=True, hands=("recruiter", "N2"), clan_deck="N7 N8", tactic_deck="spy mud")
    for view in views(after(state, "play recruiter", "draw clan")):
        assert view.ruse is not None
        assert (view.ruse.draws_left, view.ruse.returns_left) == (2, 2)


RETURNED = {"hands": ("N1 mud recruiter", "N2 N3 spy"), "clan_deck": "R5 R6 V7 V8 Y1", "tactic_deck": "joker joker"}
RETURNING = ["play recruiter", "draw clan", "draw clan", "draw tactic", "return N1"]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("actions", [RETURNING[:1], RETURNING[:4], RETURNING, [*RETURNING, "return mud"]])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_a_seat_imagines_looks_the_same_to_it(seed: int, actions: list[str], viewer: int | None) -> None:
    """In the middle of a ruse, too."""
    view = GAME.observe(after(puzzle(TABLE, tactics=True, **RETURNED), *actions), viewer)
    assert GAME.observe(GAME.determinize(view, Random(seed)), viewer) == view


def test_a_seat_imagines_different_hands() -> None:
    view = GAME.observe(GAME.deal(bytes(32)), 0)
    assert len({GAME.determinize(view, Random(seed)).hands[1] for seed in range(5)}) > 1


def test_a_seat_imagines_its_own_returned_card_where_it_put_it() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, **RETURNED), *RETURNING, "return mud")
    imagined = GAME.determinize(GAME.observe(state, 0), Random(1))
    assert (imagined.clan_deck[-1], imagined.tactic_deck[-1]) == (CARDS["N1"], CARDS["mud"])


def test_a_seat_does_not_know_the_opponents_returned_card() -> None:
    """S22."""
    state = after(puzzle(TABLE, tactics=True, **RETURNED), *RETURNING)
    view = GAME.observe(state, 1)
    assert len({GAME.determinize(view, Random(seed)).clan_deck[-1] for seed in range(8)}) > 1


def test_a_puzzle_with_cards_left_out_can_be_imagined() -> None:
    """Positions may hold fewer cards than the decks."""
    view = GAME.observe(puzzle(hands=("N1", "N2 N3"), clan_deck="R1"), 0)
    imagined = GAME.determinize(view, Random(1))
    assert (len(imagined.hands[1]), len(imagined.clan_deck)) == (2, 1)
