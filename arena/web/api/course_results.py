"""What a team has earned for an assignment, and what its starter kit is made of."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import BaseModel
from sqlmodel import Session

from arena.accounts.roles import Scope
from arena.courses.exports import gradescope
from arena.courses.grades import handin_of_submission, result_of
from arena.courses.kit_facts import kit_facts
from arena.courses.store import assignment_named, team_of
from arena.store import version_labels
from arena.web.api.routes import api_router
from arena.web.deps import SessionDep, ViewerDep
from arena.web.gates import needs
from arena.web.ids import HIGHEST
from arena.web.viewers import Viewer

router = api_router("courses")
Key = Annotated[str, Path(max_length=40)]
ASSIGNMENT = "/courses/{course}/assignments/{assignment}"


class ResultsOut(BaseModel):
    """In the format of Gradescope's results.json."""

    score: float
    output: str
    visibility: str
    tests: list[dict[str, Any]]
    leaderboard: list[dict[str, Any]]
    extra_data: dict[str, Any]
    """`bot`: the version; `submission`: its upload; `pending`: whether more is to come."""


class KitOut(BaseModel):
    assignment: str
    title: str
    game: str
    options: dict[str, Any]
    players: int
    blocks: int
    baselines: list[dict[str, str]]
    thresholds: list[dict[str, Any]]


@router.get(f"{ASSIGNMENT}/results", dependencies=[needs(Scope.READ)])
def show_results(
    session: SessionDep,
    viewer: ViewerDep,
    course: Key,
    assignment: Key,
    submission: Annotated[int | None, Query(ge=1, le=HIGHEST)] = None,
    team: str | None = None,
) -> ResultsOut:
    """Your team's: of its last accepted hand-in, or of that submission. Admins say which team they mean."""
    return ResultsOut(**_results(session, viewer, f"{course}/{assignment}", submission, team))


def _results(
    session: Session, viewer: Viewer, name: str, submission: int | None, account: str | None
) -> dict[str, Any]:
    course, assignment = assignment_named(session, name)
    wanted = account if account is not None and viewer.is_admin else viewer.name or ""
    team = team_of(session, course, wanted)
    handin = None if submission is None else handin_of_submission(session, assignment, team, submission)
    labels = version_labels(session, assignment.baselines)
    return gradescope(assignment, labels, result_of(session, assignment, team, handin))


@router.get(f"{ASSIGNMENT}/kit", dependencies=[needs(Scope.READ)])
def show_kit(session: SessionDep, viewer: ViewerDep, course: Key, assignment: Key) -> KitOut:
    """For the team's members and admins: what `arena course kit` needs to know."""
    found, one = assignment_named(session, f"{course}/{assignment}")
    if not viewer.is_admin:
        team_of(session, found, viewer.name or "")
    return KitOut(**kit_facts(session, found, one))
