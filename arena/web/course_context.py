"""What the pages of an assignment and of a hand-in show: to a team its own, to admins everybody's and who they are."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import Session

from arena.accounts.roles import Scope
from arena.courses.facts import assignment_facts, slot_facts
from arena.courses.feedback import feedback, handin_facts
from arena.courses.grades import grades_of, last_handins, result_of
from arena.courses.handins import handins
from arena.courses.leaderboard import leaderboard, stands_still_since
from arena.courses.models import Assignment, Course, Handin, HandinStatus, Team
from arena.courses.store import team_of, teams_of
from arena.courses.times import local_text
from arena.facts.bots import faults_of
from arena.facts.names import names_of
from arena.facts.sight import Sight
from arena.leases import clock
from arena.models import Pool
from arena.settings import Missing
from arena.store import version_labels
from arena.submissions import MOST_BYTES
from arena.web.paging import paging
from arena.web.viewers import Viewer
from referee.limits import Limit, Limits

ROWS = 30
LOGS = 5


def own_team(session: Session, viewer: Viewer, course: Course) -> Team | None:
    """The one as which somebody is signed in."""
    if viewer.name is None or Scope.READ not in viewer.scopes:
        return None
    try:
        return team_of(session, course, viewer.name)
    except Missing:
        return None


def assignment_context(
    session: Session, viewer: Viewer, course: Course, assignment: Assignment, number: int
) -> dict[str, Any]:
    at = clock(session)
    team = own_team(session, viewer, course)
    still_since = stands_still_since(course, assignment, at)
    return {
        **_asked(session, course, assignment, at),
        "board": leaderboard(session, assignment, at, is_whole=viewer.is_admin),
        "still_since": None if still_since is None else local_text(still_since, course.timezone),
        "account": viewer.name if team else None,
        "names": _real_names(session, viewer, course),
        "slot": slot_facts(session, assignment, team, at) if team else None,
        "result": result_of(session, assignment, team) if team else None,
        "most_megabytes": MOST_BYTES // 1024 // 1024,
        **(_handed_in(session, assignment, None if viewer.is_admin else team, number)
           if team or viewer.is_admin else {"handins": None}),
    }  # fmt: skip


def handin_context(session: Session, viewer: Viewer, sight: Sight, handin: Handin) -> dict[str, Any]:
    assignment, team = session.get_one(Assignment, handin.assignment_id), session.get_one(Team, handin.team_id)
    course = session.get_one(Course, assignment.course_id)
    facts = feedback(session, handin)
    versions = [] if handin.version_id is None else [handin.version_id]
    faults = faults_of(session, versions, with_logs=True, limit=LOGS, sight=sight)
    return {
        "course": course,
        "facts": assignment_facts(session, course, assignment, clock(session)),
        "labels": version_labels(session, assignment.baselines),
        "handin": facts,
        "is_over": _is_over(handin, facts),
        "with_replays": {one["match"] for one in facts["matches"] if one["has_replays"]},
        "result": result_of(session, assignment, team, handin),
        "faults": [one for one in faults if one.game_id in facts["faults"]],
        "names": _real_names(session, viewer, course),
    }


def _is_over(handin: Handin, facts: dict[str, Any]) -> bool:
    """Whether nothing more comes."""
    if handin.status != HandinStatus.ACCEPTED:
        return handin.status == HandinStatus.REFUSED
    return facts["progress"] is None or facts["progress"]["status"] in ("done", "cancelled")


def _asked(session: Session, course: Course, assignment: Assignment, at: datetime) -> dict[str, Any]:
    """What is to be done, for everybody."""
    named = names_of(session, assignment.baselines)
    limits = Limits.from_numbers(assignment.limits or {})
    return {
        "course": course,
        "facts": assignment_facts(session, course, assignment, at),
        "pool": session.get_one(Pool, assignment.pool_id),
        "baselines": [named[one] for one in assignment.baselines],
        "thresholds": [(named[one["baseline"]], one["score"], one["points"]) for one in assignment.thresholds],
        "labels": version_labels(session, assignment.baselines),
        "limits": [limits.text(limit) for limit in Limit],
    }


def _handed_in(session: Session, assignment: Assignment, team: Team | None, number: int) -> dict[str, Any]:
    """The newest first, each with what it is worth: a team's, or everybody's."""
    found = handins(session, assignment, team)[::-1]
    pages = paging(number, ROWS, len(found))
    shown = found[pages.offset : pages.offset + pages.size]
    grades = grades_of(session, assignment, shown)
    return {
        "handins": [(handin_facts(session, one), grades.get(one.id or 0)) for one in shown],
        "counting": {one.id for one in last_handins(session, assignment).values()},
        "paging": pages,
    }


def _real_names(session: Session, viewer: Viewer, course: Course) -> dict[str, str]:
    """Who is behind which account: for admins alone."""
    return {account: team.name for team, account in teams_of(session, course)} if viewer.is_admin else {}
