"""The end of the game (L29, L30)."""

from __future__ import annotations

from referee.games.base import Outcome
from referee.games.lords_of_scotland.state import LordsState

from .tables import GAME, last_action, play, table

THIRTY = "MA12 WE12 MA6"


def over(*victory: str, final: list[int]) -> Outcome:
    state = table(*[""] * len(victory), victory=victory, final=final, phase="over", to_act=None, turn=5)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_forty_points_after_the_claims_end_the_game() -> None:
    """L29: before anything is discarded (L27)."""
    state = play(last_action("", "SC9", supporters="FE10 FE1", victory=("", THIRTY)), "pass", "claim FE10")
    assert (state.to_act, state.legal, state.discard, state.round) == (None, (), (), 1)


def test_thirty_nine_points_do_not_end_the_game() -> None:
    """L29."""
    state = play(last_action("", "SC9", supporters="FE9 FE1", victory=("", THIRTY)), "pass", "claim FE9")
    assert (state.to_act, state.round) == (1, 2)


def test_the_game_ends_only_after_the_last_claim() -> None:
    """L29: the other may overtake."""
    state = last_action("SC8", "SC9", supporters="FE10 FE12", victory=("CO12 CO11 CO10", THIRTY))
    state = play(state, "pass", "claim FE10")
    assert state.to_act == 0
    assert GAME.outcome(play(state, "claim FE12")) == Outcome(
        (1, 2), (45, 40), "seat 0 wins after round 1, points 45, 40"
    )


def test_forty_points_end_the_game_at_the_end_of_a_round_without_claims() -> None:
    """L29: whoever had them before; during the turns they end nothing."""
    state = last_action("", "", victory=("", f"{THIRTY} FE10"))
    assert state.to_act == 1
    assert play(state, "pass").to_act is None


def test_the_initiative_goes_over_before_the_game_ends() -> None:
    """L26, L29."""
    state = play(last_action("", "SC9", supporters="FE10", victory=("", THIRTY)), "pass", "claim FE10")
    assert state.initiative == 1


def test_a_game_that_goes_on_has_no_outcome() -> None:
    """L29."""
    assert GAME.outcome(last_action("", "SC9")) is None


def test_most_points_win() -> None:
    """L29."""
    outcome = over("CO12", THIRTY, "FE10", final=[0, 2, 1])
    assert (outcome.placings, outcome.scores) == ((2, 1, 3), (12, 30, 10))


def test_equal_points_are_placed_by_the_last_round() -> None:
    """L29."""
    assert over("MA12", "WE12", "FE10", final=[1, 2, 0]).placings == (2, 1, 3)


def test_who_was_not_placed_comes_after_who_was() -> None:
    """L29."""
    assert over("MA12", "WE12", "FE12", final=[2]).placings == (2, 2, 1)


def test_players_equal_in_points_and_not_placed_share_a_place() -> None:
    """L29."""
    outcome = over("MA12", "WE12", final=[])
    assert outcome == Outcome((1, 1), (12, 12), "seat 0 and seat 1 share the win after round 1, points 12, 12")


def last_round(number: int) -> LordsState:
    return play(last_action("", "SC9", supporters="FE3", round=number), "pass", "claim FE3")


def test_round_200_is_the_last() -> None:
    """L30: the game ends as in L29."""
    state = last_round(200)
    assert GAME.outcome(state) == Outcome((2, 1), (0, 3), "seat 1 wins after round 200, points 0, 3")


def test_round_199_is_not_the_last() -> None:
    """L30."""
    assert last_round(199).round == 200


def test_round_200_without_claims_is_the_last_too() -> None:
    """L30."""
    assert play(last_action("", "", round=200), "pass").to_act is None
