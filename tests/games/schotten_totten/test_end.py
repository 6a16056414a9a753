"""S24–S26: how the game ends, and the scores."""

from __future__ import annotations

from typing import Any

from referee.games.base import Outcome
from referee.games.schotten_totten.state import SchottenState

from .puzzles import GAME, after, claims, legal, owned, puzzle, read, stone

CLAIMABLE = stone("V7 V8 V9", "N1 N4 N6")
"""A stone that seat 0 can claim; none of its cards lies on a stone of `owned` up to 8."""


def outcome(state: SchottenState) -> Outcome:
    found = GAME.outcome(state)
    assert found is not None
    return found


def claimable_after(*numbers: int, at: int, **keys: Any) -> SchottenState:
    """Seat 0 owns some stones and can claim one more."""
    stones = {**owned(0, *numbers), at: CLAIMABLE}
    return puzzle(stones, step="claim", hands=("N8", "N9"), clan_deck="N7", **keys)


def blocked(stones: dict[int, dict[str, Any]], **keys: Any) -> SchottenState:
    """Seat 0, who has no card, passes after a pass of seat 1."""
    return after(puzzle(stones, passes=1, **keys), "pass")


def test_five_stones_win() -> None:
    """S24."""
    state = after(claimable_after(1, 2, 4, 5, at=7), "claim 7")
    assert (state.to_act, outcome(state).placings) == (None, (1, 2))


def test_four_stones_do_not_win() -> None:
    """S24."""
    assert after(claimable_after(1, 2, 4, at=7), "claim 7").to_act is not None


def test_three_adjacent_stones_win() -> None:
    """S24."""
    state = after(claimable_after(4, 6, at=5), "claim 5")
    assert outcome(state).detail == "seat 0 controls the adjacent stones 4, 5 and 6"


def test_three_stones_with_a_gap_do_not_win() -> None:
    """S24."""
    assert after(claimable_after(4, 5, at=7), "claim 7").to_act is not None


def test_the_ends_of_the_border_are_not_adjacent() -> None:
    """S24: stones 8, 9 and 1."""
    assert after(claimable_after(1, 8, at=9), "claim 9").to_act is not None


def test_the_opponents_stones_do_not_count() -> None:
    """S24: seat 1 owns the two beside it."""
    stones = {**owned(1, 4, 5), 6: CLAIMABLE}
    assert after(puzzle(stones, step="claim"), "claim 6").to_act is not None


def test_the_game_ends_at_once_without_more_claims() -> None:
    """S24: another stone could have been claimed."""
    stones = {**owned(0, 4, 6), 5: CLAIMABLE, 9: stone("Y7 Y8 Y9", "N2 N5 G9")}
    state = puzzle(stones, step="claim")
    assert claims(state) == ["claim 5", "claim 9"]
    assert legal(after(state, "claim 5")) == []


def test_the_game_ends_at_once_without_a_draw() -> None:
    """S24."""
    state = after(claimable_after(4, 6, at=5), "claim 5")
    assert (read(state, "hands")[0], read(state, "clan_deck")) == (["N8"], ["N7"])


def test_with_expert_the_game_ends_before_the_play() -> None:
    """S24."""
    assert legal(after(claimable_after(4, 6, at=5, expert=True), "claim 5")) == []


def test_seat_1_wins_likewise() -> None:
    """S24."""
    stones = {**owned(1, 4, 6), 5: stone("N1 N4 N6", "V7 V8 V9")}
    assert outcome(after(puzzle(stones, step="claim", to_act=1), "claim 5")).placings == (2, 1)


def test_the_winner_scores_five_and_the_loser_its_stones() -> None:
    """S26: the winner has only three."""
    stones = {**owned(0, 4, 6), **owned(1, 1, 8), 5: CLAIMABLE}
    assert outcome(after(puzzle(stones, step="claim"), "claim 5")).scores == (5, 2)


def test_while_the_game_lasts_there_is_no_outcome() -> None:
    """S24."""
    assert GAME.outcome(puzzle(hands=("N1", ""))) is None


def test_two_passes_in_a_row_block_the_game() -> None:
    """S25: after the first the other seat still has its turn."""
    once = after(puzzle({1: stone("R1", "B1")}), "pass")
    assert once.to_act == 1
    assert legal(after(once, "pass")) == []


def test_a_play_between_two_passes_keeps_the_game_going() -> None:
    """S25."""
    state = after(puzzle({1: stone("R1", "B1")}, hands=("", "N1")), "pass", "play N1 5", "pass")
    assert state.to_act == 1


