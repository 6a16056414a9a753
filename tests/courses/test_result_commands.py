"""`arena course grades`, `results` and `final`, as a teacher types them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from arena.cli.app import app
from arena.db import writing
from arena.settings import ArenaError
from tests.courses.played import hand_in_played, set_up, team

ROSTER = "student_id,name\ns1,=1+1\ns2,Zoë\ns3,李小龍\n"


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three teams, two of which have handed in."""
    monkeypatch.setenv("ARENA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ARENA_DATABASE_URL", raising=False)
    (tmp_path / "home").mkdir()
    url = f"sqlite:///{tmp_path}/home/arena.db"
    set_up(url, ROSTER)
    with writing(url) as session:
        for number in (0, 1):
            hand_in_played(session, team(session, number), [[2] * 40, [2] * 39])
    return tmp_path


def run(*words: object) -> None:
    app(["course", *map(str, words)], standalone_mode=False)


def test_grades_are_a_table_on_the_screen_in_a_file_and_as_json(
    arena: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("grades", "cs101/hw1")
    shown = capsys.readouterr().out
    run("grades", "cs101/hw1", "--output", arena / "hw1.csv")
    assert capsys.readouterr().out.endswith("has the points of 3 students.\n")
    assert (arena / "hw1.csv").read_bytes() == shown.encode()
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert [row["name"] for row in rows] == ["'=1+1", "Zoë", "李小龍"]
    assert [(row["points"], row["pending"]) for row in rows] == [("10.0", "yes"), ("10.0", "yes"), ("0.0", "")]
    run("grades", "cs101/hw1", "--json")
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == ["=1+1", "Zoë", "李小龍"]


def test_results_are_a_table_one_teams_reasons_or_a_folder(arena: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("results", "cs101/hw1")
    shown = capsys.readouterr().out
    assert "Zoë/my-bot@1" in shown
    run("results", "cs101/hw1", "--team", "Zoë")
    told = capsys.readouterr().out
    assert "6 of 6 points: beats python-greedy@1 by more than 50.0%; met: 100.0%" in told
    assert "39 of 40 blocks" in told
    run("results", "cs101/hw1", "--into", arena / "results")
    assert capsys.readouterr().out.endswith("has the results of 3 teams.\n")
    files = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in (arena / "results").iterdir()}
    assert set(files) == {"=1+1.json", "Zoë.json", "李小龍.json"}
    assert {name: found["score"] for name, found in files.items()} == {
        "=1+1.json": 10.0, "Zoë.json": 10.0, "李小龍.json": 0.0,
    }  # fmt: skip


def test_the_final_is_planned_in_one_command_and_once(arena: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("final", "cs101/hw1", "--json")
    facts: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (facts["name"], facts["format"]) == ("cs101 hw1 final", "round-robin")
    assert sorted(facts["bots"]) == ["=1+1/my-bot@1", "Zoë/my-bot@1"]
    with pytest.raises(ArenaError, match="there is a tournament 'cs101 hw1 final' already"):
        run("final", "cs101/hw1")
    run("final", "cs101/hw1", "--name", "another", "--format", "knockout", "--blocks", 3)
    assert "another is planned: 2 bots, knockout." in capsys.readouterr().out


def test_a_kit_is_made_here_too(arena: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("kit", "cs101/hw1", arena / "kit", "--address", "https://arena.example.org", "--json")
    assert "submit.py" in json.loads(capsys.readouterr().out)["files"]
    facts = json.loads((arena / "kit" / "assignment.json").read_text(encoding="utf-8"))
    assert facts["server"] == "https://arena.example.org"
    assert [one["bot"] for one in facts["baselines"]] == ["python-greedy@1", "python-random@1"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("grades", "cs101"), "an assignment is written COURSE/KEY"),
        (("results", "cs101/hw7"), "cs101 has no assignment 'hw7'"),
        (("results", "cs101/hw1", "--team", "nobody"), "'nobody' is no team of cs101"),
        (("final", "nothing/hw1"), "there is no course 'nothing'"),
    ],
)
def test_mistakes_are_one_sentence(arena: Path, words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence):
        run(*words)
