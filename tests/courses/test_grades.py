"""What teams have earned, from stored blocks to the files that teachers and students get."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from arena.cells import safe_cell
from arena.courses.exports import LONGEST_FILE_NAME, grades_csv, gradescope, gradescope_files
from arena.courses.grades import result_of, results
from arena.courses.grading import State
from arena.courses.models import HandinStatus
from arena.courses.store import teams_of
from arena.db import reading, writing
from arena.models import Block, Match, Void
from arena.store import version_labels
from tests.courses.played import DEADLINE, course_of, hand_in_played, set_up, team

ROSTER = "student_id,name,email,team\ns1,Anna,anna@x.example,\ns2,Bert,bert@x.example,\n"
ALL, HALF, NONE = [2] * 40, [1] * 40, [0] * 40
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}


@pytest.fixture
def arena(root: Path) -> str:
    """The URL of a small one: where the kind of database makes no difference."""
    return f"sqlite:///{root}/arena.db"


def grades_of(url: str) -> list[tuple[float, bool] | None]:
    with reading(url) as session:
        found = results(session, course_of(session)[1])
        return [None if one.grade is None else (one.grade.points, one.grade.is_pending) for one in found]


def table(url: str) -> list[dict[str, str]]:
    with reading(url) as session:
        return list(csv.DictReader(io.StringIO(grades_csv(session, *course_of(session)))))


def results_json(url: str, number: int = 0) -> dict[str, Any]:
    with reading(url) as session:
        _, assignment = course_of(session)
        labels = version_labels(session, assignment.baselines)
        return gradescope(assignment, labels, result_of(session, assignment, team(session, number)))


def test_points_are_for_what_the_blocks_prove(database: str) -> None:
    set_up(database, ROSTER)
    assert grades_of(database) == [None, None]
    with writing(database) as session:
        hand_in_played(session, team(session, 0), [ALL, ALL])
        hand_in_played(session, team(session, 1), [[2, 2, 2, 1] * 10, HALF])
    assert grades_of(database) == [(12.0, False), (6.0, False)]
    with reading(database) as session:
        anna, bert = results(session, course_of(session)[1])
        assert anna.grade is not None
        assert bert.grade is not None
        assert [one.state for one in bert.grade.verdicts] == [State.MET, State.NOT_MET, State.NOT_MET]
        seen = bert.grade.verdicts[0].evidence
        assert (seen.blocks, seen.score) == (40, 0.875)
        assert 0.8 > seen.low > 0.5, "above 80 % it scored, but 40 blocks do not prove it"
        assert (anna.version, bert.version) == ("Anna/my-bot@1", "Bert/my-bot@1")


def test_39_of_40_blocks_are_pending_whatever_they_say(arena: str) -> None:
    set_up(arena, ROSTER)
    with writing(arena) as session:
        hand_in_played(session, team(session), [[2] * 39, ALL])
    assert grades_of(arena)[0] == (2.0, True)
    assert [row["pending"] for row in table(arena)] == ["yes", ""]
    found = results_json(arena)
    assert found["extra_data"]["pending"] is True
    assert "status" not in found["tests"][0]
    assert found["tests"][0]["output"].startswith("pending: 100.0%")
    assert "39 of 40 blocks" in found["tests"][0]["output"]


def test_a_void_block_does_not_count_and_leaves_the_threshold_pending(database: str) -> None:
    set_up(database, ROSTER)
    with writing(database) as session:
        hand_in_played(session, team(session), [ALL, ALL])
        query = select(Block).join(Match).where(Match.number == 1, Block.number == 7)
        session.add(Void(block_id=session.exec(query).one().id or 0, reason="the host was swapping"))
    assert grades_of(database)[0] == (2.0, True)


def test_what_was_handed_in_last_and_accepted_counts_even_if_it_is_worse(arena: str) -> None:
    set_up(arena, ROSTER)
    with writing(arena) as session:
        hand_in_played(session, team(session), [ALL, ALL], DEADLINE - timedelta(hours=2))
        hand_in_played(session, team(session), [NONE, HALF], DEADLINE - timedelta(hours=1))
        hand_in_played(session, team(session), [], DEADLINE, HandinStatus.REFUSED)
        hand_in_played(session, team(session), [], DEADLINE, HandinStatus.WAITING)
    assert grades_of(arena)[0] == (0.0, False)


@pytest.mark.parametrize(
    ("late", "points", "percent"),
    [
        (timedelta(0), 12.0, "0.0"),
        (timedelta(microseconds=1), 10.8, "10.0"),
        (timedelta(hours=24), 10.8, "10.0"),
        (timedelta(hours=24, microseconds=1), 9.6, "20.0"),
    ],
)
def test_every_day_that_was_begun_costs_its_percent(arena: str, late: timedelta, points: float, percent: str) -> None:
    set_up(arena, ROSTER)
    with writing(arena) as session:
        hand_in_played(session, team(session), [ALL, ALL], DEADLINE + late)
    assert grades_of(arena)[0] == (points, False)
    row = table(arena)[0]
    assert (float(row["points"]), row["max_points"], row["late_percent"]) == (points, "12.0", percent)
    found = results_json(arena)
    assert (found["score"], sum(test["score"] for test in found["tests"])) == (points, 12.0)


def test_the_table_has_every_student_with_times_of_the_course(database: str) -> None:
    set_up(database, ROSTER + "s3,Cleo,,Duo\ns4,Dora,,Duo\n")
    with writing(database) as session:
        names = [account for _, account in teams_of(session, course_of(session)[0])]
        hand_in_played(session, team(session, names.index("Duo")), [ALL, HALF])
    rows = {row["student_id"]: row for row in table(database)}
    assert sorted(rows) == ["s1", "s2", "s3", "s4"]
    assert rows["s1"]["points"] == "0.0"
    assert {rows[one]["points"] for one in ("s3", "s4")} == {"10.0"}
    assert rows["s3"]["received"] == "2026-10-25 23:00 CET", "the clocks were put back on that day"
    assert rows["s3"]["score python-greedy@1"] == "1.0"
    assert rows["s3"]["low python-greedy@1"] == "0.9281"
    assert (rows["s3"]["python-greedy@1 > 0.8"], rows["s3"]["python-random@1 > 0.9"]) == ("met", "not met")


HOSTILE = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1+1", "  =1+1", "\u3000=1+1"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_cell_begins_a_formula(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["\t=1", "\r=1", "\n=1", "\x0b=1"])
def test_nor_after_what_spreadsheets_skip(text: str) -> None:
    assert safe_cell(text).startswith("'")


@pytest.mark.parametrize("text", ["", "Anna", "5=5", "a-b", "Łukasz", "'=1"])
def test_other_text_is_left_alone(text: str) -> None:
    assert safe_cell(text) == text


def test_names_may_be_anything_and_are_no_formulas_in_the_table(arena: str) -> None:
    names = [*HOSTILE[:5], "Ærøskøbing, Þór", 'Robert "); DROP', "李小龍", "نور", "👩🏽‍🎓 Zoë"]
    roster = io.StringIO()
    csv.writer(roster).writerows([["student_id", "name"], *([f"s{number}", name] for number, name in enumerate(names))])
    set_up(arena, roster.getvalue())
    with reading(arena) as session:
        text = grades_csv(session, *course_of(session))
    assert not text.startswith("\ufeff")
    assert text.encode().decode() == text
    rows = {row["student_id"]: row["name"] for row in csv.DictReader(io.StringIO(text))}
    for number, name in enumerate(names):
        shown = rows[f"s{number}"].removeprefix("'") if number < 5 else rows[f"s{number}"]
        assert unicodedata.normalize("NFC", shown) == unicodedata.normalize("NFC", name)
    for row in csv.reader(io.StringIO(text)):
        assert not any(cell[:1] in set("=+-@＝＋－＠") for cell in row)


def test_results_json_is_what_gradescope_reads(arena: str) -> None:
    set_up(arena, ROSTER)
    with writing(arena) as session:
        hand_in_played(session, team(session), [[2, 2, 2, 1] * 10, ALL])
    found = json.loads(json.dumps(results_json(arena)))
    assert set(found) == {"score", "output", "visibility", "tests", "leaderboard", "extra_data"}
    assert found["score"] == 8.0
    assert found["visibility"] in VISIBILITIES
    assert [(one["score"], one["max_score"], one["status"]) for one in found["tests"]] == [
        (6.0, 6.0, "passed"), (0.0, 4.0, "failed"), (2.0, 2.0, "passed"),
    ]  # fmt: skip
    for test in found["tests"]:
        assert set(test) == {"number", "name", "score", "max_score", "status", "output", "visibility"}
        assert test["visibility"] in VISIBILITIES
    assert found["leaderboard"] == [
        {"name": "score against python-greedy@1", "value": 0.875, "order": "desc"},
        {"name": "score against python-random@1", "value": 1.0, "order": "desc"},
    ]
    assert found["tests"][1]["name"] == "beats python-greedy@1 by more than 80.0%"
    assert "the lower bound must be above 80.0%" in found["tests"][1]["output"]


def test_a_team_without_anything_has_a_results_json_too(arena: str) -> None:
    set_up(arena, ROSTER)
    found = results_json(arena)
    assert (found["score"], found["tests"], found["extra_data"]["bot"]) == (0.0, [], None)
    with writing(arena) as session:
        waiting = hand_in_played(session, team(session), [], DEADLINE, HandinStatus.WAITING)
        refused = hand_in_played(session, team(session, 1), [], DEADLINE, HandinStatus.REFUSED)
        _, assignment = course_of(session)
        shown = [
            gradescope(assignment, {}, result_of(session, assignment, team(session, number), handin))
            for number, handin in enumerate((waiting, refused))
        ]
    assert [one["extra_data"]["pending"] for one in shown] == [True, False]


def test_every_team_has_a_file_of_its_own_whatever_it_is_called(arena: str) -> None:
    names = ["👩🏽‍🎓" * 12, "..", "Anna", "a/b", "CON"]
    set_up(arena, "student_id,name\n" + "".join(f"s{one},{name}\n" for one, name in enumerate(names)))
    with reading(arena) as session:
        files = gradescope_files(session, course_of(session)[1])
    assert len(files) == len(names)
    for name in files:
        assert "/" not in name
        assert name.endswith(".json")
        assert len(name.encode()) <= LONGEST_FILE_NAME + 20
