"""Courses: what everybody may see of them, what a team has handed in, and the roster for admins."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import HTTPException, Path
from pydantic import BaseModel, ConfigDict

from arena.accounts.roles import Scope
from arena.courses.facts import assignment_facts, course_facts, roster_facts, slot_facts
from arena.courses.feedback import feedback, handin_facts
from arena.courses.handins import handins
from arena.courses.leaderboard import leaderboard
from arena.courses.store import assignment_named, course_named, courses, team_of
from arena.leases import clock
from arena.web.api.routes import After, Limit, PageOf, api_router, page_of
from arena.web.deps import SessionDep, ViewerDep
from arena.web.gates import needs, own_handin
from arena.web.ids import Id

router = api_router("courses")
Key = Annotated[str, Path(max_length=40)]
ASSIGNMENT = "/courses/{course}/assignments/{assignment}"


class AssignmentOut(BaseModel):
    """Moments are UTC; those that end in `_local` are as the clocks of the course show them."""

    model_config = ConfigDict(extra="allow")

    assignment: str
    title: str
    state: str
    """not open, open, over"""
    game: str
    players: int
    opens: datetime
    deadline: datetime
    last_moment: datetime
    """Until when something is taken, late."""
    quota: int
    failed_quota: int
    blocks: int
    baselines: list[str]


class CourseOut(BaseModel):
    id: int
    key: str
    title: str
    timezone: str
    pseudonyms: bool
    revealed: datetime | None
    teams: int
    assignments: list[AssignmentOut]


class HandinOut(BaseModel):
    """What was handed in: waiting, accepted or refused."""

    id: int
    assignment: str
    team: str
    received: datetime
    received_local: str
    late_seconds: float
    status: str
    sentence: str
    version: str | None
    version_id: int | None
    submission_id: int
    tournament_id: int | None
    """What answers it: the team's alone."""
    progress: dict[str, Any] | None


class FeedbackOut(HandinOut):
    steps: list[dict[str, Any]]
    """What build and check said."""
    matches: list[dict[str, Any]]
    lost: list[dict[str, Any]]
    """The blocks that it lost most clearly, with their games."""
    faults: list[int]
    """The games in which it was at fault."""
    next_slot: datetime | None
    """When the team may hand in again."""
    next_slot_local: str | None
    is_free_now: bool


class SlotOut(BaseModel):
    next_slot: datetime | None
    """None if no slot is free before it is over."""
    next_slot_local: str | None
    is_free_now: bool
    used: int
    """Of the quota, at this moment; what waits counts here and below."""
    failed_used: int
    """Of the quota of those that are refused."""


class LeaderboardOut(BaseModel):
    assignment: str
    frozen_since: datetime | None
    """Since when it stands still, if it does."""
    frozen_since_local: str | None
    baselines: list[str]
    blocks: int
    rows: list[dict[str, Any]]


class StudentOut(BaseModel):
    student_id: str
    name: str
    email: str
    team: str
    account: str
    token: str


@router.get("/courses")
def list_courses(session: SessionDep) -> list[CourseOut]:
    at = clock(session)
    return [CourseOut(**course_facts(session, course, at)) for course in courses(session)]


@router.get("/courses/{course}")
def show_course(session: SessionDep, course: Key) -> CourseOut:
    return CourseOut(**course_facts(session, course_named(session, course), clock(session)))


@router.get("/courses/{course}/roster", dependencies=[needs(Scope.ADMIN)])
def show_roster(session: SessionDep, viewer: ViewerDep, course: Key) -> list[StudentOut]:
    """Who is who: for admins alone."""
    if not viewer.is_admin:
        raise HTTPException(403, "a roster is for admins")
    return [StudentOut(**one) for one in roster_facts(session, course_named(session, course))]


@router.get(ASSIGNMENT)
def show_assignment(session: SessionDep, course: Key, assignment: Key) -> AssignmentOut:
    found = assignment_named(session, f"{course}/{assignment}")
    return AssignmentOut(**assignment_facts(session, *found, clock(session)))


@router.get(f"{ASSIGNMENT}/leaderboard")
def show_leaderboard(session: SessionDep, viewer: ViewerDep, course: Key, assignment: Key) -> LeaderboardOut:
    """Each team's last accepted hand-in; while it is frozen, admins alone see what is new."""
    _, found = assignment_named(session, f"{course}/{assignment}")
    return LeaderboardOut(**leaderboard(session, found, clock(session), is_whole=viewer.is_admin))


@router.get(f"{ASSIGNMENT}/slot", dependencies=[needs(Scope.READ)])
def show_slot(session: SessionDep, viewer: ViewerDep, course: Key, assignment: Key) -> SlotOut:
    """When you may hand in next."""
    found, one = assignment_named(session, f"{course}/{assignment}")
    team = team_of(session, found, viewer.name or "")
    return SlotOut(**slot_facts(session, one, team, clock(session)))


@router.get(f"{ASSIGNMENT}/handins", dependencies=[needs(Scope.READ)])
def list_handins(
    session: SessionDep, viewer: ViewerDep, course: Key, assignment: Key, after: After = 0, limit: Limit = 50
) -> PageOf[HandinOut]:
    """Your team's; for admins, everybody's."""
    found, one = assignment_named(session, f"{course}/{assignment}")
    team = None if viewer.is_admin else team_of(session, found, viewer.name or "")
    rows = handins(session, one, team, after)[: limit + 1]
    return PageOf(**page_of([HandinOut(**handin_facts(session, row)) for row in rows], limit, lambda row: row.id))


@router.get("/handins/{handin_id}", dependencies=[needs(Scope.READ)])
def show_handin(session: SessionDep, viewer: ViewerDep, handin_id: Id) -> FeedbackOut:
    """All the feedback: for the team and for admins alone."""
    return FeedbackOut(**feedback(session, own_handin(session, viewer, handin_id)))
