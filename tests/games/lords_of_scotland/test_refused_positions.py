"""Positions that are refused, each with a complaint of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.base import PositionError

from .tables import GAME, position

CLAIMS: dict[str, Any] = {
    "phase": "claims",
    "turn": 5,
    "to_act": 0,
    "order": [0, 1],
    "final": [0, 1],
    "supporters": "SC1 SC2",
}
OVER: dict[str, Any] = {"phase": "over", "turn": 5, "to_act": None}
BROKEN: list[tuple[str, Callable[[], dict[str, Any]], str]] = [
    ("a card twice", lambda: position("SC1", "SC1"), "SC1 is there 2 times"),
    ("a card in army and pile", lambda: position("", "", armies=("SC1",), draw="SC1"), "SC1 is there 2 times"),
    ("a recruit twice", lambda: position("", "", recruits="SC1 (SC1)"), "SC1 is there 2 times"),
    ("Bruce without the option", lambda: position("BR97", ""), "BR97 is there, but option bruce is false"),
    ("four recruits", lambda: position("", "") | {"recruits": [None] * 4}, "recruits must have 5 entries, not 4"),
    ("six recruits", lambda: position("", "") | {"recruits": [None] * 6}, "recruits must have 5 entries, not 6"),
    ("supporters", lambda: position("", "", supporters="SC1 SC2 SC3"), "there are 3 supporters, but only 2 players"),
    (
        "eleven in hand",
        lambda: position("MA1 MA2 MA3 MA4 MA5 MA6 MA7 MA8 MA9 MA10 MA11", ""),
        "the hand of seat 0 has 11 cards, but 10 is the most",
    ),
    ("face-down in claims", lambda: position("", "", armies=("(SC9)",), **CLAIMS), "no follower is face-down"),
    ("face-down when over", lambda: position("", "", armies=("(SC9)",), **OVER), "no follower is face-down"),
    ("turn in claims", lambda: position("", "", **CLAIMS | {"turn": 4}), "in claims turn must be 5, not 4"),
    ("turn when over", lambda: position("", "", **OVER | {"turn": 1}), "in over turn must be 5, not 1"),
    ("an active Makgill", lambda: position("", "", armies=("MA3*",)), "MA3 has no end-of-round power"),
    ("an active Scott", lambda: position("", "", armies=("SC3*",)), "SC3 is active, so it must say what it copies"),
    ("a copying Makgill", lambda: position("", "", armies=("MA3*CO",)), "only a Scott copies, not MA3"),
    ("an inactive copy", lambda: position("", "", armies=("SC3CO",)), "SC3 copies, so it must be active"),
    ("a copied Wemyss", lambda: position("", "", armies=("SC3*WE",)), "copies must be one of null, MD, CO, BR"),
    ("a kept Makgill", lambda: position("", "", armies=("MA3+",)), "MA3 cannot be kept"),
    ("kept and active", lambda: position("", "", armies=("MD3*+",)), "MD3 is kept, so it is no longer active"),
    ("face-down and active", lambda: position("", "", armies=("(MD3)*",)), "MD3 is face-down and cannot bear a mark"),
    ("face-down and kept", lambda: position("", "", armies=("(MD3)+",)), "MD3 is face-down and cannot bear a mark"),
    ("unknown to its controller", lambda: position("", "", armies=("(MD3)1",)), "must have its controller, seat 0"),
    ("known_to of a stranger", lambda: position("", "", armies=("(MD3)02",)), "known_to: seat must be a whole number"),
    ("nobody acts in turns", lambda: position("", "", to_act=None), "in turns to_act must be a seat"),
    ("a stranger acts", lambda: position("", "", to_act=2), "to_act must be a whole number from 0 to 1, not 2"),
    ("order in turns", lambda: position("", "", order=[0]), "in turns order must be empty"),
    ("final in turns", lambda: position("", "", final=[0]), "in turns final must be empty"),
    ("order begins otherwise", lambda: position("", "", **CLAIMS | {"to_act": 1}), "order must begin with to_act"),
    (
        "nobody claims",
        lambda: position("", "", **CLAIMS | {"to_act": None, "order": []}),
        "order must begin with to_act",
    ),
    ("order of the unplaced", lambda: position("", "", **CLAIMS | {"final": [0]}), "a seat that final does not place"),
    ("order against final", lambda: position("", "", **CLAIMS | {"final": [1, 0]}), "does not follow the placing"),
    (
        "three claims",
        lambda: position("", "", "", **CLAIMS | {"order": [0, 0, 0], "supporters": "SC1 SC2 SC3"}),
        "nobody claims more than twice",
    ),
    (
        "too many claims",
        lambda: position("", "", **CLAIMS | {"supporters": "SC1"}),
        "order has 2 claims, but there are 1",
    ),
    ("final twice", lambda: position("", "", **CLAIMS | {"final": [0, 1, 1]}), "final names a seat twice"),
    ("somebody acts when over", lambda: position("", "", **OVER | {"to_act": 0}), "to_act must be null, not 0"),
    ("order when over", lambda: position("", "", **OVER | {"order": [0]}), "over, so order must be empty"),
    ("one player", lambda: position(""), "is for 2 or 3 or 4 or 5 players, not 1"),
    ("an army too many", lambda: position("", "") | {"armies": [[], [], []]}, "armies must have 2 entries, not 3"),
    ("a victory pile too few", lambda: position("", "", victory=("",)), "victory must have 2 entries, not 1"),
    ("an unknown key", lambda: position("", "", prize="SC1"), "keys that nobody knows: 'prize'"),
    ("an unknown option", lambda: position("", "", options={"tactics": True}), "has no option 'tactics'"),
    ("a wrong option", lambda: position("", "", options={"bruce": 1}), "option bruce is 1"),
    ("options no object", lambda: position("", "", options=[]), "options must be an object"),
    ("no card", lambda: position("SC13", ""), "'SC13' is no card"),
    ("a number for a card", lambda: position("", "") | {"draw": [7]}, "7 is no card"),
    ("hands no list", lambda: position("", "") | {"hands": "SC1"}, "hands must be a list"),
    ("an army no list", lambda: position("", "") | {"armies": [{}, []]}, "army must be a list"),
    ("a follower no object", lambda: position("", "") | {"armies": [["SC1"], []]}, "place 1 must be an object"),
    ("a recruit no object", lambda: position("", "") | {"recruits": ["SC1"] * 5}, "recruit slot 1 must be an object"),
    ("round 0", lambda: position("", "", round=0), "round must be a whole number from 1 to 200"),
    ("round 201", lambda: position("", "", round=201), "round must be a whole number from 1 to 200"),
    ("turn 6", lambda: position("", "", turn=6), "turn must be a whole number from 1 to 5"),
    ("a phase unheard of", lambda: position("", "", phase="muster"), "phase must be one of turns, claims, over"),
    ("initiative of nobody", lambda: position("", "", initiative=None), "initiative must be a whole number"),
    ("a short seed", lambda: position("", "", seed="ab"), "a seed is 64 lower-case hex digits"),
    ("a seed of another type", lambda: position("", "", seed=0), "seed must be a string"),
    ("reshuffles below nothing", lambda: position("", "", reshuffles=-1), "reshuffles must be a whole number"),
]


@pytest.mark.parametrize(("broken", "complaint"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_position_is_refused_with_its_own_message(
    broken: Callable[[], dict[str, Any]], complaint: str
) -> None:
    """Position: refused."""
    with pytest.raises(PositionError, match=complaint):
        GAME.from_position(broken())


REQUIRED = ["round", "turn", "initiative", "to_act", "phase", "hands", "armies", "recruits", "supporters", "draw"]


@pytest.mark.parametrize("key", REQUIRED)
def test_a_key_without_a_default_is_required(key: str) -> None:
    """Position."""
    with pytest.raises(PositionError, match=f"lacks '{key}'"):
        GAME.from_position({name: value for name, value in position("", "").items() if name != key})


@pytest.mark.parametrize("key", ["order", "final"])
def test_order_and_final_are_required_in_claims(key: str) -> None:
    """Position."""
    written = position("", "", **CLAIMS)
    del written[key]
    with pytest.raises(PositionError, match=f"lacks '{key}'"):
        GAME.from_position(written)


@pytest.mark.parametrize(
    ("follower", "complaint"),
    [
        ({"card": "SC1"}, "lacks 'up'"),
        ({"up": True}, "lacks 'card'"),
        ({"card": "SC1", "up": 1}, "up must be true or false"),
        ({"card": "SC1", "up": True, "known_to": [0]}, "known_to is for face-down followers only"),
        ({"card": "SC1", "up": False, "known_to": [0, 1, 1]}, "known_to names a seat twice"),
        ({"card": "SC1", "up": True, "strength": 1}, "keys that nobody knows: 'strength'"),
        ({"card": None, "up": True}, "None is no card"),
    ],
)
def test_a_broken_follower_is_refused(follower: dict[str, Any], complaint: str) -> None:
    """Position."""
    with pytest.raises(PositionError, match=f"army of seat 1, place 1.*{complaint}"):
        GAME.from_position(position("", "") | {"armies": [[], [follower]]})
