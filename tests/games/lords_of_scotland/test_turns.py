"""A turn: who acts, what is turned up, recruiting and mustering (L5–L8)."""

from __future__ import annotations

from referee.games.lords_of_scotland.events import (
    CardRecruited,
    FollowerMustered,
    RecruitTurned,
    SlotRefilled,
    TurnPassed,
)

from .tables import CARDS, army, happened, legal, names, play, recruits, table


def test_after_an_action_the_next_seat_acts() -> None:
    """L5."""
    assert play(table("MA5", "SC1", "SC2"), "muster MA5 up").to_act == 1


def test_the_seat_before_the_initiative_is_the_last_of_a_turn() -> None:
    """L5."""
    state = play(table("MA5", "SC1", "SC2", initiative=1, to_act=0, turn=2), "muster MA5 up")
    assert (state.turn, state.to_act) == (3, 1)


def test_the_last_seat_is_followed_by_the_first_in_the_same_turn() -> None:
    """L5."""
    state = play(table("MA5", "SC1", "SC2", initiative=1, to_act=2, turn=2), "muster SC2 up")
    assert (state.turn, state.to_act) == (2, 0)


def test_the_leftmost_face_down_recruit_is_turned_up_for_the_holder_of_the_initiative() -> None:
    """L5."""
    state = play(table("", "SC1", to_act=1, recruits="MA1 (MA2) (MA3)"), "muster SC1 up")
    assert recruits(state) == "MA1 MA2 (MA3) - -"


def test_empty_slots_are_skipped_when_a_recruit_is_turned_up() -> None:
    """L5."""
    state = play(table("", "SC1", to_act=1, recruits="MA1 - (MA3)"), "muster SC1 up")
    assert recruits(state) == "MA1 - MA3 - -"


def test_no_recruit_is_turned_up_for_the_other_seats() -> None:
    """L5."""
    assert recruits(play(table("SC1", "", recruits="MA1 (MA2)"), "muster SC1 up")) == "MA1 (MA2) - - -"


def test_with_no_face_down_recruit_nothing_is_turned_up() -> None:
    """L5."""
    assert recruits(play(table("", "SC1", to_act=1, recruits="MA1 MA2"), "muster SC1 up")) == "MA1 MA2 - - -"


def test_a_turned_up_recruit_is_told() -> None:
    """L5."""
    events = happened(table("", "SC1", to_act=1, recruits="MA1 (MA2)"), "muster SC1 up")
    assert RecruitTurned(2, CARDS["MA2"]) in events


def test_an_action_is_a_muster_or_a_recruit() -> None:
    """L6, L8."""
    assert legal(table("FE5", "", recruits="SC1 (SC2)")) == [
        "muster FE5 down",
        "muster FE5 up",
        "recruit 1",
        "recruit 2",
    ]


def test_passing_is_possible_with_an_empty_hand_and_no_recruit() -> None:
    """L6."""
    state = table("", "SC1")
    assert legal(state) == ["pass"]
    assert happened(state, "pass") == (TurnPassed(0),)


def test_there_is_no_passing_with_a_card_in_hand() -> None:
    """L6."""
    assert legal(table("FE5", "")) == ["muster FE5 down", "muster FE5 up"]


def test_there_is_no_passing_with_a_recruit() -> None:
    """L6."""
    assert legal(table("", "", recruits="- - (SC1)")) == ["recruit 3"]


def test_a_recruit_goes_into_the_hand() -> None:
    """L7."""
    assert names(play(table("FE5", "", recruits="SC1 MA2"), "recruit 2").hands[0]) == "FE5 MA2"


def test_the_slot_of_a_face_up_recruit_is_filled_face_up() -> None:
    """L7."""
    state = play(table("", "", recruits="SC1 (MA2)", draw="WE9 WE8"), "recruit 1")
    assert (recruits(state), names(state.draw)) == ("WE9 (MA2) - - -", "WE8")


def test_the_slot_of_a_face_down_recruit_is_filled_face_down() -> None:
    """L7."""
    assert recruits(play(table("", "", recruits="SC1 (MA2)", draw="WE9"), "recruit 2")) == "SC1 (WE9) - - -"


def test_a_slot_that_could_not_be_filled_stays_empty_for_the_round() -> None:
    """L7: not even when there are cards to draw again, here after a Wemyss filled the discard."""
    state = table("WE1", "FE5", "", recruits="SC1", armies=("", "", "MA9"), initiative=2, to_act=1)
    state = play(state, "recruit 1", "pass", "muster WE1 active", "target 2.1")
    assert names(state.discard) == "MA9"
    assert recruits(state) == "- - - - -"


def test_there_is_no_recruiting_with_ten_cards_in_hand() -> None:
    """L7."""
    ten = "MA1 MA2 MA3 MA4 MA5 MA6 MA7 MA8 MA9 MA10"
    assert legal(table(ten, "", recruits="SC1"), "recruit") == []


def test_there_is_recruiting_with_nine_cards_in_hand() -> None:
    """L7."""
    nine = "MA1 MA2 MA3 MA4 MA5 MA6 MA7 MA8 MA9"
    assert legal(table(nine, "", recruits="SC1"), "recruit") == ["recruit 1"]


def test_recruiting_and_refilling_are_told() -> None:
    """L7."""
    assert happened(table("", "", recruits="SC1", draw="WE9"), "recruit 1") == (
        CardRecruited(0, 1, CARDS["SC1"], was_up=True),
        SlotRefilled(1, CARDS["WE9"], is_up=True),
    )


def test_an_empty_slot_is_not_told_as_filled() -> None:
    """L7."""
    assert happened(table("", "", recruits="SC1"), "recruit 1") == (CardRecruited(0, 1, CARDS["SC1"], was_up=True),)


def test_a_mustered_card_is_the_last_of_the_army() -> None:
    """L8."""
    state = play(table("FE5", "", armies=("MA9 (MA8)", "")), "muster FE5 up")
    assert army(state, 0) == "MA9 (MA8) FE5"


def test_a_card_can_be_mustered_face_down() -> None:
    """L8."""
    state = play(table("FE5 CO2", ""), "muster FE5 down")
    assert (army(state, 0), names(state.hands[0])) == ("(FE5)", "CO2")


def test_mustering_is_told() -> None:
    """L8."""
    assert happened(table("FE5", ""), "muster FE5 down") == (FollowerMustered(0, CARDS["FE5"], "down"),)
