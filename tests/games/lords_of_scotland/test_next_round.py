"""What is kept, what is discarded, and the next round (L22, L27, L28)."""

from __future__ import annotations

from referee.games.lords_of_scotland.round_events import RecruitsDealt, RoundBegan, RoundCleared, SupportersDealt

from .tables import army, happened, last_action, legal, names, pile, play, recruits

TEN = "FE1 FE2 FE3 FE4 FE5 FE6 FE7 FE8 FE9 FE10"


def test_armies_recruits_and_supporters_left_are_discarded() -> None:
    """L27: face-down recruits too."""
    state = last_action(
        "SC2", "SC9", "", hands=["", "", "MD1"], supporters="MA1 MA2 MA3", recruits="CO1 (CO2)", draw=TEN
    )
    state = play(state, "muster MD1 down", "claim MA1", "claim MA2", "claim MA3")
    assert sorted(state.discard) == sorted(pile("SC2 SC9 MD1 CO1 CO2"))


def test_supporters_nobody_claimed_are_discarded() -> None:
    """L27, from the rulebook's clarifications."""
    state = play(last_action("", "SC9", supporters="MA1 MA2", draw=TEN), "pass", "claim MA1")
    assert sorted(state.discard) == sorted(pile("SC9 MA2"))


def test_hands_are_kept() -> None:
    """L27."""
    state = play(last_action("", "", hands=["CO7 CO8", ""], draw=TEN), "pass")
    assert names(state.hands[0]) == "CO7 CO8"


def test_recruits_are_dealt_before_supporters() -> None:
    """L27, L2, L5: and the first recruit is turned up."""
    state = play(last_action("", "", draw=TEN), "pass")
    assert (recruits(state), names(state.supporters)) == ("FE1 (FE2) (FE3) (FE4) (FE5)", "FE6 FE7")


def test_the_next_round_begins_with_turn_one() -> None:
    """L27."""
    state = play(last_action("", "", draw=TEN), "pass")
    assert (state.round, state.turn, state.final, state.order) == (2, 1, (), ())


def test_with_seven_cards_for_two_players_recruits_still_come_first() -> None:
    """L27: not fewer than 5 + n."""
    state = play(last_action("", "", draw="FE1 FE2 FE3 FE4 FE5 FE6 FE7"), "pass")
    assert names(state.supporters) == "FE6 FE7"


def test_with_fewer_cards_than_a_deal_needs_supporters_come_first() -> None:
    """L27."""
    state = play(last_action("", "", draw="FE1 FE2 FE3 FE4 FE5 FE6"), "pass")
    assert (names(state.supporters), recruits(state)) == ("FE1 FE2", "FE3 (FE4) (FE5) (FE6) -")


def test_cards_are_counted_after_all_discarding() -> None:
    """L27: six in the draw pile and one that was a follower are enough."""
    state = play(last_action("", "SC9", draw="FE1 FE2 FE3 FE4 FE5 FE6"), "pass")
    assert (names(state.supporters), recruits(state)) == ("FE6 SC9", "FE1 (FE2) (FE3) (FE4) (FE5)")


def test_supporters_that_come_first_are_settled_before_the_recruits() -> None:
    """L27, L3: the recruits are what is left of the pile after the second deal of supporters."""
    state = play(last_action("", "", draw="MA4 WE4 FE7 FE8 FE9"), "pass")
    assert names(state.supporters) == "FE7 FE8"
    assert sorted(recruits(state).replace("(", "").replace(")", "").split()) == ["-", "-", "FE9", "MA4", "WE4"]


def test_an_active_macdonnell_is_kept_face_up_and_no_longer_active() -> None:
    """L22."""
    state = play(last_action("SC2 MD5*", "SC9", draw=TEN), "pass")
    assert (army(state, 0), names(state.discard)) == ("MD5+", "SC2 SC9")


def test_kept_followers_come_first_in_their_order() -> None:
    """L22."""
    state = play(last_action("MD9* SC2 SC4*MD MD5*", "", draw=TEN, hands=["CO1", ""]), "pass", "muster CO1 up")
    assert army(state, 0) == "MD9+ SC4+ MD5+ CO1"


def test_a_macdonnell_that_is_not_active_is_discarded() -> None:
    """L22."""
    assert army(play(last_action("MD5", "", draw=TEN), "pass"), 0) == ""


def test_a_kept_macdonnell_is_discarded_at_the_end_of_the_next_round() -> None:
    """L22."""
    state = play(last_action("MD5+", "", draw=TEN), "pass")
    assert (army(state, 0), names(state.discard)) == ("", "MD5")


def test_a_macdonnell_is_kept_by_its_controller_at_the_end() -> None:
    """L22, L11: a Fergusson took it in the last action."""
    state = last_action("MD11*", "", hands=["", "FE11"], draw=TEN)
    state = play(state, "muster FE11 active", "target 0.1")
    assert (army(state, 0), army(state, 1)) == ("", "MD11+")


def test_a_kept_follower_makes_its_controller_placed_in_the_next_round() -> None:
    """L22, L24, L25: nothing else is mustered there."""
    state = play(last_action("MD5+", "", supporters="MA1 MA2", draw=TEN), "pass")
    assert (state.final, state.order) == ((0,), (0,))


def test_an_active_cochrane_or_bruce_is_not_kept() -> None:
    """L27."""
    state = play(last_action("CO5* BR97* SC4*CO", "", draw=TEN, options={"bruce": True}), "pass")
    assert army(state, 0) == ""


def test_a_follower_discarded_at_the_end_of_a_round_loses_its_marks() -> None:
    """L28: the Cochrane is dealt as a supporter, and a Cockburn brings it back into the army."""
    state = last_action("CO5*", "", hands=["CK1", ""], draw="FE1 FE2 FE3 FE4 FE5 FE6")
    assert army(play(state, "pass", "muster CK1 active", "take CO5"), 0) == "CO5"


def test_the_next_round_is_told() -> None:
    """L27."""
    events = happened(last_action("MD5*", "SC9", draw=TEN), "pass")
    assert RoundCleared((pile("MD5"), ()), pile("SC9")) in events
    assert RecruitsDealt(pile("FE1 FE2 FE3 FE4 FE5")) in events
    assert SupportersDealt(pile("FE6 FE7")) in events
    assert RoundBegan(2, 1) in events


def test_a_new_round_stands_at_the_first_action_of_the_initiative() -> None:
    """L27, L5."""
    state = play(last_action("SC2", "SC9", draw=TEN), "pass")
    assert (state.to_act, legal(state)) == (1, [f"recruit {slot}" for slot in range(1, 6)])
