"""Scott, who copies another follower's power (L19)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.lords_of_scotland.cards import Clan
from referee.games.lords_of_scotland.events import PowerCopied, PowerMarked

from .tables import CARDS, GAME, army, happened, legal, names, play, table

SCOTT = "muster SC5 active"


def test_scott_may_choose_face_up_followers_of_any_army_that_are_no_scotts() -> None:
    """L19: whether their power was used or not."""
    state = play(table("SC5", "", armies=("CO9 (MD7)", "SC8 MD9* CO10 (CO7)")), SCOTT)
    assert legal(state) == ["target 0.1", "target 1.2", "target 1.3"]


def test_scott_may_choose_a_kept_macdonnell() -> None:
    """L19, L22."""
    assert army(play(table("SC5", "", armies=("", "MD9+")), SCOTT, "target 1.1"), 0) == "SC5*MD"


def test_a_kept_scott_is_a_scott_still() -> None:
    """L19, L22."""
    assert legal(table("SC5", "", armies=("", "SC9+")), SCOTT) == []


@pytest.mark.parametrize(
    ("target", "enough"),
    [
        ("CK9", {"supporters": "SC1"}),
        ("FO9", {"draw": "SC1"}),
        ("FO9", {"discard": "SC1"}),
        ("FE9", {"armies": ("FE9", "(MA8)")}),
    ],
)
def test_a_follower_whose_power_would_have_no_effect_may_not_be_copied(target: str, enough: dict[str, Any]) -> None:
    """L19: here the only follower is one's own."""
    assert SCOTT not in legal(table("SC5", "", armies=(target, "")))
    assert SCOTT in legal(table("SC5", "", **{"armies": (target, ""), **enough}))


def test_a_makgill_may_be_copied_only_with_a_card_left_in_hand() -> None:
    """L19: asked with the Scott already mustered."""
    assert SCOTT not in legal(table("SC5", "", armies=("MA9", "")))
    assert SCOTT in legal(table("SC5 CO2", "", armies=("MA9", "")))


def test_a_target_without_effect_is_not_offered_beside_one_that_has_one() -> None:
    """L19: without another card in hand a Makgill cannot be copied, a Cochrane can."""
    assert legal(play(table("SC5", "", armies=("", "MA9 CO9")), SCOTT)) == ["target 1.2"]


def test_an_opponents_fergusson_can_always_be_copied() -> None:
    """L19: it is itself an opponent's follower."""
    state = play(table("SC5", "", armies=("", "FE9")), SCOTT, "target 1.1")
    assert legal(state) == ["target 1.1"]


def test_only_scotts_own_strength_and_clan_are_asked() -> None:
    """L19, L13: the copied Cochrane's clan has a weaker follower, which does not matter."""
    state = table("SC5", "", armies=("", "CO9 CO1"), options={"clan_activation": True})
    assert army(play(state, SCOTT, "target 1.1"), 0) == "SC5*CO"


def test_scott_is_barred_by_a_weaker_follower_like_any_card() -> None:
    """L19, L12."""
    assert legal(table("SC5", "", armies=("", "CO9 CO1")), SCOTT) == []


@pytest.mark.parametrize("target", ["MD9", "CO9", "BR97"])
def test_a_copied_end_of_round_power_is_marked_on_the_scott(target: str) -> None:
    """L19."""
    state = play(table("SC5", "", armies=("", target), options={"bruce": True}), SCOTT, "target 1.1")
    assert (army(state, 0), army(state, 1), state.to_act) == (f"SC5*{target[:2]}", target, 1)


def test_copying_does_not_take_the_power_from_the_copied_follower() -> None:
    """L19, from the rulebook's clarifications."""
    assert army(play(table("SC5", "", armies=("", "CO9*")), SCOTT, "target 1.1"), 1) == "CO9*"


def test_a_mark_moves_with_the_scott() -> None:
    """L19, L15."""
    state = play(table("FE4", "", armies=("", "SC5*CO")), "muster FE4 active", "target 1.1")
    assert army(state, 0) == "SC5*CO"


def test_a_scott_that_copies_fergusson_is_the_card_that_is_swapped() -> None:
    """L19, L15."""
    state = play(table("SC5", "", armies=("FE9", "MA8 MA7")), SCOTT, "target 0.1", "target 1.1")
    assert (army(state, 0), army(state, 1)) == ("FE9 MA8", "MA7 SC5")


def test_a_scott_that_copies_cockburn_joins_the_supporters() -> None:
    """L19, L14."""
    state = play(table("SC5", "", armies=("", "CK9"), supporters="MD3 MD4"), SCOTT, "target 1.1", "take MD3")
    assert (army(state, 0), names(state.supporters), army(state, 1)) == ("MD3", "MD4 SC5", "CK9")


def test_a_scott_that_copies_makgill_musters_another_card() -> None:
    """L19, L17: with its power, which the Scott counts for."""
    state = play(table("SC5 CO5 CO6", "", armies=("", "MA9")), SCOTT, "target 1.1")
    assert legal(state) == [
        "muster CO5 active", "muster CO5 down", "muster CO5 up", "muster CO6 down", "muster CO6 up",
    ]  # fmt: skip
    assert army(play(state, "muster CO5 active"), 0) == "SC5 CO5*"


def test_a_scott_that_copies_forsyth_draws() -> None:
    """L19, L16."""
    assert names(play(table("SC5", "", armies=("", "FO9"), draw="WE1"), SCOTT, "target 1.1").hands[0]) == "WE1"


def test_a_scott_that_copies_wemyss_may_discard_the_card_it_copied() -> None:
    """L19, L18: but not itself."""
    state = play(table("SC5", "", armies=("(MA9)", "WE9")), SCOTT, "target 1.1")
    assert legal(state) == ["target 0.1", "target 1.1"]
    assert names(play(state, "target 1.1").discard) == "WE9"


def test_immediate_powers_leave_no_mark_on_the_scott() -> None:
    """L19."""
    assert army(play(table("SC5", "SC1", armies=("", "FO9"), draw="WE1"), SCOTT, "target 1.1"), 0) == "SC5"


def test_a_scott_can_copy_from_behind_a_makgill() -> None:
    """L17, L19: the Makgill just used can be copied in its turn."""
    state = play(table("MA5 SC4 CO3", ""), "muster MA5 active", "muster SC4 active", "target 0.1")
    assert legal(state) == ["muster CO3 active", "muster CO3 down", "muster CO3 up"]


def test_what_is_pending_says_which_power_and_whether_it_is_copied() -> None:
    """L19: `target` after a Scott is the copy first, then the copied power's own choice."""
    state = play(table("SC5", "", armies=("", "WE9")), SCOTT)
    first, second = GAME.observe(state, 1), GAME.observe(play(state, "target 1.1"), 1)
    assert [(view.pending, view.is_copied) for view in (first, second)] == [("scott", False), ("wemyss", True)]


def test_nothing_is_copied_any_more_when_the_power_is_over() -> None:
    """L19: the next decision is an ordinary action."""
    state = play(table("SC5", "", armies=("", "WE9")), SCOTT, "target 1.1", "target 1.1")
    view = GAME.observe(state, 0)
    assert (view.pending, view.is_copied) == ("turn", False)


def test_copying_is_told() -> None:
    """L19."""
    assert happened(play(table("SC5", "", armies=("", "CO9")), SCOTT), "target 1.1") == (
        PowerCopied(0, CARDS["SC5"], CARDS["CO9"]),
        PowerMarked(0, CARDS["SC5"], Clan.COCHRANE),
    )
