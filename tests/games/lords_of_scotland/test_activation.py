"""When a power can be used (L9–L13)."""

from __future__ import annotations

import pytest

from .tables import CARDS, army, legal, names, play, table


def can_use(card: str, **others: object) -> bool:
    """Whether seat 0, with this card and another in hand, is offered to muster it with its power."""
    state = table(f"{card} FO12", "", **others)
    return f"muster {card} active" in legal(state)


@pytest.mark.parametrize("card", ["MD5", "CO5", "BR97"])
def test_an_end_of_round_power_always_has_an_effect(card: str) -> None:
    """L9: on an empty table too."""
    assert can_use(card, options={"bruce": True})


@pytest.mark.parametrize(
    ("card", "without", "enough"),
    [
        ("CK5", {}, {"supporters": "SC1"}),
        ("FE5", {"armies": ("(MA9)", "")}, {"armies": ("", "(MA9)")}),
        ("FO5", {}, {"draw": "SC1"}),
        ("FO5", {}, {"discard": "SC1"}),
        ("WE5", {}, {"armies": ("(MA9)", "")}),
        ("SC5", {"armies": ("(MD9)", "")}, {"armies": ("MD9", "")}),
    ],
)
def test_a_power_is_offered_only_where_it_would_have_an_effect(
    card: str, without: dict[str, object], enough: dict[str, object]
) -> None:
    """L9, L14, L15, L16, L18, L19."""
    assert (can_use(card, **without), can_use(card, **enough)) == (False, True)


def test_makgill_has_no_effect_without_another_card_in_hand() -> None:
    """L9, L17."""
    assert "muster MA5 active" not in legal(table("MA5", ""))


def test_using_a_power_is_optional() -> None:
    """L9."""
    assert legal(table("CO5", "")) == ["muster CO5 active", "muster CO5 down", "muster CO5 up"]


def test_mustering_face_up_without_the_power_leaves_no_mark() -> None:
    """L9."""
    assert army(play(table("CO5", "SC1"), "muster CO5 up"), 0) == "CO5"


def test_a_card_mustered_face_down_does_not_use_its_power() -> None:
    """L10."""
    state = play(table("FO5 CO2", "SC1", draw="SC2"), "muster FO5 down")
    assert names(state.hands[0]) == "CO2"


def test_a_follower_that_is_swapped_in_does_not_use_its_power() -> None:
    """L10: the Forsyth that comes over draws nothing, and the turn goes on."""
    state = play(table("FE5 CO2", "SC1", armies=("", "FO9"), draw="SC2"), "muster FE5 active", "target 1.1")
    assert (army(state, 0), names(state.hands[0]), state.to_act) == ("FO9", "CO2", 1)


def test_a_supporter_that_is_taken_does_not_use_its_power() -> None:
    """L10."""
    state = play(table("CK5", "SC1", supporters="CO9 MA2"), "muster CK5 active", "take CO9")
    assert army(state, 0) == "CO9"


def test_an_active_power_stays_active_when_a_weaker_follower_comes() -> None:
    """L11."""
    assert army(play(table("CO5", "SC1"), "muster CO5 active", "muster SC1 up"), 0) == "CO5*"


def test_an_active_power_works_for_whoever_controls_the_card_at_the_end() -> None:
    """L11, L21: the swap gives seat 0 the Cochrane that seat 1 made active."""
    state = table("FE4", "", armies=("SC9", "CO5* (MA9)"), supporters="MD1 MD2", turn=5, to_act=0, initiative=1)
    assert play(state, "muster FE4 active", "target 1.1").order == (0, 0)


def test_an_active_power_is_lost_when_its_card_is_discarded() -> None:
    """L11."""
    state = table("WE4", "", armies=("", "CO5* MA9"), supporters="MD1 MD2", turn=5, to_act=0, initiative=1)
    assert play(state, "muster WE4 active", "target 1.1").order == (1, 0)


