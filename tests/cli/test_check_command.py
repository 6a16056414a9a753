"""`referee check`, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.bots import CRASHING, SAMPLES, STAYING, bot
from tests.cli.commands import complaint, json_output, run

PATIENT = ("--clock", "startup=60s,grace=10s,bank=60s")


def test_a_good_bot_passes_every_step() -> None:
    report = json_output("check", SAMPLES / "python-random", *PATIENT)
    assert report["passed"]
    assert [step["step"] for step in report["steps"]] == [
        "starts",
        "says hello",
        "plays claim",
        "plays schotten_totten",
        "plays lords_of_scotland",
        "keeps to the clock",
        "survives a restart",
        "leaves no process behind",
    ]


def failed(folder: Path, *more: str) -> dict[str, str]:
    """The one step that a bad bot fails."""
    done = run("check", folder, "--json", *more)
    assert done.returncode == 1
    (step,) = [step for step in json.loads(done.stdout)["steps"] if not step["passed"]]
    return dict(step)


def test_a_bot_that_exits_at_once_does_not_start(tmp_path: Path) -> None:
    step = failed(bot(tmp_path / "b", "import sys; print('no, thanks'); sys.exit(3)"), *PATIENT)
    assert step["step"] == "starts"
    assert "exited with code 3" in step["detail"]
    assert "no, thanks" in step["log"]


def test_a_bot_that_says_nothing_does_not_say_hello(tmp_path: Path) -> None:
    step = failed(bot(tmp_path / "b", "import time; time.sleep(600)"), "--clock", "startup=1500ms")
    assert step["step"] == "says hello"


def test_a_bot_that_crashes_does_not_play_and_shows_why(tmp_path: Path) -> None:
    step = failed(bot(tmp_path / "b", CRASHING), *PATIENT)
    assert step["step"] == "plays claim"
    assert "I do not know this card" in step["log"]


def test_a_bot_that_stays_after_goodbye_is_found(tmp_path: Path) -> None:
    assert failed(bot(tmp_path / "b", STAYING), *PATIENT)["step"] == "leaves no process behind"


def test_a_failure_is_shown_with_the_bots_own_output(tmp_path: Path) -> None:
    done = run("check", bot(tmp_path / "b", CRASHING), *PATIENT)
    assert done.returncode == 1
    assert "FAILED  plays claim" in done.stdout
    assert "| ValueError: I do not know this card" in done.stdout
    assert "bad is not ready" in done.stdout


def test_a_folder_without_a_bot_is_refused(tmp_path: Path) -> None:
    assert "has no bot.toml" in complaint("check", tmp_path)
