"""`arena course …` on the arena's own machine, in this process."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from arena.cli.app import app
from arena.courses.models import Member
from arena.db import reading, writing
from arena.settings import ArenaError, load_settings
from tests.courses.played import add_active

ROSTER = "\ufeffstudent_id;name;email;team\r\ns1;Zoë;z@example.org;Γ\r\ns2;=2+5;;Γ\r\ns3;محمد;;\r\n"


class Shell:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def text(self, *words: object) -> str:
        app(list(map(str, words)), standalone_mode=False)
        return self._capsys.readouterr().out

    def json(self, *words: object) -> Any:
        return json.loads(self.text(*words, "--json"))

    def complaint(self, *words: object) -> str:
        with pytest.raises(ArenaError) as refused:
            app(list(map(str, words)), standalone_mode=False)
        return str(refused.value)

    def error(self) -> str:
        return self._capsys.readouterr().err


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARENA_HOME", str(tmp_path / "home"))
    (tmp_path / "roster.csv").write_bytes(ROSTER.encode())
    return Shell(tmp_path, capsys)


@pytest.fixture
def course(shell: Shell) -> Shell:
    shell.text("course", "create", "cs101", "--title", "Cards", "--timezone", "Europe/Zurich", "--pseudonyms")
    shell.text("course", "roster", "import", "cs101", "roster.csv")
    with writing(load_settings().database) as session:
        add_active(session, "local", "greedy")
    return shell


def test_a_course_begins_with_a_key_and_a_timezone(shell: Shell) -> None:
    facts = shell.json("course", "create", "ai", "--timezone", "Asia/Tokyo")
    assert (facts["key"], facts["timezone"], facts["pseudonyms"], facts["teams"]) == ("ai", "Asia/Tokyo", False, 0)
    assert "there is a course 'ai' already" in shell.complaint("course", "create", "ai")
    assert "there is no timezone 'Mars'" in shell.complaint("course", "create", "b", "--timezone", "Mars")
    assert "a key is" in shell.complaint("course", "create", "A b")
    assert [one["key"] for one in shell.json("course", "list")] == ["ai"]


def test_a_roster_is_imported_and_shown(course: Shell) -> None:
    shown = course.json("course", "roster", "show", "cs101")
    assert [(one["student_id"], one["name"], one["team"]) for one in shown] == [
        ("s1", "Zoë", "Γ"),
        ("s2", "=2+5", "Γ"),
        ("s3", "محمد", ""),
    ]
    assert shown[0]["account"] == shown[1]["account"] != shown[2]["account"]
    assert course.json("course", "roster", "import", "cs101", "roster.csv") == {
        "new": [], "changed": [], "same": ["s1", "s2", "s3"],
    }  # fmt: skip
    assert "محمد" in course.text("course", "roster", "show", "cs101")


def test_a_bad_roster_is_refused_with_its_line_and_nothing_is_imported(course: Shell) -> None:
    bad = course.folder / "bad.csv"
    bad.write_text("student_id,name\ns9,Nina\ns9,Otto\n")
    assert "line 3 of the roster" in course.complaint("course", "roster", "import", "cs101", bad)
    assert "cannot be read" in course.complaint("course", "roster", "import", "cs101", "none.csv")
    assert "cannot be read" in course.complaint("course", "roster", "import", "cs101", course.folder)
    assert len(course.json("course", "roster", "show", "cs101")) == 3


def test_tokens_are_made_once_and_go_to_a_file_that_others_cannot_read(course: Shell) -> None:
    file = course.folder / "tokens.csv"
    course.text("course", "tokens", "cs101", "-o", file)
    assert file.stat().st_mode & 0o777 == 0o600
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    assert [row["student_id"] for row in rows] == ["s1", "s2", "s3"]
    assert rows[1]["name"] == "'=2+5"  # a spreadsheet would compute it
    assert len({row["token"] for row in rows}) == 3
    assert course.json("course", "tokens", "cs101") == []
    (again,) = course.json("course", "tokens", "cs101", "--student", "s2", "--again")
    assert again["token"] not in file.read_text()
    assert course.json("course", "revoke", "cs101", "s2") == {"student_id": "s2", "revoked": True}
    assert course.json("course", "revoke", "cs101", "s2") == {"student_id": "s2", "revoked": False}
    assert "no student 's9'" in course.complaint("course", "revoke", "cs101", "s9")
    states = [one["token"] for one in course.json("course", "roster", "show", "cs101")]
    assert states == ["good", "revoked", "good"]
    with reading(load_settings().database) as session:
        assert session.get(Member, 1) is not None


def test_an_assignment_is_set_changed_and_shown(course: Shell) -> None:
    made = course.json(
        "course", "assignment", "create", "cs101/hw1", "--game", "claim", "--deadline", "2026-12-01 23:59",
        "--opens", "2026-11-01 08:00", "--late-hours", 48, "--late-percent", 12.5, "--freeze", "2026-11-30 00:00",
        "--quota", 3, "--failed-quota", 7, "--blocks", 20, "--baselines", "greedy", "--threshold", "greedy:0.5:10",
    )  # fmt: skip
    assert made["deadline"] == "2026-12-01 22:59:00+00:00"
    assert made["last_moment_local"] == "2026-12-03 23:59 CET"
    assert (made["quota"], made["failed_quota"], made["blocks"]) == (3, 7, 20)
    assert made["thresholds"] == [{"baseline": "greedy@1", "score": 0.5, "points": 10.0}]
    changed = course.json("course", "assignment", "change", "cs101/hw1", "--freeze", "none", "--quota", 9)
    assert (changed["freeze"], changed["quota"], changed["deadline"]) == (None, 9, made["deadline"])
    text = course.text("course", "assignment", "show", "cs101/hw1")
    assert "12.5 % off for every day that was begun" in text
    assert "cs101/hw1" in course.text("course", "show", "cs101")
    assert "rank" in course.text("course", "leaderboard", "cs101/hw1")
    assert "Nothing has been handed in yet" in course.text("course", "submissions", "cs101/hw1")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--deadline", "2027-03-28 02:30"], "does not exist in Europe/Zurich"),
        (["--deadline", "soon"], "a moment is written"),
        (["--deadline", "2020-01-01 00:00"], "the deadline must be after the opening"),
        (["--deadline", "2099-01-01 00:00", "--baselines", "nobody"], "local/nobody has no active version"),
        (["--deadline", "2099-01-01 00:00", "--threshold", "greedy:0.5:1"], "a threshold is against one of the base"),
        (["--deadline", "2099-01-01 00:00", "--threshold", "greedy"], "a threshold is written BOT:SCORE:POINTS"),
        (["--deadline", "2099-01-01 00:00", "--baselines", "greedy", "--threshold", "greedy:nan:1"], "a threshold has"),
        (["--deadline", "2099-01-01 00:00", "--blocks", 0], "blocks: from 1"),
        (["--deadline", "2099-01-01 00:00", "--late-hours", "inf"], "late hours: from 0"),
    ],
)
def test_a_mistake_in_an_assignment_is_one_sentence(course: Shell, words: list[object], sentence: str) -> None:
    given = ["course", "assignment", "create", "cs101/hw1", "--game", "claim", *words]
    assert sentence in course.complaint(*given)
    assert course.json("course", "show", "cs101")["assignments"] == []


def test_a_deadline_that_the_clocks_show_twice_is_the_first_and_said_so(course: Shell) -> None:
    app(
        ["course", "assignment", "create", "cs101/hw1", "--game", "claim", "--deadline", "2027-10-31 02:30"],
        standalone_mode=False,
    )
    assert "2027-10-31 02:30 CEST is meant" in course.error()


def test_names_are_revealed_once_and_for_all(course: Shell) -> None:
    assert course.json("course", "show", "cs101")["revealed"] is None
    first = course.json("course", "reveal", "cs101")["revealed"]
    assert course.json("course", "reveal", "cs101")["revealed"] == first
    course.text("course", "create", "open")
    assert "no pseudonyms to reveal" in course.complaint("course", "reveal", "open")


def test_what_is_not_there_is_one_sentence(course: Shell) -> None:
    assert "no course 'x'" in course.complaint("course", "show", "x")
    assert "no hand-in 7" in course.complaint("course", "feedback", 7)
    assert "has no assignment 'hw9'" in course.complaint("course", "leaderboard", "cs101/hw9")
    assert "written COURSE/KEY" in course.complaint("course", "submissions", "cs101")
