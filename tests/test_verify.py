"""A tampered file is caught, whatever was changed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from referee.games.base import GameError
from referee.replay import digest
from referee.verify import Difference, verify
from tests.cli.mutations import Mutation, mutations
from tests.cli.replays import Json, cancelled, first_of_each_game, simulated, without_digest
from tests.variants import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_game = pytest.mark.parametrize("variant", first_of_each_game(), ids=lambda variant: variant.game.key)


def difference(replay: Json) -> Difference:
    with pytest.raises(Difference) as caught:
        verify(replay)
    return caught.value


def is_caught(replay: Json) -> bool:
    try:
        verify(replay)
    except GameError:
        return True
    return False


@every_variant
def test_a_simulated_game_is_true(variant: Variant) -> None:
    verify(simulated(variant))
    verify(without_digest(simulated(variant)))


# --- every change ---------------------------------------------------------------------------------


def one_of_each_shape(replay: Json, random: Random) -> list[Mutation]:
    """Of changes that are alike one at random: all of them would take minutes."""
    changes = list(mutations(replay))
    random.shuffle(changes)
    return list({change.shape: change for change in changes}.values())


def is_think_time(change: Mutation, replay: Json) -> bool:
    """The time of a real decision, changed to another time: nothing can prove it."""
    if change.path[0] != "steps" or change.path[-1] != "ms" or change.kind != "one more":
        return False
    return not replay["steps"][change.path[1]]["forced"]


def is_provable(change: Mutation, replay: Json) -> bool:
    """Nothing asks for a digest: files of others have none. Nobody reads a key that nobody knows."""
    return not is_think_time(change, replay) and not is_strange_key(change) and change.name != "digest: removed"


def is_strange_key(change: Mutation) -> bool:
    """A position and the options have no keys but those that are known; the rest of a replay may."""
    return change.kind == "key added" and change.path[0] not in ("initial", "options")


def is_free(change: Mutation, replay: Json) -> bool:
    """What the rules leave open: names, words, and the mark of our own files."""
    if is_think_time(change, replay) or change.path[0] == "digest":
        return True
    if change.path[0] == "options":
        # An option that is not written has its default, which may be the value that was there.
        return change.kind == ("removed" if len(change.path) == 2 else "an empty object")
    is_text = isinstance(change.value, str)
    if change.path[0] == "seats":
        return change.kind == "entries swapped" or (len(change.path) == 2 and is_text)
    return change.path == ("result", "detail") and is_text


@pytest.mark.slow
@every_variant
def test_a_tampered_file_is_caught_whatever_was_changed(variant: Variant) -> None:
    """What the rules fix must be caught without the help of a digest."""
    signed = simulated(variant)
    bare = without_digest(signed)
    changes = [change for change in one_of_each_shape(signed, Random(variant.name)) if is_provable(change, signed)]
    missed = [
        change.name for change in changes if not is_caught(change.apply(signed if is_free(change, bare) else bare))
    ]
    assert len(changes) > 200
    assert missed == []


@pytest.mark.slow
@every_game
def test_every_single_change_in_the_opening_of_a_game_is_caught(variant: Variant) -> None:
    replay = cancelled(variant, steps=2)
    replay["digest"] = digest(replay)
    missed = [
        change.name
        for change in mutations(replay)
        if is_provable(change, replay) and not is_caught(change.apply(replay))
    ]
    assert missed == []


@every_variant
def test_a_think_time_of_a_real_decision_cannot_be_proved(variant: Variant) -> None:
    replay = simulated(variant)
    step = next(step for step in replay["steps"] if not step["forced"])
    step["ms"] = 12.5
    verify(replay)


@every_game
def test_a_forced_step_costs_no_time(variant: Variant) -> None:
    replay = next(
        replay
        for replay in (simulated(variant, number) for number in range(20))
        if any(step["forced"] for step in replay["steps"])
    )
    number = next(number for number, step in enumerate(replay["steps"]) if step["forced"])
    replay["steps"][number]["ms"] = 0.25
    found = difference(replay)
    assert (found.what, found.step) == ("time", number)


# --- the name of what differs ---------------------------------------------------------------------


def change_seed(replay: Json) -> None:
    replay["seed"] = "rain"


def change_seed_and_commitment(replay: Json) -> None:
    seed = bytes(31) + b"\x07"
    replay |= {"seed": seed.hex(), "commitment": sha256(seed).hexdigest()}
    if "seed" in replay["initial"]:
        replay["initial"]["seed"] = seed.hex()


def change_another_seed(replay: Json) -> None:
    replay["seed"] = replay["seed"][::-1]


def change_commitment(replay: Json) -> None:
    replay["commitment"] = replay["commitment"][::-1]


def change_deal(replay: Json) -> None:
    hands = replay["initial"]["hands"]
    hands[0][-1], hands[1][-1] = hands[1][-1], hands[0][-1]


def add_option(replay: Json) -> None:
    replay["options"]["weather"] = True


def change_seat(replay: Json) -> None:
    replay["steps"][3]["seat"] = 1 - replay["steps"][3]["seat"]


def change_legal_list(replay: Json) -> None:
    del replay["steps"][3]["legal"][-1]


def change_forced_flag(replay: Json) -> None:
    replay["steps"][3]["forced"] = not replay["steps"][3]["forced"]


def change_action(replay: Json) -> None:
    replay["steps"][3]["action"] = "fly to the moon"


def drop_last_step(replay: Json) -> None:
    del replay["steps"][-1]


def add_step(replay: Json) -> None:
    replay["steps"].append(replay["steps"][-1])


def change_placings(replay: Json) -> None:
    replay["result"]["placings"] = [place % len(replay["seats"]) + 1 for place in replay["result"]["placings"]]


def change_scores(replay: Json) -> None:
    replay["result"]["scores"][0] += 1


def change_termination(replay: Json) -> None:
    replay["result"]["termination"] = "cancelled"


def blame_somebody(replay: Json) -> None:
    replay["result"]["offender"] = 0


def blame_somebody_more(replay: Json) -> None:
    replay["result"]["offenders"] = [0]


def add_seat(replay: Json) -> None:
    replay["seats"] += ["somebody"] * 4


def change_format(replay: Json) -> None:
    replay["format"] = "bothy-replay/2"


def change_game(replay: Json) -> None:
    replay["game"] = "bridge"


def change_note(replay: Json) -> None:
    replay["steps"][3]["note"] = 7


def change_autopilot(replay: Json) -> None:
    replay["steps"][3]["autopilot"] = 1


NAMED: list[tuple[Callable[[Json], None], str, int | None]] = [
    (change_seed, "seed", None),
    (change_another_seed, "commitment", None),
    (change_seed_and_commitment, "deal", None),
    (change_commitment, "commitment", None),
    (change_deal, "deal", None),
    (add_option, "options", None),
    (change_seat, "seat", 3),
    (change_legal_list, "legal list", 3),
    (change_forced_flag, "forced flag", 3),
    (change_action, "action", 3),
    (change_note, "note", 3),
    (change_autopilot, "autopilot flag", 3),
    (drop_last_step, "result", None),
    (change_placings, "result", None),
    (change_scores, "result", None),
    (change_termination, "result", None),
    (blame_somebody, "result", None),
    (blame_somebody_more, "result", None),
    (add_seat, "seats", None),
    (change_format, "format", None),
    (change_game, "game", None),
]


@every_game
@pytest.mark.parametrize(("change", "what", "step"), NAMED, ids=[change.__name__ for change, _, _ in NAMED])
def test_the_first_difference_is_named(
    variant: Variant, change: Callable[[Json], None], what: str, step: int | None
) -> None:
    replay = without_digest(simulated(variant))
    change(replay)
    found = difference(replay)
    assert (found.what, found.step) == (what, step)


@every_game
def test_a_step_after_the_end_is_an_action_too_many(variant: Variant) -> None:
    replay = simulated(variant)
    add_step(replay)
    found = difference(replay)
    assert (found.what, found.step) == ("action", len(replay["steps"]) - 1)


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.options], ids=lambda variant: variant.name)
def test_a_changed_option_is_named(variant: Variant) -> None:
    for name, value in variant.options:
        replay = simulated(variant)
        replay["options"][name] = not value
        assert difference(replay).what == "options"


@every_game
def test_what_the_rules_leave_open_is_covered_by_the_digest(variant: Variant) -> None:
    replay = simulated(variant)
    replay["result"]["detail"] = "rain"
    assert difference(replay).what == "digest"


@every_game
def test_another_legal_action_changes_what_follows(variant: Variant) -> None:
    """Not the action itself is wrong then, but something after it."""
    replay = without_digest(simulated(variant))
    number = next(number for number, step in enumerate(replay["steps"]) if len(step["legal"]) > 2)
    step = replay["steps"][number]
    step["action"] = next(action for action in step["legal"] if action != step["action"])
    found = difference(replay)
    assert found.what in ("seat", "legal list", "forced flag", "action", "result")
    assert found.step is None or found.step > number


@every_game
def test_a_replay_without_resolved_options_is_read_with_the_defaults(variant: Variant) -> None:
    """The rules ask for resolved options in the position only."""
    options = {spec.name: spec.default(variant.players) for spec in variant.game.option_specs}
    default = Variant(variant.game, variant.players, tuple(options.items()))
    verify({**without_digest(simulated(default)), "options": {}})


@every_game
def test_a_key_that_nobody_knows_is_ignored(variant: Variant) -> None:
    """Readers ignore keys that they do not know, whether the file has a digest or not."""
    replay = simulated(variant)
    replay["weather"] = replay["steps"][0]["weather"] = replay["result"]["weather"] = "rain"
    verify(replay)
    verify(without_digest(replay))


@pytest.mark.parametrize("ms", [True, "1", None, -0.5, float("nan"), float("inf"), 10**400], ids=repr)
def test_a_think_time_is_a_finite_number_that_is_not_negative(ms: Any) -> None:
    replay = simulated(VARIANTS[0])
    replay["steps"][0]["ms"] = ms
    assert difference(replay).what == "time"


def test_a_message_leads_to_the_entry_that_differs() -> None:
    replay = simulated(VARIANTS[0])
    legal = replay["steps"][0]["legal"]
    legal[4] = "play Z9"
    assert "step 1: legal list differs: entry 5: " in str(difference(replay))
    assert "play Z9" in str(difference(replay))