def test_a_claim_in_the_second_turn_keeps_the_game_going() -> None:
    """S25."""
    state = after(puzzle({5: CLAIMABLE}, passes=1), "pass", "claim 5")
    assert state.to_act == 1
    assert read(state, "passes") == 0


def test_a_claim_in_the_first_turn_keeps_the_game_going() -> None:
    """S25."""
    state = after(puzzle({5: CLAIMABLE}), "pass", "claim 5", "pass")
    assert state.to_act == 0


def test_declining_a_claim_is_no_claim() -> None:
    """S25: the claim step comes before the end."""
    state = after(puzzle({5: CLAIMABLE}, passes=1), "pass")
    assert legal(state) == ["claim 5", "done"]
    assert legal(after(state, "done")) == []


def test_with_expert_a_claim_before_the_pass_keeps_the_game_going() -> None:
    """S25."""
    state = puzzle({5: CLAIMABLE}, expert=True, step="claim", passes=1)
    assert after(state, "claim 5", "pass").to_act == 1


def test_with_expert_the_second_pass_ends_the_game() -> None:
    """S25: although a claim was possible, and declined."""
    state = puzzle({5: CLAIMABLE}, expert=True, step="claim", passes=1)
    assert legal(after(state, "done", "pass")) == []


def test_a_blocked_game_ends_before_the_draw() -> None:
    """S25: no card is drawn, and no deck is chosen."""
    state = blocked({1: stone("R1", "B1")}, tactics=True, clan_deck="N7", tactic_deck="mud")
    assert (state.to_act, read(state, "clan_deck"), read(state, "passes")) == (None, ["N7"], 2)


def test_the_first_pass_is_followed_by_its_draw() -> None:
    """S25, S7."""
    state = after(puzzle({1: stone("R1", "B1")}, clan_deck="N7"), "pass")
    assert read(state, "hands")[0] == ["N7"]


def test_in_a_blocked_game_the_better_of_two_full_sides_gets_the_stone() -> None:
    """S25."""
    assert outcome(blocked({1: stone("B9 G9 Y7", "R1 R2 R3")})).placings == (2, 1)


def test_in_a_blocked_game_equal_sides_go_to_the_one_that_was_full_first() -> None:
    """S25, S14."""
    equal = stone("B9 G9 Y7", "R9 V9 N7", full_since=[5, 4])
    assert outcome(blocked({1: equal})).placings == (2, 1)


def test_in_a_blocked_game_the_only_full_side_gets_the_stone() -> None:
    """S25: even if it proves nothing."""
    assert outcome(blocked({1: stone("B1 G2 Y4", "R8 R9")})).placings == (1, 2)


def test_in_a_blocked_game_a_stone_without_a_full_side_goes_to_nobody() -> None:
    """S25: in the mud three cards are not full."""
    assert outcome(blocked({1: stone("R7 R8 R9", "B1", modes="mud")}, tactics=True)).scores == (0, 0)


def test_in_a_blocked_game_claimed_stones_stay_with_their_owners() -> None:
    """S25: whatever lies there."""
    claimed = stone("B1 G2 Y4", "R7 R8 R9", owner=0)
    assert outcome(blocked({1: claimed})).placings == (1, 2)


def test_in_a_blocked_game_only_the_number_of_stones_counts() -> None:
    """S25: three adjacent stones against four."""
    stones = {
        1: stone("B1 G2 Y4"), 2: stone("B2 G3 Y5"), 3: stone("B3 G4 Y6"),
        4: stone("", "R1 V2 N4"), 6: stone("", "R2 V3 N5"), 8: stone("", "R3 V4 N6"), 9: stone("", "R4 V5 N7"),
    }  # fmt: skip
    assert outcome(blocked(stones)) == Outcome((2, 1), (3, 5), "the game is blocked: seat 0 has 3 stones, seat 1 has 4")


def test_a_blocked_game_with_equal_stones_is_a_draw() -> None:
    """S25, S26: each scores its stones."""
    stones = {1: stone("B1 G2 Y4"), 3: stone("", "R1 V2 N4"), 5: stone("N9")}
    result = outcome(blocked(stones))
    assert (result.placings, result.scores) == ((1, 1), (1, 1))


def test_a_blocked_game_without_stones_scores_nothing() -> None:
    """S26: there is no winner to score 5."""
    assert outcome(blocked({})).scores == (0, 0)
