"""What a seat sees, and what it goes on knowing."""

from __future__ import annotations

from referee.games.base import Viewer
from referee.games.lords_of_scotland.cards import Card, Clan
from referee.games.lords_of_scotland.state import LordsState, Taken
from referee.games.lords_of_scotland.view import SeenFollower, SeenRecruit

from .tables import CARDS, GAME, last_action, pile, play, table


def seen(state: LordsState, viewer: Viewer, seat: int) -> list[Card | None]:
    """The cards of a seat's army as a viewer sees them."""
    return [follower.card for follower in GAME.observe(state, viewer).armies[seat]]


def taken(state: LordsState, seat: int) -> list[str]:
    return [entry.card.text for entry in GAME.observe(state, None).taken[seat]]


def test_a_seat_sees_its_own_hand_and_the_size_of_others() -> None:
    """What a seat sees."""
    view = GAME.observe(table("SC1 SC2", "MA1"), 0)
    assert (view.hand, view.hand_sizes) == (pile("SC1 SC2"), (2, 1))


def test_a_spectator_sees_no_hand() -> None:
    """What a seat sees."""
    assert GAME.observe(table("SC1 SC2", "MA1"), None).hand == ()


def test_face_up_recruits_are_seen_and_face_down_ones_are_not() -> None:
    """What a seat sees."""
    view = GAME.observe(table("", "", recruits="SC1 (SC2)"), 0)
    assert view.recruits == (SeenRecruit(CARDS["SC1"], True), SeenRecruit(None, False), None, None, None)


def test_the_draw_pile_is_seen_by_its_size_only() -> None:
    """What a seat sees: the order is hidden from all."""
    first, second = table("", "", draw="SC1 SC2"), table("", "", draw="SC2 MA1")
    assert GAME.observe(first, 0).draw_size == 2
    assert GAME.observe(first, 0) == GAME.observe(second, 0)


def test_the_seed_is_not_seen() -> None:
    """Position: no observation contains it."""
    assert GAME.observe(table("", "", seed="ab" * 32), 0) == GAME.observe(table("", ""), 0)


def test_marks_are_public() -> None:
    """What a seat sees."""
    view = GAME.observe(table("", "", armies=("SC5*CO MD3+", "")), 1)
    assert view.armies[0] == (
        SeenFollower(CARDS["SC5"], True, active=True, copies=Clan.COCHRANE),
        SeenFollower(CARDS["MD3"], True, kept=True),
    )


def test_a_face_down_follower_is_seen_by_its_controller_only() -> None:
    """What a seat sees: number and place are public."""
    state = play(table("SC1", "", ""), "muster SC1 down")
    assert [seen(state, viewer, 0) for viewer in (0, 1, 2, None)] == [[CARDS["SC1"]], [None], [None], [None]]


def test_a_swapped_face_down_follower_is_known_to_its_old_and_new_controller() -> None:
    """What a seat sees, L15."""
    state = play(table("FE5", "", "", armies=("", "(SC1)")), "muster FE5 active", "target 1.1")
    assert [seen(state, viewer, 0) for viewer in (0, 1, 2, None)] == [[CARDS["SC1"]], [CARDS["SC1"]], [None], [None]]


def test_who_has_known_a_follower_goes_on_knowing_it_through_further_swaps() -> None:
    """What a seat sees: knowledge is not taken back."""
    state = table("FE5", "", "FE4", "", armies=("", "(SC1)"), options={"clan_activation": False})
    state = play(state, "muster FE5 active", "target 1.1", "pass", "muster FE4 active", "target 0.1")
    assert [seen(state, viewer, 2)[-1] for viewer in (0, 1, 2, 3)] == [CARDS["SC1"]] * 3 + [None]


def test_a_scott_that_copies_fergusson_learns_the_follower_too() -> None:
    """What a seat sees, L19."""
    state = play(table("SC5", "", armies=("FE9", "(SC1)")), "muster SC5 active", "target 0.1", "target 1.1")
    assert seen(state, 0, 0) == [CARDS["FE9"], CARDS["SC1"]]


def test_who_knows_a_follower_is_public() -> None:
    """What a seat sees: everybody watched the swap."""
    state = play(table("FE5", "", "", armies=("", "(SC1)")), "muster FE5 active", "target 1.1")
    assert GAME.observe(state, 2).armies[0][0].known_to == (0, 1)


