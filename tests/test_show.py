"""What a seat may see of a replay: everything once it is over, before that only its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from referee.games.base import Action
from referee.show import Eyes, ShownStep, as_text, printable, shown_steps
from referee.verify import Difference, played_steps
from tests.cli.replays import Json, first_of_each_game, forfeited, played_on, simulated
from tests.variants import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_game = pytest.mark.parametrize("variant", first_of_each_game(), ids=lambda variant: variant.game.key)
CLAIM = next(variant for variant in VARIANTS if variant.game.key == "claim")


def viewers(variant: Variant) -> list[int | None]:
    return [None, *range(variant.players)]


def with_notes(replay: Json) -> Json:
    """Every step says whose secret it is."""
    for number, step in enumerate(replay["steps"]):
        step["note"] = f"secret {number} of seat {step['seat']}"
        if not step["forced"]:
            step["ms"] = 1234.5
    return {key: value for key, value in replay.items() if key != "digest"}


def steps_of(replay: Json, seat: int | None) -> list[tuple[int, Json]]:
    return [(number, step) for number, step in enumerate(replay["steps"]) if step["seat"] == seat]


def shown(variant: Variant, eyes: Eyes) -> Iterator[tuple[ShownStep, Json]]:
    replay = with_notes(simulated(variant))
    return zip(shown_steps(replay, eyes), replay["steps"], strict=True)


@every_variant
def test_a_seat_sees_its_own_choices_whole(variant: Variant) -> None:
    for seat in range(variant.players):
        for step, written in shown(variant, seat):
            if step.seat == seat:
                assert list(step.legal or ()) == written["legal"]
                assert (step.action, step.forced) == (written["action"], written["forced"])
                assert (step.note, step.ms) == (written["note"], written["ms"])
                assert step.hand is not None


@every_variant
def test_nobody_sees_the_legal_list_flags_hand_time_or_notes_of_others(variant: Variant) -> None:
    """A forced reply in Claim gives the hand away, and so would a time of 0."""
    for viewer in viewers(variant):
        for step, _ in shown(variant, viewer):
            if step.seat != viewer:
                assert (step.legal, step.forced, step.hand, step.ms, step.note) == (None,) * 5


@every_variant
def test_an_action_of_another_seat_reads_as_its_public_text(variant: Variant) -> None:
    for viewer in viewers(variant):
        for step, written in shown(variant, viewer):
            action: Action = variant.game.parse_action(written["action"])
            assert step.action == action.text_for(step.seat, viewer)


@every_variant
def test_events_are_shown_as_the_viewer_may_see_them(variant: Variant) -> None:
    replay = simulated(variant)
    for viewer in viewers(variant):
        for step, played in zip(shown_steps(replay, viewer), played_steps(replay), strict=True):
            assert step.events == tuple(event.as_seen_by(viewer).text for event in played.events)


@every_variant
def test_who_sees_everything_sees_what_is_written(variant: Variant) -> None:
    for step, written in shown(variant, "everything"):
        assert list(step.legal or ()) == written["legal"]
        assert (step.action, step.note) == (written["action"], written["note"])


@every_variant
def test_the_text_for_a_seat_has_no_secret_of_another(variant: Variant) -> None:
    replay = with_notes(simulated(variant))
    for viewer in viewers(variant):
        text = "\n".join(as_text(replay, viewer))
        own = [f"secret {number} of seat {viewer}" for number, _ in steps_of(replay, viewer)]
        assert re.findall(r"secret \d+ of seat \d", text) == own
        assert text.count("hand: ") == len(own)
        assert replay["seed"] not in text


@every_variant
def test_the_text_for_a_spectator_has_nobodys_secrets(variant: Variant) -> None:
    text = "\n".join(as_text(with_notes(simulated(variant)), None))
    assert "as a spectator saw it" in text
    for secret in ("hand:", "could:", "says:", "forced", " ms)"):
        assert secret not in text


@every_variant
def test_a_texts_lines_fit_the_width(variant: Variant) -> None:
    replay = simulated(variant)
    for width in (40, 72, 100):
        steps = "\n".join(as_text(replay, "everything", width)).partition("\n\n")[2]
        assert max(map(len, steps.splitlines())) <= width


@every_game
def test_every_legal_action_can_be_read_in_the_text(variant: Variant) -> None:
    """They are condensed where only the last word differs."""
    replay = simulated(variant)
    text = " ".join(line.strip() for line in as_text(replay, "everything"))
    choices = [part.split(" · ")[0] for part in text.split("could: ")[1:]]
    asked = [step for step in replay["steps"] if not step["forced"]]
    for choice, step in zip(choices, asked, strict=True):
        read = [
            f"{beginning} {word}".strip()
            for group in choice.split(", ")
            for beginning, _, words in [group.rpartition(" ")]
            for word in words.split("/")
        ]
        assert read == step["legal"]


@pytest.mark.parametrize("text", ["\x1b[2J", "\n", "\r", "\u202e", "\ud800", "\x07", "\x9b31m"], ids=ascii)
def test_a_bots_words_play_no_tricks_with_the_terminal(text: str) -> None:
    replay = forfeited(CLAIM, 0, 3)
    replay["seats"][0] = replay["steps"][0]["note"] = replay["result"]["detail"] = f"before{text}after"
    lines = list(as_text(replay, "everything"))
    assert all(line.isprintable() for line in lines)
    assert sum("before\\" in line for line in lines) == 3


def test_plain_words_are_shown_as_they_are() -> None:
    assert printable("Ærø – \N{GRINNING FACE}") == "Ærø – \N{GRINNING FACE}"


def test_a_forced_step_says_so_instead_of_a_choice_of_one() -> None:
    replay = simulated(CLAIM)
    step = next(number for number, step in enumerate(replay["steps"], 1) if step["forced"])
    lines = list(as_text(replay, "everything"))
    start = next(number for number, line in enumerate(lines) if line.startswith(f"{step}. "))
    assert lines[start].endswith("  (forced)")
    assert "could:" not in lines[start + 2]


@pytest.mark.parametrize("eyes", ["everything", None, 0])
def test_steps_made_by_the_referee_are_shown_to_all(eyes: Eyes) -> None:
    variant = next(variant for variant in VARIANTS if variant.players > 2)
    replay = played_on(variant, {1: 3})
    made = sum("moved by the referee" in line for line in as_text(replay, eyes))
    assert made == sum(step.get("autopilot", False) for step in replay["steps"]) > 5


def test_a_fault_is_told_at_the_end() -> None:
    lines = list(as_text(forfeited(CLAIM, 1, 3, "timeout"), "everything"))
    assert lines[-3:] == [
        "result: timeout by seat 1: as it happened",
        "  seat 0: place 1, score 0",
        "  seat 1: place 2, score 0",
    ]


@every_game
def test_the_steps_before_a_difference_are_shown(variant: Variant) -> None:
    replay = simulated(variant)
    replay["steps"][7]["seat"] = 9
    steps = shown_steps(replay, "everything")
    assert [next(steps).number for _ in range(7)] == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(Difference, match="step 8: seat differs"):
        next(steps)


@every_game
def test_a_shown_step_is_plain_json(variant: Variant) -> None:
    step = next(shown_steps(simulated(variant), 0)).to_json()
    assert list(json.loads(json.dumps(step))) == [
        "number",
        "seat",
        "action",
        "hand",
        "legal",
        "forced",
        "autopilot",
        "ms",
        "note",
        "events",
    ]
