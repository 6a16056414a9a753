"""Tournaments from TOML files: what is right is taken, what is wrong is told in one sentence."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from arena.cli.plans import names_in, plan_from
from arena.models import Format
from arena.settings import ArenaError
from referee.limits import Limits

LEAST = 'name = "cup"\ngame = "claim"\nbots = ["a", "b"]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_needs_a_name_a_game_and_bots_only(tmp_path: Path) -> None:
    plan = plan_from(written(tmp_path, LEAST), None)
    assert (plan.name, plan.game, plan.bots, plan.format) == ("cup", "claim", ["a", "b"], Format.ROUND_ROBIN)


def test_a_name_on_the_command_line_goes_first(tmp_path: Path) -> None:
    assert plan_from(written(tmp_path, LEAST), "other").name == "other"


def test_a_clock_may_be_a_table(tmp_path: Path) -> None:
    plan = plan_from(written(tmp_path, LEAST + "[clock]\ngrace_ms = 5\n"), None)
    assert plan.clock == {"startup_ms": 10_000, "grace_ms": 5, "bank_ms": 20_000}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "cup"', "lacks 'game'"),
        ("name = ", "is not TOML"),
        (LEAST + "colour = 1", "there is no key 'colour'"),
        (LEAST + 'blocks = "many"', "blocks is a whole number"),
        (LEAST + "blocks = true", "blocks is a whole number"),
        (LEAST + "blocks = 0", "from 1 to 100000"),
        (LEAST + 'format = "league"', "format is one of round-robin"),
        (LEAST + "seed = 5", "seed is a text"),
        (LEAST + 'seatings = "round"', "seatings is one of rotations, balanced"),
        (LEAST + "options = 1", "options is a table"),
        (LEAST + 'clock = "fast"', "clock is like"),
        (LEAST + "clock = {grace = 5}", "clock is like"),
        (LEAST + 'limits = "disk=1MB"', "limits is any of"),
        (LEAST + "freeze = 1", "freeze is true or false"),
        (LEAST + "stopping = {}", "there is no key 'stopping'"),
        ('name = "cup"\ngame = "claim"\nbots = [1]', "bots is a list of names"),
    ],
)
def test_a_wrong_file_is_told_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ArenaError, match=r"cup\.toml") as caught:
        plan_from(written(tmp_path, text), None)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_limits_are_written_as_on_the_command_line(tmp_path: Path) -> None:
    plan = plan_from(written(tmp_path, LEAST + 'limits = "memory=256MB,open-files=99"\nfreeze = true\n'), None)
    assert plan.limits == asdict(Limits(memory_mb=256, open_files=99))
    assert plan.freeze


def test_names_stand_with_commas_between() -> None:
    assert names_in(" a, anna/b@2 ,") == ["a", "anna/b@2"]