@pytest.mark.parametrize("armies", [("SC4", ""), ("", "SC4"), ("SC9", "MA12 CK4")])
def test_a_weaker_face_up_follower_in_any_army_stands_against_a_power(armies: tuple[str, str]) -> None:
    """L12: one's own included."""
    assert not can_use("CO5", armies=armies)


@pytest.mark.parametrize(
    "others",
    [
        {"armies": ("", "SC5")},
        {"armies": ("(SC1)", "(SC2)")},
        {"recruits": "SC1"},
        {"supporters": "SC1 SC2"},
        {"armies": ("SC6", "MA12")},
    ],
    ids=["equal", "face-down", "recruit", "supporters", "stronger"],
)
def test_nothing_else_stands_against_a_power(others: dict[str, object]) -> None:
    """L12."""
    assert can_use("CO5", **others)


def test_a_weaker_card_in_the_same_hand_does_not_stand_against_a_power() -> None:
    """L12."""
    assert "muster CO5 active" in legal(table("CO5 SC1", ""))


def test_a_kept_follower_stands_against_a_power() -> None:
    """L12, L22."""
    assert not can_use("CO5", armies=("", "MD4+"))


CLAN = {"clan_activation": True}


@pytest.mark.parametrize("other", ["CO4", "CO1"])
def test_a_weaker_follower_of_the_same_clan_stands_against_a_power(other: str) -> None:
    """L13."""
    assert not can_use("CO5", options=CLAN, armies=("", other))


def test_the_other_bruce_being_equal_stands_against_a_bruce() -> None:
    """L13: equal or lower. L20: an active Bruce is of clan Bruce here."""
    assert not can_use("BR98", options=CLAN | {"bruce": True}, armies=("", "BR97*"))


def test_a_scott_that_copies_bruce_does_not_stand_against_a_bruce() -> None:
    """L13: its clan is Scott."""
    assert can_use("BR98", options=CLAN | {"bruce": True}, armies=("", "SC1*BR"))


@pytest.mark.parametrize("armies", [("SC1", "MA2"), ("CO6", ""), ("(CO1)", "")], ids=["clan", "stronger", "face-down"])
def test_other_clans_stronger_and_face_down_followers_do_not_stand_against_a_power(armies: tuple[str, str]) -> None:
    """L13."""
    assert can_use("CO5", options=CLAN, armies=armies)


def test_a_kept_follower_of_the_clan_stands_against_a_power() -> None:
    """L13, L22."""
    assert not can_use("MD5", options=CLAN, armies=("", "MD4+"))


def test_without_clan_activation_other_clans_count() -> None:
    """L12, L13: the same table under both rules."""
    assert (can_use("CO5", armies=("SC1", "")), can_use("CO5", armies=("SC1", ""), options=CLAN)) == (False, True)


def test_four_players_use_clan_activation_unless_told_otherwise() -> None:
    """L13."""
    offered = "muster CO5 active"
    assert offered in legal(table("CO5", "", "", "", armies=("", "SC1")))
    assert offered not in legal(table("CO5", "", "", "", armies=("", "SC1"), options={"clan_activation": False}))


def test_the_makgill_in_use_counts_for_the_card_that_it_musters() -> None:
    """L17, L12: stronger cards cannot use their power behind it, equal ones can."""
    state = play(table("MA5 CO5 CO6", ""), "muster MA5 active")
    assert [text for text in legal(state) if text.endswith("active")] == ["muster CO5 active"]


def test_the_makgill_in_use_counts_for_another_makgill() -> None:
    """L17, L13: only a weaker one can use its power behind it."""
    state = play(table("MA5 MA4 MA6 CO9", "", options=CLAN), "muster MA5 active")
    assert [text for text in legal(state) if text.endswith("active")] == ["muster CO9 active", "muster MA4 active"]


def test_strength_is_read_from_the_card() -> None:
    """L1, L12: a Bruce has strength 12, the most there is."""
    assert CARDS["BR97"].strength == 12
    assert can_use("BR97", options={"bruce": True}, armies=("", "SC12"))
    assert not can_use("BR97", options={"bruce": True}, armies=("", "SC11"))
