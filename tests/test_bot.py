"""What a Python bot imports."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from referee.bot import GameInfo, Question, Source
from referee.games import game_of
from referee.games.shuffle import commitment

SEED = bytes(32)
STATE = game_of("claim").deal(SEED)


class Whole:
    """A whole number of somebody else's, like numpy's."""

    def __index__(self) -> int:
        return 2


def question() -> Question:
    info = GameInfo("claim", {}, STATE.to_act, 2, commitment(SEED), Random(1))
    source = Source(
        view=lambda: info.rules.observe(STATE, STATE.to_act),
        legal=lambda: STATE.legal,
        events=lambda: pytest.fail("nobody looks at them"),
    )
    return Question(info, 0, 0, source)


def test_a_choice_is_an_index_an_action_or_its_text() -> None:
    action = STATE.legal[2]
    assert [question().index_of(choice) for choice in (2, action, action.text)] == [2, 2, 2]


def test_any_whole_number_is_an_index() -> None:
    assert question().index_of(Whole()) == 2  # type: ignore[arg-type]


def test_half_a_choice_is_refused() -> None:
    with pytest.raises(TypeError):
        question().index_of(1.5)  # type: ignore[arg-type]


def test_a_text_that_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="fly"):
        question().index_of("fly")


def test_what_is_not_looked_at_is_not_made() -> None:
    """`events` would fail the test."""
    asked = question()
    assert asked.view is asked.view
    assert asked.legal is asked.legal


def test_a_bot_that_is_started_by_hand_says_how_it_is_done() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BOTHY_")}
    run = [sys.executable, "-c", "from referee.bot import Bot; Bot().run()"]
    ended = subprocess.run(run, env=environment, capture_output=True, text=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith("This is a bot: the referee starts it.")
    assert "Traceback" not in ended.stderr