def test_a_position_says_who_knows_a_follower() -> None:
    """Position: `known_to`."""
    state = table("", "", "", armies=("(SC1)01", ""))
    assert [seen(state, viewer, 0) for viewer in (0, 1, 2)] == [[CARDS["SC1"]], [CARDS["SC1"]], [None]]


def test_a_discarded_face_down_follower_is_in_the_public_discard() -> None:
    """What a seat sees, L18."""
    state = play(table("WE5", "", "", armies=("", "(SC1)")), "muster WE5 active", "target 1.1")
    assert GAME.observe(state, 2).discard == pile("SC1")


def test_at_the_end_of_a_round_everybody_sees_every_follower() -> None:
    """What a seat sees, L23."""
    state = play(last_action("(SC1)", "", supporters="MA1"), "pass")
    assert seen(state, None, 0) == [CARDS["SC1"]]


def test_a_face_up_recruit_that_was_taken_is_public_with_its_turn() -> None:
    """What a seat sees."""
    state = play(table("", "", recruits="SC1", draw="SC2", turn=3), "recruit 1")
    assert GAME.observe(state, 1).taken == ((Taken(CARDS["SC1"], 3),), ())


def test_a_face_down_recruit_that_was_taken_is_seen_by_its_taker_only() -> None:
    """What a seat sees."""
    state = play(table("", "", recruits="(SC1)", draw="SC2"), "recruit 1")
    assert GAME.observe(state, 0).hand == pile("SC1")
    assert taken(state, 0) == []


def test_a_taken_card_is_remembered_when_a_card_is_mustered_face_down() -> None:
    """What a seat sees: nobody else can tell whether it was that one."""
    state = table("MA7", "", recruits="SC1", draw="SC2 SC3 SC4")
    state = play(state, "recruit 1", "recruit 1")
    assert taken(play(state, "muster SC1 down"), 0) == taken(play(state, "muster MA7 down"), 0) == ["SC1"]


def test_a_taken_card_is_forgotten_once_it_is_mustered_face_up() -> None:
    """What a seat sees: it lies there for all to see."""
    state = play(table("MA7", "", recruits="SC1", draw="SC2 SC3 SC4"), "recruit 1", "recruit 1")
    assert (taken(play(state, "muster SC1 up"), 0), taken(play(state, "muster MA7 up"), 0)) == ([], ["SC1"])


def test_a_taken_card_is_forgotten_once_wemyss_reveals_it() -> None:
    """What a seat sees, L18."""
    state = table("", "WE5", recruits="SC1", draw="SC2 SC3 SC4")
    state = play(state, "recruit 1", "recruit 1", "muster SC1 down", "muster WE5 active", "target 0.1")
    assert taken(state, 0) == []


def test_a_taken_card_is_forgotten_once_the_armies_are_revealed() -> None:
    """What a seat sees, L23."""
    state = table("", "MA1", recruits="SC1 SC2", draw="SC3 SC4", turn=4, supporters="MA2")
    state = play(state, "recruit 1", "recruit 2", "muster SC1 down", "muster MA1 up")
    assert (taken(state, 0), taken(state, 1)) == ([], ["SC2"])


def test_a_taken_card_of_an_earlier_round_is_remembered_without_its_turn() -> None:
    """What a seat sees."""
    state = play(last_action("", "", recruits="SC1", draw="SC2 SC3 SC4 SC5 SC6 SC7 SC8 SC9"), "recruit 1")
    assert (state.round, GAME.observe(state, 0).taken[1]) == (2, (Taken(CARDS["SC1"], 0),))


def test_who_mustered_a_face_down_follower_when_is_public() -> None:
    """What a seat sees: through swaps too."""
    state = play(table("FE5", "SC1", "", turn=2, initiative=1, to_act=1), "muster SC1 down", "pass")
    state = play(state, "muster FE5 active", "target 1.1")
    follower = GAME.observe(state, 2).armies[0][0]
    assert (follower.mustered_by, follower.mustered_in) == (1, 2)


def test_a_position_begins_without_a_history() -> None:
    """Position: nothing taken, and nobody known to have mustered."""
    view = GAME.observe(table("", "", armies=("(SC1)", "")), 1)
    assert (view.taken, view.armies[0][0].mustered_by) == (((), ()), None)


def test_pending_names_what_is_decided() -> None:
    """What a seat sees."""
    claims = play(last_action("SC1", "", supporters="MA1"), "pass")
    over = play(last_action("", "", round=200), "pass")
    assert [GAME.observe(state, 0).pending for state in (table("", ""), claims, over)] == ["turn", "claim", "over"]
