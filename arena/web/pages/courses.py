"""Courses: their list, a page for each, for each assignment, and for each hand-in. What is a team's or the roster's is
for the team and for admins alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request
from starlette.responses import HTMLResponse, Response

from arena.accounts.roles import Scope
from arena.courses.exports import grades_csv
from arena.courses.facts import course_facts, roster_facts
from arena.courses.store import assignment_named, course_named
from arena.courses.store import courses as all_courses
from arena.leases import clock
from arena.web.course_context import assignment_context, handin_context, own_team
from arena.web.deps import SessionDep, SightDep, ViewerDep, page
from arena.web.gates import needs, own_handin
from arena.web.ids import Id
from arena.web.paging import PageNumber

router = APIRouter()
Key = Annotated[str, Path(max_length=40)]


@router.get("/courses")
def courses(request: Request, session: SessionDep) -> HTMLResponse:
    at = clock(session)
    return page(request, "courses.html", found=[course_facts(session, one, at) for one in all_courses(session)])


@router.get("/courses/{course}")
def course(request: Request, session: SessionDep, viewer: ViewerDep, course: Key) -> HTMLResponse:
    found = course_named(session, course)
    team = own_team(session, viewer, found)
    roster = roster_facts(session, found) if viewer.is_admin else None
    facts = course_facts(session, found, clock(session))
    return page(request, "course.html", course=facts, account=viewer.name if team else None, roster=roster)


@router.get("/courses/{course}/{assignment}")
def assignment(
    request: Request,
    session: SessionDep,
    viewer: ViewerDep,
    course: Key,
    assignment: Key,
    number: Annotated[PageNumber, Query(alias="page")] = 1,
) -> HTMLResponse:
    found = assignment_named(session, f"{course}/{assignment}")
    return page(request, "assignment.html", **assignment_context(session, viewer, *found, number))


@router.get("/courses/{course}/{assignment}/grades.csv", dependencies=[needs(Scope.ADMIN)])
def grades(session: SessionDep, viewer: ViewerDep, course: Key, assignment: Key) -> Response:
    """Everybody's, by their real names."""
    if not viewer.is_admin:
        raise HTTPException(403, "grades are for admins")
    found, one = assignment_named(session, f"{course}/{assignment}")
    name = {"Content-Disposition": f'attachment; filename="{found.key}-{one.key}.csv"'}
    return Response(grades_csv(session, found, one), media_type="text/csv", headers=name)


@router.get("/handins/{handin_id}", dependencies=[needs(Scope.READ)])
def handin(request: Request, session: SessionDep, viewer: ViewerDep, sight: SightDep, handin_id: Id) -> HTMLResponse:
    """All the feedback; the whole page, or, for htmx, the part of it that changes."""
    context = handin_context(session, viewer, sight, own_handin(session, viewer, handin_id))
    is_part = request.headers.get("hx-request") == "true"
    return page(request, "handin_state.html" if is_part else "handin.html", **context)
