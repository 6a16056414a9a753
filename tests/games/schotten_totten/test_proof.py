"""S10, S11: the proof that an open side cannot win any more."""

from __future__ import annotations

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from referee.games.schotten_totten.cards import CARDS, CLAN_TEXTS
from referee.games.schotten_totten.formations import ABOVE_ANY_SUM
from referee.games.schotten_totten.proof import can_beat

from . import reference
from .puzzles import all_clan_but, claims, puzzle, stone


def beats(side: str, unseen: str, target: str, *, size: int = 3, is_blind: bool = False) -> bool:
    """Whether a side can still beat the formation `target`."""
    cards = tuple(CARDS[text] for text in side.split())
    mask = sum(1 << CARDS[text] for text in unseen.split())
    kind, total = reference.strength(target.split(), is_blind)
    return can_beat(cards, size, is_blind, mask, kind * ABOVE_ANY_SUM + total)


def test_the_highest_colour_run_is_proved_against_an_empty_side() -> None:
    """S10: it can only be equalled."""
    assert claims(puzzle({1: stone("R7 R8 R9")}, step="claim")) == ["claim 1"]


def test_a_lower_colour_run_is_not_proved_against_an_empty_side() -> None:
    """S10."""
    assert claims(puzzle({1: stone("R6 R7 R8")}, step="claim")) == []


def test_cards_on_other_stones_are_seen() -> None:
    """S10: the missing R9 lies elsewhere, and the rest of stone 2 proves nothing."""
    stones = {1: stone("B6 B7 B8", "R7 R8"), 2: stone("R9")}
    assert claims(puzzle(stones, step="claim")) == ["claim 1"]


def test_an_unseen_card_stands_against_the_proof() -> None:
    """S10."""
    assert claims(puzzle({1: stone("B6 B7 B8", "R7 R8")}, step="claim")) == []


def test_cards_on_claimed_stones_are_seen() -> None:
    """S10."""
    stones = {1: stone("B6 B7 B8", "R7 R8"), 2: stone("R9 R3 R1", owner=0)}
    assert claims(puzzle(stones, step="claim")) == ["claim 1"]


def test_cards_in_the_discard_are_seen() -> None:
    """S10."""
    state = puzzle({1: stone("B6 B7 B8", "R7 R8")}, tactics=True, step="claim", discard="R9")
    assert claims(state) == ["claim 1"]


@pytest.mark.parametrize("hands", [("R9", ""), ("", "R9")])
def test_cards_in_hands_are_unseen_the_claimers_own_too(hands: tuple[str, str]) -> None:
    """S10."""
    stones = {1: stone("B6 B7 B8", "R7 R8")}
    assert claims(puzzle(stones, step="claim", hands=hands)) == []


def test_cards_in_the_deck_are_unseen() -> None:
    """S10."""
    assert claims(puzzle({1: stone("B6 B7 B8", "R7 R8")}, step="claim", clan_deck="R9")) == []


def test_a_card_that_a_puzzle_leaves_out_is_unseen() -> None:
    """S10: empty decks and hands do not matter."""
    state = puzzle({1: stone("B6 B7 B8", "R7 R8")}, step="claim")
    assert "R9" not in [card.text for card in (*state.clan_deck, *state.hands[0], *state.hands[1])]
    assert claims(state) == []


def test_with_too_few_unseen_cards_to_fill_the_side_nothing_can_beat_the_claimer() -> None:
    """S10: two are missing, one is unseen."""
    mine, theirs = "R1 B2 G4", "Y9"
    gone = all_clan_but(mine, theirs, "V9")
    state = puzzle({1: stone(mine, theirs)}, tactics=True, step="claim", discard=gone)
    assert claims(state) == ["claim 1"]


def test_with_just_enough_unseen_cards_the_side_can_still_win() -> None:
    """S10."""
    mine, theirs = "R1 B2 G4", "Y9"
    gone = all_clan_but(mine, theirs, "V9 N9")
    state = puzzle({1: stone(mine, theirs)}, tactics=True, step="claim", discard=gone)
    assert claims(state) == []


def test_a_formation_that_can_only_be_equalled_is_proved() -> None:
    """S14: the opponent's side would be full later."""
    mine, theirs = "R8 B9 G4", "Y8 V9"
    gone = all_clan_but(mine, theirs, "N4")
    assert claims(puzzle({1: stone(mine, theirs)}, tactics=True, step="claim", discard=gone)) == ["claim 1"]


def test_unplayed_tactics_cards_never_stand_against_a_proof() -> None:
    """S11: not even a joker in the opponent's hand."""
    stones = {1: stone("B6 B7 B8", "R7 R8"), 2: stone("R9")}
    state = puzzle(stones, tactics=True, step="claim", hands=("", "joker banshee blind mud"))
    assert "claim 1" in claims(state)


