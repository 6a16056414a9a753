"""Replays of games in which somebody failed: true ones pass, forged ones are caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.replay import digest
from referee.verify import Difference, verify
from tests.cli.replays import MORE_PLAYERS, TWO_PLAYERS, Json, Recorder, cancelled, forfeited, played_on, result_entry
from tests.variants import VARIANTS, Variant

two_players = pytest.mark.parametrize("variant", TWO_PLAYERS, ids=lambda variant: variant.name)
more_players = pytest.mark.parametrize("variant", MORE_PLAYERS, ids=lambda variant: variant.name)
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_fault = pytest.mark.parametrize("termination", ["illegal_action", "timeout", "crash", "no_start"])

CLAIM = next(variant for variant in TWO_PLAYERS if variant.game.key == "claim")


def difference(replay: Json) -> Difference:
    with pytest.raises(Difference) as caught:
        verify(replay)
    return caught.value


# --- two players: the game ends with the fault ----------------------------------------------------


@two_players
@every_fault
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_players_the_offender_is_second_with_both_scores_0(
    variant: Variant, termination: str, seat: int
) -> None:
    # Who never started has not made a single choice.
    verify(forfeited(variant, seat, 1 if termination == "no_start" else 3, termination))


def test_a_bot_that_does_not_start_loses_before_the_first_step_whatever_its_seat() -> None:
    game = Recorder(CLAIM, {})
    verify(game.replay(result_entry([1, 2], [0, 0], "no_start", 1)))


@pytest.mark.parametrize("termination", ["illegal_action", "timeout", "crash"])
def test_a_bot_may_fail_while_the_other_is_thinking(termination: str) -> None:
    """It may crash, talk unasked, or have lost the game beforehand: the rules do not say when."""
    replay = forfeited(CLAIM, 0, 3, termination)
    replay["result"] |= {"offender": 1, "placings": [1, 2]}
    verify(replay)


def swap_places(replay: Json) -> None:
    replay["result"]["placings"].reverse()


def give_a_point(replay: Json) -> None:
    replay["result"]["scores"] = [1, 0]


def make_it_normal(replay: Json) -> None:
    replay["result"] |= {"termination": "normal", "offender": None}


def accuse_nobody(replay: Json) -> None:
    replay["result"]["offender"] = None


def accuse_the_other(replay: Json) -> None:
    replay["result"]["offender"] = 1 - replay["result"]["offender"]


def accuse_both(replay: Json) -> None:
    offender = replay["result"]["offender"]
    replay["result"]["offenders"] = [offender, 1 - offender]


def accuse_a_stranger(replay: Json) -> None:
    replay["result"]["offender"] = 2


def invent_a_termination(replay: Json) -> None:
    replay["result"]["termination"] = "boredom"


def say_it_never_started(replay: Json) -> None:
    replay["result"]["termination"] = "no_start"


FORGERIES = [
    swap_places,
    give_a_point,
    make_it_normal,
    accuse_nobody,
    accuse_the_other,
    accuse_both,
    accuse_a_stranger,
    invent_a_termination,
    say_it_never_started,
]


@pytest.mark.parametrize("termination", ["illegal_action", "timeout"])
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: str(forge.__name__))
def test_a_forged_forfeit_is_caught(forge: Callable[[Json], None], termination: str) -> None:
    replay = forfeited(CLAIM, 0, 3, termination)
    verify(replay)
    forge(replay)
    assert difference(replay).what == "result"


def accuse_the_other_and_swap_places(replay: Json) -> None:
    accuse_the_other(replay)
    swap_places(replay)


def take_back_a_step(replay: Json) -> None:
    del replay["steps"][-1]


def name_another_fault(replay: Json) -> None:
    replay["result"]["termination"] = "crash"


@pytest.mark.parametrize(
    "forge",
    [accuse_the_other_and_swap_places, take_back_a_step, name_another_fault],
    ids=lambda forge: str(forge.__name__),
)
def test_where_and_how_a_bot_failed_is_covered_by_the_digest(forge: Callable[[Json], None]) -> None:
    replay = forfeited(CLAIM, 0, 3)
    replay["digest"] = digest(replay)
    verify(replay)
    forge(replay)
    assert difference(replay).what == "digest"


def test_a_game_of_two_has_no_autopilot() -> None:
    replay = forfeited(CLAIM, 0, 3)
    replay["steps"][1]["autopilot"] = True
    assert difference(replay).what == "autopilot flag"


def test_a_finished_game_of_two_cannot_be_forfeited_any_more() -> None:
    game = Recorder(CLAIM, {})
    game.play()
    replay = game.replay(result_entry([2, 1], [0, 0], "timeout", 0))
    assert "played to its end" in str(difference(replay))


# --- three to five players: the rest play on ------------------------------------------------------


@more_players
@every_fault
def test_of_more_players_one_offender_is_last_and_the_rest_play_on(variant: Variant, termination: str) -> None:
    verify(played_on(variant, {1: 1 if termination == "no_start" else 4}, termination))


@more_players
@pytest.mark.parametrize("failures", [{0: 2, 1: 2}, {0: 3, 1: 2}, {1: 2, 2: 1}, {0: 5, 1: 4, 2: 3}], ids=str)
def test_offenders_share_the_last_places_in_reverse_order_of_offence(
    variant: Variant, failures: dict[int, int]
) -> None:
    replay = played_on(variant, failures)
    offenders = replay["result"]["offenders"]
    last_places = [replay["result"]["placings"][seat] for seat in offenders]
    assert last_places == list(range(variant.players, variant.players - len(offenders), -1))
    verify(replay)


@more_players
def test_all_seats_may_fail(variant: Variant) -> None:
    verify(played_on(variant, dict.fromkeys(range(variant.players), 2)))


@more_players
def test_the_order_of_offence_follows_from_the_steps_where_it_is_not_written(variant: Variant) -> None:
    replay = played_on(variant, {0: 5, 1: 4, 2: 3})
    del replay["result"]["offenders"]
    verify(replay)


FOUR_PLAYERS = [variant for variant in MORE_PLAYERS if variant.players == 4][:1]
"""One variant is enough for what does not depend on the game."""
four_players = pytest.mark.parametrize("variant", FOUR_PLAYERS, ids=lambda variant: variant.name)


def drop_an_offender(replay: Json) -> None:
    del replay["result"]["offenders"][-1]


def drop_an_offender_and_place_the_rest_as_if_honest(replay: Json) -> None:
    drop_an_offender(replay)
    replay["result"]["placings"] = sorted(replay["result"]["placings"])


def add_the_winner_to_the_offenders(replay: Json) -> None:
    replay["result"]["offenders"].append(replay["result"]["placings"].index(1))


def double_an_offender(replay: Json) -> None:
    replay["result"]["offenders"] *= 2


def empty_the_offenders(replay: Json) -> None:
    replay["result"]["offenders"] = []


def swap_offenders(replay: Json) -> None:
    replay["result"]["offenders"].reverse()


def swap_offenders_and_their_places(replay: Json) -> None:
    result = replay["result"]
    first, last = result["offenders"][0], result["offenders"][-1]
    places = result["placings"]
    places[first], places[last] = places[last], places[first]
    result["offenders"][0], result["offenders"][-1] = last, first
    result["offender"] = last


def accuse_another(replay: Json) -> None:
    replay["result"]["offender"] = replay["result"]["offenders"][-1]


def scores_of_a_forfeit(replay: Json) -> None:
    replay["result"]["scores"] = [0, 0, 0, 0]


def places_of_the_honest_game(replay: Json) -> None:
    replay["result"]["placings"] = [1, 2, 3, 4] if replay["result"]["placings"] != [1, 2, 3, 4] else [4, 3, 2, 1]


PLAYED_ON_FORGERIES = [
    drop_an_offender,
    drop_an_offender_and_place_the_rest_as_if_honest,
    add_the_winner_to_the_offenders,
    double_an_offender,
    empty_the_offenders,
    swap_offenders,
    swap_offenders_and_their_places,
    accuse_another,
    accuse_nobody,
    make_it_normal,
    say_it_never_started,
    scores_of_a_forfeit,
    places_of_the_honest_game,
]


@four_players
@pytest.mark.parametrize("forge", PLAYED_ON_FORGERIES, ids=lambda forge: str(forge.__name__))
def test_a_forged_result_of_a_game_with_offenders_is_caught(variant: Variant, forge: Callable[[Json], None]) -> None:
    replay = played_on(variant, {1: 3, 2: 5})
    verify(replay)
    forge(replay)
    assert difference(replay).what == "result"


@four_players
def test_a_normal_game_has_no_offender(variant: Variant) -> None:
    game = Recorder(variant, {})
    game.play()
    outcome = game.outcome()
    replay = game.replay(result_entry(list(outcome.placings), list(outcome.scores), "normal", None))
    verify(replay)
    replay["result"]["offenders"] = [2]
    assert difference(replay).what == "result"


@four_players
def test_a_seat_may_fail_after_its_last_step(variant: Variant) -> None:
    """It is an offender for whom the referee never had to move."""
    replay = played_on(variant, {1: 3})
    placings = replay["result"]["placings"]
    last_but_one = placings.index(3)
    replay["result"]["offenders"] = [1, last_but_one]
    verify(replay)


def autopilot_steps(replay: Json) -> list[int]:
    return [number for number, step in enumerate(replay["steps"]) if step.get("autopilot")]


@four_players
@pytest.mark.parametrize("which", [1, 2, -1])
def test_every_step_made_for_an_offender_is_marked(variant: Variant, which: int) -> None:
    """All but the first: without its mark the seat would have failed one step later."""
    replay = played_on(variant, {1: 3})
    number = autopilot_steps(replay)[which]
    del replay["steps"][number]["autopilot"]
    found = difference(replay)
    assert (found.what, found.step) == ("autopilot flag", number)


@four_players
def test_a_step_of_an_honest_seat_must_not_be_marked(variant: Variant) -> None:
    replay = played_on(variant, {1: 3})
    marked = next(step for step in replay["steps"] if step["seat"] == 2 and step["action"] == step["legal"][0])
    marked |= {"autopilot": True, "ms": 0}
    assert difference(replay).what == "autopilot flag", "its next own step has no mark"


@four_players
def test_the_referee_takes_the_first_legal_action(variant: Variant) -> None:
    replay = played_on(variant, {1: 3})
    number = next(number for number in autopilot_steps(replay) if len(replay["steps"][number]["legal"]) > 1)
    replay["steps"][number]["action"] = replay["steps"][number]["legal"][1]
    found = difference(replay)
    assert (found.what, found.step) == ("action", number)


@four_players
def test_a_step_made_by_the_referee_costs_no_time(variant: Variant) -> None:
    replay = played_on(variant, {1: 3})
    number = next(number for number in autopilot_steps(replay) if not replay["steps"][number]["forced"])
    replay["steps"][number]["ms"] = 3
    found = difference(replay)
    assert (found.what, found.step) == ("time", number)


@four_players
def test_a_game_of_more_players_is_played_to_its_end_in_spite_of_a_fault(variant: Variant) -> None:
    replay = played_on(variant, {1: 3})
    del replay["steps"][-1]
    assert "not played to its end" in str(difference(replay))


@four_players
def test_a_crash_may_come_to_light_only_when_the_seat_is_next_asked(variant: Variant) -> None:
    """Seat 2 crashes first, seat 1 fails before seat 2 is asked: both orders fit the steps."""
    replay = played_on(variant, {1: 2, 2: 2}, "crash")
    assert replay["result"]["offenders"] == [1, 2]
    swap_offenders_and_their_places(replay)
    verify(replay)


@four_players
def test_a_seat_cannot_have_failed_before_a_step_of_its_own(variant: Variant) -> None:
    replay = played_on(variant, {1: 2, 2: 5}, "crash")
    swap_offenders_and_their_places(replay)
    assert "cannot have failed in the order [2, 1]" in str(difference(replay))


# --- cancelled ------------------------------------------------------------------------------------


@every_variant
@pytest.mark.parametrize("steps", [0, 5])
def test_a_cancelled_game_is_no_result(variant: Variant, steps: int) -> None:
    verify(cancelled(variant, steps))


@four_players
def test_a_game_may_be_cancelled_after_a_fault(variant: Variant) -> None:
    """`cancelled` has no offender, even where somebody had failed before."""
    replay = cancelled(variant, 30, {1: 2})
    assert autopilot_steps(replay)
    verify(replay)


@pytest.mark.parametrize(
    ("key", "value"), [("placings", [1, 2]), ("scores", [0, 0]), ("offender", 0), ("offenders", [0])]
)
def test_a_cancelled_game_has_no_placings_scores_or_offender(key: str, value: object) -> None:
    replay = cancelled(CLAIM, 5)
    replay["result"][key] = value
    assert difference(replay).what == "result"


def test_a_finished_game_cannot_be_cancelled() -> None:
    game = Recorder(CLAIM, {})
    game.play()
    replay = game.replay(result_entry(None, None, "cancelled", None))
    assert "played to its end" in str(difference(replay))


@pytest.mark.parametrize("key", ["placings", "scores", "termination", "offender", "detail"])
def test_a_result_lacks_none_of_its_keys(key: str) -> None:
    replay = cancelled(CLAIM, 5)
    del replay["result"][key]
    assert f"lacks {key!r}" in str(difference(replay))
