"""Positions, in and out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.games.base import PositionError

from .puzzles import GAME, MINIMAL, after, legal, owned, puzzle, read, stone, stone_read


def test_the_position_of_the_rules_reads_and_writes() -> None:
    """The schema's own example, with its nine stones."""
    stones: list[dict[str, Any]] = [
        {"sides": [["R4", "B5", "G6"], ["Y4"]], "modes": [], "owner": None, "full_since": [9, None]}
    ]
    stones += [{"sides": [[], []], "modes": [], "owner": None, "full_since": [None, None]}] * 8
    given = {
        "options": {"tactics": True, "expert": False}, "turn": 15, "to_act": 0, "step": "play",
        "hands": [["R5", "joker"], ["B2"]], "clan_deck": ["Y3"], "tactic_deck": ["mud"], "discard": ["banshee"],
        "stones": stones, "tactics_played": [1, 2], "jokers_played": [False, False], "passes": 0, "passed": False,
        "claimed": False, "under": [[], []],
    }  # fmt: skip
    assert GAME.to_position(GAME.from_position(given)) == given


def test_a_position_is_json() -> None:
    written = GAME.to_position(GAME.deal(bytes(32), options={"tactics": True}))
    assert json.loads(json.dumps(written)) == written


def test_keys_with_a_default_may_be_left_out() -> None:
    written = GAME.to_position(GAME.from_position(MINIMAL))
    assert written["options"] == {"tactics": False, "expert": False}
    assert (written["tactic_deck"], written["discard"], written["under"]) == ([], [], [[], []])
    assert (written["tactics_played"], written["jokers_played"]) == ([0, 0], [False, False])
    assert (written["passes"], written["passed"], written["claimed"]) == (0, False, False)
    assert written["stones"][0] == {"sides": [[], []], "modes": [], "owner": None, "full_since": [None, None]}


def test_hands_and_the_discard_are_written_in_deck_order_with_clan_cards_first() -> None:
    state = puzzle(tactics=True, hands=("mud joker N1 B3 R9", ""), discard="traitor spy Y2 R1")
    assert read(state, "hands")[0] == ["R9", "B3", "N1", "joker", "mud"]
    assert read(state, "discard") == ["R1", "Y2", "spy", "traitor"]


def test_sides_and_decks_stay_as_they_lie() -> None:
    state = puzzle({1: stone("Y9 R1")}, clan_deck="N9 R2", hands=("N1", ""))
    assert (stone_read(state, 1)["sides"][0], read(state, "clan_deck")) == (["Y9", "R1"], ["N9", "R2"])


def test_a_claim_step_without_a_claim_runs_on_to_the_next_turn() -> None:
    """S5, S6: through the draw."""
    state = puzzle(step="claim", hands=("N1", "N2"), clan_deck="N3")
    assert (state.to_act, read(state, "turn"), read(state, "hands")[0]) == (1, 22, ["N1", "N3"])


def test_a_draw_step_without_a_choice_runs_on_to_the_next_turn() -> None:
    """S6."""
    assert puzzle(tactics=True, step="draw", hands=("N1", "N2"), tactic_deck="mud").to_act == 1


def test_a_draw_step_with_a_choice_is_a_decision() -> None:
    """S6."""
    state = puzzle(tactics=True, step="draw", hands=("N1", "N2"), clan_deck="N3", tactic_deck="mud")
    assert legal(state) == ["draw clan", "draw tactic"]


def test_with_expert_a_claim_step_without_a_claim_runs_on_to_the_play() -> None:
    """S3, S5."""
    state = puzzle(expert=True, step="claim", hands=("N1", "N2"))
    assert (state.to_act, read(state, "step")) == (0, "play")


def test_a_finished_game_that_is_given_as_unfinished_is_over() -> None:
    """S24."""
    assert read(puzzle(owned(0, 1, 2, 3), hands=("N1", "N2")), "step") == "over"


def test_a_second_pass_that_is_given_as_unfinished_is_over() -> None:
    """S25: runs on to the end, before the draw."""
    state = puzzle(step="draw", passes=1, passed=True, clan_deck="N3")
    assert (read(state, "step"), read(state, "passes"), read(state, "clan_deck")) == ("over", 2, ["N3"])


def test_a_game_that_is_over_keeps_the_seat_and_turn_of_its_last_decision() -> None:
    stones = {**owned(0, 4, 6), 5: stone("V7 V8 V9")}
    state = after(puzzle(stones, step="claim"), "claim 5")
    assert (read(state, "step"), read(state, "to_act"), read(state, "turn")) == ("over", 0, 21)


def test_a_won_game_reads_and_writes() -> None:
    """S24."""
    given = GAME.to_position(puzzle(owned(1, 4, 5, 6), step="over", claimed=True, to_act=1))
    assert GAME.to_position(GAME.from_position(given)) == given


def test_a_blocked_game_reads_and_writes() -> None:
    """S25."""
    state = after(puzzle({1: stone("R1 B2 G4")}, passes=1), "pass")
    again = GAME.from_position(GAME.to_position(state))
    assert (again, GAME.outcome(again)) == (state, GAME.outcome(state))


def test_cards_under_a_deck_read_and_write() -> None:
    state = puzzle(
        tactics=True, hands=("N1", ""), clan_deck="N9 R2 R1", tactic_deck="spy", under=[["R1", "R2"], ["spy"]]
    )
    assert read(state, "under") == [["R1", "R2"], ["spy"]]


@pytest.mark.parametrize(
    "actions",
    [["play recruiter"], ["play strategist"], ["play strategist", "take R1 1"], ["play banshee"],
     ["play traitor", "take B1 1"]],
)  # fmt: skip
def test_no_position_describes_the_middle_of_a_ruse(actions: list[str]) -> None:
    hands = ("recruiter strategist banshee traitor", "")
    state = after(puzzle({1: stone("R1", "B1")}, tactics=True, hands=hands, clan_deck="N1"), *actions)
    with pytest.raises(PositionError, match="no position describes the middle of a ruse"):
        GAME.to_position(state)


def test_with_expert_claimed_is_possible_before_the_play() -> None:
    """S3."""
    assert puzzle(owned(0, 1), expert=True, step="play", claimed=True, hands=("N1", "")).to_act == 0
