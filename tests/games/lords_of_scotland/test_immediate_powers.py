"""Cockburn, Fergusson, Forsyth, Makgill and Wemyss (L14–L18), and marks that are lost (L28)."""

from __future__ import annotations

from referee.games.lords_of_scotland.events import (
    CardDrawn,
    FollowerDiscarded,
    FollowersSwapped,
    SupporterTaken,
)

from .tables import CARDS, GAME, army, happened, legal, names, play, table


def test_cockburn_offers_every_supporter_but_itself() -> None:
    """L14: a different one."""
    state = play(table("CK5", "", supporters="SC11 MA10"), "muster CK5 active")
    assert legal(state) == ["take MA10", "take SC11"]


def test_cockburn_joins_the_supporters_as_the_last() -> None:
    """L14."""
    state = play(table("CK5", "", "", supporters="SC11 MA2 WE3"), "muster CK5 active", "take MA2")
    assert names(state.supporters) == "SC11 WE3 CK5"


def test_the_supporter_that_cockburn_takes_joins_the_army_as_its_last_face_up() -> None:
    """L14."""
    state = play(table("CK5", "", armies=("(FE8) MA9", ""), supporters="SC11"), "muster CK5 active", "take SC11")
    assert army(state, 0) == "(FE8) MA9 SC11"


def test_the_card_of_a_power_lies_last_in_the_army_while_it_is_used() -> None:
    """L14."""
    state = play(table("CK5", "", armies=("MA9", ""), supporters="SC11"), "muster CK5 active")
    assert [follower.card for follower in GAME.observe(state, 1).armies[0]] == [CARDS["MA9"], CARDS["CK5"]]


def test_what_cockburn_does_is_told() -> None:
    """L14."""
    state = play(table("CK5", "", supporters="SC11"), "muster CK5 active")
    assert happened(state, "take SC11") == (SupporterTaken(0, CARDS["CK5"], CARDS["SC11"]),)


def test_fergusson_may_choose_opponents_followers_only() -> None:
    """L15: face-down ones included."""
    state = play(table("FE5", "", "", armies=("MA9 MA8", "SC7 (WE2)", "CO9")), "muster FE5 active")
    assert legal(state) == ["target 1.1", "target 1.2", "target 2.1"]


def test_fergusson_and_the_follower_go_to_the_end_of_their_new_armies() -> None:
    """L15."""
    state = play(table("FE5", "", armies=("MA9", "SC7 WE8 CO9")), "muster FE5 active", "target 1.2")
    assert (army(state, 0), army(state, 1)) == ("MA9 WE8", "SC7 CO9 FE5")


def test_a_swapped_follower_stays_face_down() -> None:
    """L15."""
    assert army(play(table("FE5", "", armies=("", "(WE8)")), "muster FE5 active", "target 1.1"), 0) == "(WE8)"


def test_a_swapped_follower_keeps_its_marks() -> None:
    """L15, L22: kept ones too."""
    state = table("FE5 FE4", "", armies=("", "SC7*CO MD9+"))
    state = play(state, "muster FE5 active", "target 1.1", "pass", "muster FE4 active", "target 1.1")
    assert (army(state, 0), army(state, 1)) == ("SC7*CO MD9+", "FE5 FE4")


def test_a_swap_is_told() -> None:
    """L15: with who knows the face-down follower from now on."""
    state = play(table("FE5", "", armies=("", "(WE8)")), "muster FE5 active")
    swap = FollowersSwapped(0, CARDS["FE5"], 1, 1, CARDS["WE8"], is_up=False, known_to=(0, 1))
    assert happened(state, "target 1.1") == (swap,)


def test_forsyth_draws_the_top_card() -> None:
    """L16."""
    state = play(table("FO5 MA2", "SC1", draw="WE9 WE8"), "muster FO5 active")
    assert (names(state.hands[0]), names(state.draw), army(state, 0)) == ("MA2 WE9", "WE8", "FO5")


def test_forsyth_draws_from_a_reshuffled_discard() -> None:
    """L16, L4."""
    state = play(table("FO5", "SC1", discard="WE9"), "muster FO5 active")
    assert (names(state.hands[0]), state.reshuffles) == ("WE9", 1)


def test_forsyth_with_ten_cards_in_hand_still_draws() -> None:
    """L16: the Forsyth has left the hand."""
    ten = "FO1 MA2 MA3 MA4 MA5 MA6 MA7 MA8 MA9 MA10"
    assert len(play(table(ten, "SC1", draw="WE9"), "muster FO1 active").hands[0]) == 10


def test_a_drawn_card_is_told() -> None:
    """L16."""
    assert CardDrawn(0, CARDS["WE9"]) in happened(table("FO5", "", draw="WE9"), "muster FO5 active")


def test_makgill_offers_musters_only_in_all_three_ways() -> None:
    """L17."""
    state = play(table("MA5 CO3", "", recruits="SC1"), "muster MA5 active")
    assert legal(state) == ["muster CO3 active", "muster CO3 down", "muster CO3 up"]
    assert state.to_act == 0


def test_makgills_follower_takes_no_turn() -> None:
    """L17."""
    state = play(table("MA5 CO9", "SC1"), "muster MA5 active", "muster CO9 down")
    assert (army(state, 0), state.to_act, state.turn) == ("MA5 (CO9)", 1, 1)


def test_makgills_can_follow_each_other() -> None:
    """L17."""
    state = play(table("MA5 MA4 MA3 CO2", "SC1"), "muster MA5 active", "muster MA4 active", "muster MA3 active")
    assert army(play(state, "muster CO2 active"), 0) == "MA5 MA4 MA3 CO2*"


def test_a_power_can_follow_a_makgill() -> None:
    """L17: and the turn is over only after it."""
    state = play(table("MA5 WE4", "SC1", armies=("", "CO9")), "muster MA5 active", "muster WE4 active")
    assert legal(state) == ["target 0.1", "target 1.1"]
    assert play(state, "target 0.1").to_act == 1


def test_wemyss_may_choose_any_other_follower_of_any_army() -> None:
    """L18: own and face-down ones included, but not itself."""
    state = play(table("WE5", "", armies=("MA9", "SC7 (FE2)")), "muster WE5 active")
    assert legal(state) == ["target 0.1", "target 1.1", "target 1.2"]


def test_the_follower_that_wemyss_chose_is_discarded_and_those_behind_it_move_up() -> None:
    """L18."""
    state = play(table("WE5", "", armies=("", "SC7 (FE2) CO9")), "muster WE5 active", "target 1.2")
    assert (army(state, 1), names(state.discard)) == ("SC7 CO9", "FE2")


def test_wemyss_stays_in_the_army() -> None:
    """L18."""
    assert army(play(table("WE5", "", armies=("MA9", "")), "muster WE5 active", "target 0.1"), 0) == "WE5"


def test_a_discarded_face_down_follower_is_revealed_to_all() -> None:
    """L18."""
    state = play(table("WE5", "", "", armies=("", "(FE2)")), "muster WE5 active")
    (event,) = happened(state, "target 1.1")
    assert event.as_seen_by(2) == FollowerDiscarded(0, 1, 1, CARDS["FE2"])


def test_a_discarded_follower_loses_its_marks() -> None:
    """L28: the Cochrane comes back from the discard as a card like any other."""
    state = table("WE5 FO4", "", armies=("", "CO9*"))
    state = play(state, "muster WE5 active", "target 1.1", "pass", "muster FO4 active", "pass", "muster CO9 up")
    assert army(state, 0) == "WE5 FO4 CO9"
