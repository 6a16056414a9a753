"""Positions: what is written and what is read."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.base import PositionError

from .tables import GAME, army, last_action, legal, names, play, recruits, table

# The schema's own example.
EXAMPLE: dict[str, Any] = {
    "options": {"bruce": False}, "round": 1, "turn": 2, "initiative": 0, "to_act": 1, "phase": "turns",
    "hands": [["MA5"], ["FO6"]], "armies": [[{"card": "WE5", "up": True}], []],
    "recruits": [
        {"card": "SC3", "up": True}, {"card": "MD9", "up": True}, {"card": "SC8", "up": False},
        {"card": "CO2", "up": False}, {"card": "FE4", "up": False},
    ],
    "supporters": ["SC11", "WE3"], "victory": [[], []], "draw": ["MD4"], "discard": [], "reshuffles": 0,
}  # fmt: skip


def test_the_example_of_the_rules_is_read() -> None:
    """Position."""
    state = GAME.from_position(EXAMPLE)
    assert (state.to_act, recruits(state), army(state, 0)) == (1, "SC3 MD9 (SC8) (CO2) (FE4)", "WE5")
    assert legal(state, "muster") == ["muster FO6 down", "muster FO6 up"]


def test_every_key_is_written_with_options_resolved() -> None:
    """Position: writing gives every key."""
    written = GAME.to_position(GAME.from_position(EXAMPLE))
    follower = {"card": "WE5", "up": True, "active": False, "copies": None, "kept": False}
    added = {
        "options": {"bruce": False, "clan_activation": False}, "seed": "0" * 64, "order": [], "final": [],
        "armies": [[follower], []],
    }  # fmt: skip
    assert written == EXAMPLE | added


def test_defaults_may_be_left_out() -> None:
    """Position: discard, victory, order, final, reshuffles, options, seed."""
    short = {key: EXAMPLE[key] for key in EXAMPLE if key not in ("options", "victory", "discard", "reshuffles")}
    assert GAME.to_position(GAME.from_position(short)) == GAME.to_position(GAME.from_position(EXAMPLE))


def test_hands_victory_and_discard_are_written_in_deck_order_and_read_in_any() -> None:
    """Position, L1."""
    state = table("CO9 SC1 MA9", "", victory=("", "FE3 FE2"), discard="WE9 WE10 WE1")
    written = GAME.to_position(state)
    assert written["hands"][0] == ["SC1", "MA9", "CO9"]
    assert (written["victory"][1], written["discard"]) == (["FE2", "FE3"], ["WE1", "WE9", "WE10"])


def test_draw_pile_and_supporters_are_as_they_lie() -> None:
    """Position."""
    written = GAME.to_position(table("", "", draw="WE9 SC1 MA3", supporters="FE3 FE2"))
    assert (written["draw"], written["supporters"]) == (["WE9", "SC1", "MA3"], ["FE3", "FE2"])


def test_an_empty_slot_is_written_as_null() -> None:
    """Position, L4."""
    written = GAME.to_position(table("", "", recruits="SC1 - (SC2)"))
    assert written["recruits"] == [{"card": "SC1", "up": True}, None, {"card": "SC2", "up": False}, None, None]


def test_who_knows_a_face_down_follower_is_written() -> None:
    """Position: only while it is face-down; its controller by default."""
    first, second = GAME.to_position(table("", "", "", armies=("(SC1) (SC2)012", "")))["armies"][0]
    assert (first["known_to"], second["known_to"]) == ([0], [0, 1, 2])


def test_marks_are_read_and_written() -> None:
    """Position."""
    armies = ("MD3* SC4*CO MD5+", "SC6+ SC7*MD SC8*BR CO9* BR97*")
    state = table("", "", armies=armies, options={"bruce": True})
    assert (army(state, 0), army(state, 1)) == armies


def test_claims_are_read_and_written() -> None:
    """Position, L25."""
    state = play(last_action("SC2", "CO9*", "SC5", supporters="MA1 MA2 MA3"), "pass")
    written = GAME.to_position(state)
    assert (written["phase"], written["to_act"], written["order"]) == ("claims", 1, [1, 1, 2])
    assert (written["final"], written["turn"]) == ([1, 2, 0], 5)
    assert GAME.to_position(GAME.from_position(written)) == written
    assert legal(GAME.from_position(written)) == legal(state)


def test_known_to_is_read_in_any_order_and_written_ascending() -> None:
    """Position."""
    written = GAME.to_position(table("", "", "", armies=("", "(MD3)201")))
    assert written["armies"][1][0]["known_to"] == [0, 1, 2]


def test_a_revealed_army_is_the_same_as_one_that_was_face_up() -> None:
    """L23: nothing is left of who knew it."""
    state = play(last_action("(SC2)01", "(SC3)", supporters="MA1"), "pass")
    assert state.armies == GAME.from_position(GAME.to_position(state)).armies


def test_final_stays_when_the_game_is_over() -> None:
    """Position, L29."""
    written = GAME.to_position(play(last_action("SC1", "SC2", round=200), "pass"))
    assert (written["phase"], written["to_act"], written["final"], written["order"]) == ("over", None, [1, 0], [])
    assert GAME.to_position(GAME.from_position(written)) == written


def test_forty_points_during_turns_do_not_end_the_game() -> None:
    """Position, L29."""
    assert table("SC1", "", victory=("MA12 WE12 FE12 FO12", "")).to_act == 0


@pytest.mark.parametrize(
    ("state", "actions"),
    [
        (table("CK5", "", supporters="SC1"), ["muster CK5 active"]),
        (table("MA5 CO1", ""), ["muster MA5 active"]),
        (table("FE5", "", armies=("", "SC9")), ["muster FE5 active"]),
        (table("WE5", "", armies=("", "SC9")), ["muster WE5 active"]),
        (table("SC5", "", armies=("", "WE9")), ["muster SC5 active"]),
        (table("SC5", "", armies=("", "WE9")), ["muster SC5 active", "target 1.1"]),
    ],
    ids=["cockburn", "makgill", "fergusson", "wemyss", "scott", "copied"],
)
def test_no_position_describes_the_middle_of_a_power(state: Any, actions: list[str]) -> None:
    """Position: `to_position` raises there."""
    with pytest.raises(PositionError, match="the middle of a power"):
        GAME.to_position(play(state, *actions))


def test_a_position_may_hold_few_cards() -> None:
    """Position: puzzles."""
    assert names(table("SC1", "").hands[0]) == "SC1"
