"""S8–S15: which stones can be claimed, and what a claim does."""

from __future__ import annotations

from .puzzles import after, all_clan_but, claims, legal, puzzle, read, stone, stone_read


def test_the_rulebooks_example_of_a_claim() -> None:
    """S9: G7 V4 B3 against G5 R5, then B5: three of a kind beat a sum, and the card is drawn afterwards."""
    state = puzzle({5: stone("G5 R5", "G7 V4 B3")}, hands=("B5", "N2"), clan_deck="Y9")
    claiming = after(state, "play B5 5")
    assert legal(claiming) == ["claim 5", "done"]
    claimed = after(claiming, "claim 5")
    assert stone_read(claimed, 5)["owner"] == 0
    assert (claimed.to_act, read(claimed, "hands")[0]) == (1, ["Y9"])


def test_ones_own_side_must_be_full() -> None:
    """S8: two cards are not enough, not even against a side that can never be filled."""
    gone = all_clan_but("R8 R9", "B1")
    state = puzzle({1: stone("R8 R9", "B1")}, tactics=True, step="claim", discard=gone)
    assert claims(state) == []


def test_in_the_mud_three_cards_are_not_full() -> None:
    """S8."""
    gone = all_clan_but("R7 R8 R9", "B1")
    state = puzzle({1: stone("R7 R8 R9", "B1", modes="mud")}, tactics=True, step="claim", discard=gone)
    assert claims(state) == []


def test_in_the_mud_four_cards_are_full() -> None:
    """S8."""
    state = puzzle({1: stone("R6 R7 R8 R9", "B1", modes="mud")}, tactics=True, step="claim")
    assert claims(state) == ["claim 1"]


def test_a_full_side_must_be_beaten() -> None:
    """S9."""
    assert claims(puzzle({1: stone("R1 R2 R3", "B9 G9 Y9")}, step="claim")) == ["claim 1"]


def test_a_better_full_side_stands_against_a_claim() -> None:
    """S9."""
    assert claims(puzzle({1: stone("B9 G9 Y9", "R1 R2 R3")}, step="claim")) == []


def test_the_opponents_side_does_not_gain_by_a_claim_of_the_other() -> None:
    """S9: it is the player's turn that counts; seat 1 claims on its own."""
    assert claims(puzzle({1: stone("B9 G9 Y9", "R1 R2 R3")}, step="claim", to_act=1), seat=1) == ["claim 1"]


def test_of_equal_formations_the_side_that_was_full_first_wins() -> None:
    """S14."""
    first = stone("R9 B5 G2", "Y9 V5 N2", full_since=[3, 6])
    assert claims(puzzle({1: first}, step="claim")) == ["claim 1"]


def test_of_equal_formations_the_side_that_was_full_later_loses() -> None:
    """S14."""
    later = stone("R9 B5 G2", "Y9 V5 N2", full_since=[7, 6])
    assert claims(puzzle({1: later}, step="claim")) == []


def test_under_blind_mans_bluff_equal_sums_go_to_the_side_that_was_full_first() -> None:
    """S16: the colour run does not help."""
    blind = stone("R1 R2 R3", "B1 G4 Y1", modes="blind", full_since=[7, 6])
    assert claims(puzzle({1: blind}, tactics=True, step="claim")) == []


def test_under_blind_mans_bluff_the_higher_sum_wins() -> None:
    """S16."""
    blind = stone("B9 G9 Y1", "R4 R5 R6", modes="blind")
    assert claims(puzzle({1: blind}, tactics=True, step="claim")) == ["claim 1"]


def test_a_side_is_full_since_the_turn_of_its_last_card() -> None:
    """S15."""
    state = after(puzzle({1: stone("B1 G2")}, hands=("Y4", "N2"), turn=31), "play Y4 1")
    assert stone_read(state, 1)["full_since"] == [31, None]


def test_a_side_that_is_filled_again_is_full_since_then() -> None:
    """S15: Strategist takes a card away on turn 21, and another fills the side on turn 23."""
    state = puzzle({1: stone("B1 G2 Y4", full_since=[9, None])}, tactics=True, hands=("strategist N5", "N2"))
    taken = after(state, "play strategist", "take G2 1", "discard")
    assert stone_read(taken, 1)["full_since"] == [None, None]
    assert stone_read(after(taken, "play N2 9", "play N5 1"), 1)["full_since"] == [23, None]


def test_mud_fight_takes_full_first_from_both_sides() -> None:
    """S15: both need a fourth card."""
    state = puzzle({1: stone("R1 B3 G6", "R2 B4 G8")}, tactics=True, hands=("mud", "N2"))
    assert stone_read(after(state, "play mud 1"), 1)["full_since"] == [None, None]


def test_blind_mans_bluff_takes_full_first_from_nobody() -> None:
    """S15, S16."""
    state = puzzle({1: stone("R1 B3 G6", "R2 B4 G8")}, tactics=True, hands=("blind", "N2"))
    assert stone_read(after(state, "play blind 1"), 1)["full_since"] == [1, 2]


def test_a_claimed_stone_cannot_be_claimed_again() -> None:
    """S12."""
    stones = {1: stone("B1 G2 Y4", "R7 R8 R9", owner=0)}
    assert claims(puzzle(stones, step="claim", to_act=1), seat=1) == []


def test_a_claimed_stone_takes_no_more_cards_from_either_seat() -> None:
    """S12: not even from the one whose side is not full."""
    state = after(puzzle({1: stone("R7 R8 R9", "B1")}, step="claim", hands=("N1", "N2")), "claim 1")
    assert state.to_act == 1
    assert "play N2 1" not in legal(state)


def test_no_mode_is_played_onto_a_claimed_stone() -> None:
    """S12, S21."""
    stones = {1: stone("R7 R8 R9", "B1", owner=0)}
    assert "play mud 1" not in legal(puzzle(stones, tactics=True, hands=("mud", "")))


def test_no_card_is_taken_from_a_claimed_stone() -> None:
    """S12."""
    stones = {1: stone("R7 R8 R9", "B1", owner=0), 2: stone("R1", "B2")}
    state = after(puzzle(stones, tactics=True, hands=("banshee", "")), "play banshee")
    assert legal(state) == ["take B2 2"]


def test_no_card_is_moved_to_a_claimed_stone() -> None:
    """S12: seat 0 has room there, but seat 1 owns it."""
    stones = {1: stone("B1", "R7 R8 R9", owner=1), 2: stone("R1", "B2")}
    state = after(puzzle(stones, tactics=True, hands=("strategist", "")), "play strategist", "take R1 2")
    assert legal(state) == ["discard", *[f"move {number}" for number in (3, 4, 5, 6, 7, 8, 9)]]
