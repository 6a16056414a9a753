"""Grades for other programs: a table for each assignment, and for each team what Gradescope reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from arena.cells import safe_cell
from arena.courses.grades import Result, results, thresholds_of
from arena.courses.grading import State, Verdict, evidence_of
from arena.courses.models import Assignment, Course, HandinStatus, Member
from arena.courses.times import local_text
from arena.store import version_labels

DIGITS = 4
LONGEST_FILE_NAME = 200
"""In bytes."""


def grades_csv(session: Session, course: Course, assignment: Assignment) -> str:
    """A row for each student, by team and student id; those who handed in nothing are there too."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = _columns(assignment, version_labels(session, assignment.baselines))
    writer.writerow(map(safe_cell, columns))
    for row in grades_rows(session, course, assignment):
        cells = [row.get(column, "") for column in columns]
        writer.writerow([safe_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()


def grades_rows(session: Session, course: Course, assignment: Assignment) -> list[dict[str, Any]]:
    """The same as plain values."""
    found = {result.team.id: result for result in results(session, assignment)}
    labels = version_labels(session, assignment.baselines)
    members = session.exec(select(Member).where(Member.course_id == course.id).order_by(col(Member.student_id)))
    rows = [_row(course, assignment, labels, member, found[member.team_id]) for member in members]
    return sorted(rows, key=lambda row: str(row["account"]))


def _columns(assignment: Assignment, labels: Mapping[int, str]) -> list[str]:
    measured = [f"{what} {labels[one]}" for one in assignment.baselines for what in ("blocks", "score", "low", "high")]
    met = [_threshold_name(labels, verdict.baseline, verdict.score) for verdict in thresholds_of(assignment)]
    who = ["student_id", "name", "email", "team", "account", "bot", "received", "late_days", "late_percent"]
    return [*who, *measured, *met, "points", "max_points", "pending"]


def _row(
    course: Course, assignment: Assignment, labels: Mapping[int, str], member: Member, result: Result
) -> dict[str, Any]:
    handin, grade = result.handin, result.grade
    row: dict[str, Any] = {
        "student_id": member.student_id,
        "name": member.name,
        "email": member.email,
        "team": result.team.name,
        "account": result.account,
        "bot": result.version or "",
        "received": "" if handin is None else local_text(handin.received, course.timezone),
        "points": 0.0 if grade is None else grade.points,
        "max_points": most_points(assignment),
        "pending": "" if grade is None else "yes" if grade.is_pending else "no",
    }
    if grade is None:
        return row
    row |= {"late_days": grade.late_days, "late_percent": grade.late_percent}
    for baseline in assignment.baselines:
        seen = evidence_of(result.scores.get(baseline, ()), assignment.blocks)
        values = {"blocks": seen.blocks, "score": seen.score, "low": seen.low, "high": seen.high}
        row |= {f"{what} {labels[baseline]}": _rounded(value) for what, value in values.items()}
    for verdict in grade.verdicts:
        name = _threshold_name(labels, verdict.threshold.baseline, verdict.threshold.score)
        row[name] = str(verdict.state)
    return row


def gradescope(assignment: Assignment, labels: Mapping[int, str], result: Result) -> dict[str, Any]:
    """The results.json of one team: a test for each threshold, a column of the leaderboard for each baseline."""
    grade = result.grade
    if grade is None:
        return _without_grade(result)
    evidence = {one: evidence_of(result.scores.get(one, ()), assignment.blocks) for one in assignment.baselines}
    return {
        "score": grade.points,
        "output": "\n".join(_words(result)),
        "visibility": "visible",
        "tests": [_test(number, labels, verdict) for number, verdict in enumerate(grade.verdicts, start=1)],
        "leaderboard": [
            {"name": f"score against {labels[one]}", "value": _rounded(seen.score) or 0.0, "order": "desc"}
            for one, seen in evidence.items()
        ],
        "extra_data": _extra(result, grade.is_pending),
    }


def _without_grade(result: Result) -> dict[str, Any]:
    """Before its check, or for what did not pass it."""
    handin = result.handin
    is_waiting = handin is not None and handin.status == HandinStatus.WAITING
    output = "Nothing was handed in that passed its check."
    if handin is not None:
        output = "It waits to be checked." if is_waiting else handin.sentence or "It did not pass its check."
    return {
        "score": 0.0,
        "output": output,
        "visibility": "visible",
        "tests": [],
        "leaderboard": [],
        "extra_data": _extra(result, is_waiting),
    }


def _extra(result: Result, is_pending: bool) -> dict[str, Any]:
    submission = None if result.handin is None else result.handin.upload_id
    return {"bot": result.version, "submission": submission, "pending": is_pending}


def _words(result: Result) -> list[str]:
    assert result.grade is not None
    words = [f"{result.version} earns {result.grade.points:g} of {result.grade.most:g} points."]
    if result.grade.late_days:
        words.append(f"It was late: {result.grade.late_percent:g} percent are taken off.")
    if result.grade.is_pending:
        words.append("It is still being played: what is pending may be met yet.")
    return words


def _test(number: int, labels: Mapping[int, str], verdict: Verdict) -> dict[str, Any]:
    """Before what being late takes off, which the score of the whole has."""
    threshold, seen = verdict.threshold, verdict.evidence
    if seen.score is None:
        output = f"pending: none of {seen.declared} blocks is played yet"
    else:
        interval = f"{seen.score:.1%}, with 95 % confidence from {seen.low:.1%} to {seen.high:.1%}"
        played = f"{seen.blocks} of {seen.declared} blocks"
        output = f"{verdict.state}: {interval}, in {played}; the lower bound must be above {threshold.score:.1%}"
    return {
        "number": str(number),
        "name": f"beats {labels[threshold.baseline]} by more than {threshold.score:.1%}",
        "score": verdict.points,
        "max_score": threshold.points,
        **({} if verdict.state is State.PENDING else {"status": "passed" if verdict.state is State.MET else "failed"}),
        "output": output,
        "visibility": "visible",
    }


def most_points(assignment: Assignment) -> float:
    return round(sum(one.points for one in thresholds_of(assignment)), 2)


def _threshold_name(labels: Mapping[int, str], baseline: int, score: float) -> str:
    return f"{labels[baseline]} > {score:g}"


def _rounded(value: float | None) -> float | None:
    return value if value is None else round(value, DIGITS)


def gradescope_files(session: Session, assignment: Assignment) -> dict[str, dict[str, Any]]:
    """For every team one, by the name of its file."""
    labels = version_labels(session, assignment.baselines)
    return {_file_name(one): gradescope(assignment, labels, one) for one in results(session, assignment)}


def _file_name(result: Result) -> str:
    """The account's, as far as file systems take it."""
    short = result.account.encode()[:LONGEST_FILE_NAME].decode(errors="ignore")
    return f"{short if short == result.account else f'{short}-{result.team.id}'}.json"
