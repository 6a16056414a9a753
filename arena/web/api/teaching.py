"""What teachers do with a course, from afar: the same as `arena course …`. For admins alone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from arena.accounts.roles import Scope
from arena.courses.enrolment import enrol, member_with, members_of, revoke_member, token_row
from arena.courses.facts import assignment_facts, course_facts
from arena.courses.models import Course
from arena.courses.roster import read_roster
from arena.courses.store import (
    Wanted,
    add_assignment,
    add_course,
    assignment_named,
    change_assignment,
    course_named,
    reveal,
)
from arena.courses.times import moment_of
from arena.db import writing
from arena.leases import clock
from arena.settings import Settings
from arena.web.api.courses import ASSIGNMENT, AssignmentOut, CourseOut, Key
from arena.web.api.routes import api_router
from arena.web.api.tournaments import Clock, checked_limits
from arena.web.deps import SettingsDep
from arena.web.gates import needs

router = api_router("courses")
TEACHERS = [needs(Scope.ADMIN)]
CSV = {
    "requestBody": {
        "required": True,
        "description": "A CSV file in UTF-8 with the columns student_id, name and, if wanted, email and team.",
        "content": {"text/csv": {"schema": {"type": "string", "minLength": 1}}},
    }
}
Moment = Annotated[str, Field(max_length=40, description="2026-12-01 23:59, by the course's clocks")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class CourseIn(Strict):
    key: str = Field(max_length=40)
    title: str = Field("", max_length=200)
    timezone: str = Field("UTC", max_length=60)
    pseudonyms: bool = False


class ImportedOut(BaseModel):
    """Student ids."""

    new: list[str]
    changed: list[str]
    same: list[str]


class TokensIn(Strict):
    student: str | None = Field(None, max_length=80)
    """Only this one's; by default everybody's who has none."""
    again: bool = False
    """Also for those who have one, which is revoked."""


class StudentToken(BaseModel):
    student_id: str
    name: str
    email: str
    account: str
    token: str
    """Shown this once."""


class ThresholdIn(Strict):
    baseline: str = Field(max_length=200)
    score: float
    points: float


class AssignmentIn(Strict):
    key: str = Field(max_length=40)
    game: str = Field(max_length=40)
    deadline: Moment
    opens: Moment | None = None
    """By default now."""
    title: str = Field("", max_length=200)
    players: int | None = Field(None, ge=2, le=5)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=20)
    late_hours: float = 0.0
    late_percent_per_day: float = 0.0
    freeze: Moment | None = None
    quota: int = 5
    failed_quota: int = 20
    blocks: int = 50
    clock: Clock = Field(default_factory=lambda: Clock.model_validate({}))
    limits: dict[str, int] | None = Field(None, max_length=20)
    baselines: list[str] = Field(default_factory=list, max_length=20)
    thresholds: list[ThresholdIn] = Field(default_factory=list, max_length=50)


class ChangeIn(Strict):
    """What is named is changed."""

    title: str | None = Field(None, max_length=200)
    opens: Moment | None = None
    deadline: Moment | None = None
    late_hours: float | None = None
    late_percent_per_day: float | None = None
    freeze: Moment | None = None
    """`none` for no freeze."""
    quota: int | None = None
    failed_quota: int | None = None


@router.post("/courses", status_code=201, dependencies=TEACHERS)
def begin_course(settings: SettingsDep, given: CourseIn) -> CourseOut:
    with writing(settings.database) as session:
        course = add_course(session, given.key, given.title, given.timezone, given.pseudonyms)
        return CourseOut(**course_facts(session, course, clock(session)))


@router.post("/courses/{course}/roster", dependencies=TEACHERS, openapi_extra=CSV)
async def import_roster(request: Request, settings: SettingsDep, course: Key) -> ImportedOut:
    """Enter a CSV file's students, all or none. Who is known is brought up to date; who is not in it stays."""
    return await run_in_threadpool(_import, settings, course, await request.body())


@router.post("/courses/{course}/tokens", status_code=201, dependencies=TEACHERS)
def make_tokens(settings: SettingsDep, course: Key, asked: TokensIn) -> list[StudentToken]:
    """For every student who has none, or for one."""
    with writing(settings.database) as session:
        found = course_named(session, course)
        one = asked.student
        chosen = members_of(session, found) if one is None else [member_with(session, found, one)]
        rows = [token_row(session, found, member, asked.again) for member in chosen]
        return [StudentToken(**row) for row in rows if row is not None]


@router.delete("/courses/{course}/tokens/{student}", dependencies=TEACHERS)
def revoke_token_of(
    settings: SettingsDep, course: Key, student: Annotated[str, Path(max_length=80)]
) -> dict[str, str | bool]:
    """It is good for nothing from now on; their team's other tokens are."""
    with writing(settings.database) as session:
        member = member_with(session, course_named(session, course), student)
        return {"student_id": member.student_id, "revoked": revoke_member(session, member)}


@router.post("/courses/{course}/reveal", dependencies=TEACHERS)
def reveal_names(settings: SettingsDep, course: Key) -> CourseOut:
    """Leaderboards show the teams' own names from now on."""
    with writing(settings.database) as session:
        found = course_named(session, course)
        reveal(session, found)
        return CourseOut(**course_facts(session, found, clock(session)))


@router.post("/courses/{course}/assignments", status_code=201, dependencies=TEACHERS)
def set_assignment(settings: SettingsDep, course: Key, given: AssignmentIn) -> AssignmentOut:
    with writing(settings.database) as session:
        found = course_named(session, course)
        values = given.model_dump(exclude={"key", "limits"})
        values["opens"] = values["opens"] or clock(session).replace(microsecond=0).isoformat(" ")
        wanted = Wanted(**_with_moments(found, values), limits=checked_limits(given.limits))
        return _shown(session, found, add_assignment(session, found, given.key, wanted))


@router.patch(ASSIGNMENT, dependencies=TEACHERS)
def change(settings: SettingsDep, course: Key, assignment: Key, given: ChangeIn) -> AssignmentOut:
    """Give more time or more slots. What was late is counted anew; what hand-ins are measured by stays."""
    with writing(settings.database) as session:
        found, one = assignment_named(session, f"{course}/{assignment}")
        values = given.model_dump(exclude_none=True)
        unfrozen = {"freeze": None} if values.get("freeze") == "none" else {}
        chosen = {name: value for name, value in values.items() if name not in unfrozen}
        change_assignment(session, one, **_with_moments(found, chosen), **unfrozen)
        return _shown(session, found, one)


def _import(settings: Settings, course: str, data: bytes) -> ImportedOut:
    rows = read_roster(data)
    with writing(settings.database) as session:
        done = enrol(session, course_named(session, course), rows)
    return ImportedOut(new=done.new, changed=done.changed, same=done.same)


def _with_moments(course: Course, values: dict[str, Any]) -> dict[str, Any]:
    """Moments as they are kept."""
    read = {
        name: moment_of(values[name], course.timezone)
        for name in ("opens", "deadline", "freeze")
        if values.get(name) is not None
    }
    return values | read


def _shown(session: Session, course: Course, assignment: Any) -> AssignmentOut:
    return AssignmentOut(**assignment_facts(session, course, assignment, clock(session)))