def test_an_elite_troop_on_the_open_side_counts_at_its_best() -> None:
    """S11: the joker is the missing R9, although R9 has been seen."""
    stones = {1: stone("B6 B7 B8", "R7 joker"), 2: stone("R9")}
    state = puzzle(stones, tactics=True, step="claim", jokers_played=[False, True])
    assert "claim 1" not in claims(state)


def test_an_elite_troop_on_ones_own_side_counts_at_its_best() -> None:
    """S11, S19."""
    state = puzzle({1: stone("R8 R9 joker")}, tactics=True, step="claim", jokers_played=[True, False])
    assert claims(state) == ["claim 1"]


def test_under_blind_mans_bluff_the_proof_looks_at_sums_only() -> None:
    """S16: a red colour run is still possible, but not more than 26."""
    stones = {1: stone("G9 Y9 V8", "R8", modes="blind")}
    assert claims(puzzle(stones, tactics=True, step="claim")) == ["claim 1"]


def test_in_the_mud_the_proof_fills_up_to_four() -> None:
    """S17: three red cards are not full, and R6 would make it a colour run."""
    stones = {1: stone("B5 B6 B7 B8", "R7 R8 R9", modes="mud")}
    assert claims(puzzle(stones, tactics=True, step="claim")) == []
    assert claims(puzzle(stones, tactics=True, step="claim", discard="R6")) == ["claim 1"]


@pytest.mark.parametrize(
    ("side", "unseen", "target"),
    [
        ("R7", "R8 R9", "B6 B7 B8"),
        ("R7", "B7 G7 R1", "B6 G6 Y6"),
        ("R7", "R9 R1 B2", "B8 B7 B1"),
        ("R7", "B8 G9 Y1", "B6 G7 Y8"),
        ("R7", "B9 G9 Y1", "B8 G8 Y7"),
    ],
)
def test_an_open_side_beats_a_lower_formation_of_the_same_type(side: str, unseen: str, target: str) -> None:
    """S10, S14: each type in turn, from the top."""
    assert beats(side, unseen, target)


@pytest.mark.parametrize(
    ("side", "unseen", "target"),
    [
        ("R7", "R8 R6", "B6 B7 B8"),
        ("R6", "B6 G6 R1", "B6 G6 Y6"),
        ("R7", "R8 R1 B2", "B8 B7 B1"),
        ("R7", "B8 G6 Y1", "B6 G7 Y8"),
        ("R5", "B9 G9 Y1", "B8 G8 Y7"),
    ],
)
def test_an_open_side_does_not_beat_what_it_can_only_equal(side: str, unseen: str, target: str) -> None:
    """S10, S14: each type in turn, from the top."""
    assert not beats(side, unseen, target)


def test_two_cards_of_one_value_make_no_run() -> None:
    """S13."""
    assert not beats("R7 B7", "R8 R9 B8 G9 R6", "R7 R8 R9")


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_the_proof_agrees_with_brute_force(data: st.DataObject) -> None:
    """S10, S11, S14, S16, S17, S19: random stones, modes and elite troops, and few unseen cards."""
    size, is_blind = data.draw(st.sampled_from([3, 4])), data.draw(st.sampled_from([False, False, True]))
    colours = data.draw(st.sampled_from(["R", "RB", "RBG", "RBGYVN"]))
    values = data.draw(st.sampled_from(["123456789", "56789", "1234"]))
    pool = [text for text in CLAN_TEXTS if text[0] in colours and text[1] in values]
    deck = data.draw(st.permutations(pool))
    mine = _side(data, deck, size)
    theirs = _side(data, deck, data.draw(st.integers(0, size - 1)))
    unseen = deck[: data.draw(st.integers(0, 7))]
    target = reference.strength(mine, is_blind)
    expected = reference.can_beat(theirs, size, is_blind, unseen, target)
    event(f"beaten: {expected}")
    assert beats(" ".join(theirs), " ".join(unseen), " ".join(mine), size=size, is_blind=is_blind) == expected


def _side(data: st.DataObject, deck: list[str], length: int) -> list[str]:
    """Cards from the deck, some of them replaced by elite troops."""
    troops = [*data.draw(st.permutations(["joker", "spy", "shield"]))]
    elite = troops[: data.draw(st.sampled_from([0, 0, 1, 2, 3]))][:length]
    clan = [deck.pop() for _ in range(min(len(deck), length - len(elite)))]
    spare = [text for text in CLAN_TEXTS if text not in clan and text not in deck]
    return [*clan, *elite, *spare[: length - len(elite) - len(clan)]]
