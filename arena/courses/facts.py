"""Courses, assignments and rosters as plain values, for JSON and for tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import Session

from arena.accounts.models import User
from arena.accounts.tokens import is_good, utc
from arena.courses.enrolment import members_of, token_of
from arena.courses.handins import uses_of
from arena.courses.models import Assignment, Course, Team
from arena.courses.slots import is_before, is_over, last_moment, next_slot, used
from arena.courses.store import assignments_of, teams_of
from arena.courses.times import local_text
from arena.models import Pool
from arena.store import version_labels


def course_facts(session: Session, course: Course, at: datetime) -> dict[str, Any]:
    """What everybody may know: nobody's name is in it."""
    return {
        "id": course.id,
        "key": course.key,
        "title": course.title,
        "timezone": course.timezone,
        "pseudonyms": course.pseudonyms,
        "revealed": None if course.revealed is None else utc(course.revealed),
        "teams": len(teams_of(session, course)),
        "assignments": [assignment_facts(session, course, one, at) for one in assignments_of(session, course)],
    }


def assignment_facts(session: Session, course: Course, assignment: Assignment, at: datetime) -> dict[str, Any]:
    pool = session.get_one(Pool, assignment.pool_id)
    labels = version_labels(session, assignment.baselines)
    moments = {
        "opens": assignment.opens,
        "deadline": assignment.deadline,
        "last_moment": last_moment(assignment),
        "freeze": assignment.freeze,
    }
    return {
        "assignment": f"{course.key}/{assignment.key}",
        "title": assignment.title,
        "state": "not open" if is_before(assignment, at) else "over" if is_over(assignment, at) else "open",
        "game": pool.game,
        "players": pool.players,
        "options": pool.options,
        **{name: None if moment is None else utc(moment) for name, moment in moments.items()},
        **{f"{name}_local": None if moment is None else local_text(moment, course.timezone)
           for name, moment in moments.items()},
        "late_hours": assignment.late_hours,
        "late_percent_per_day": assignment.late_percent_per_day,
        "quota": assignment.quota,
        "failed_quota": assignment.failed_quota,
        "blocks": assignment.blocks,
        "clock": assignment.clock,
        "limits": assignment.limits,
        "baselines": [labels[version] for version in assignment.baselines],
        "thresholds": [{**one, "baseline": labels[one["baseline"]]} for one in assignment.thresholds],
    }  # fmt: skip


def slot_facts(session: Session, assignment: Assignment, team: Team, at: datetime) -> dict[str, Any]:
    """When the team may hand in next, none if that is too late; and what it has used up of its quotas."""
    uses = uses_of(session, assignment, team)
    free = max(next_slot(uses, assignment.quota, assignment.failed_quota, at), utc(assignment.opens))
    taken, failed = used(uses, at)
    course = session.get_one(Course, assignment.course_id)
    is_none = is_over(assignment, free)
    return {
        "next_slot": None if is_none else free,
        "next_slot_local": None if is_none else local_text(free, course.timezone),
        "is_free_now": not is_none and free <= at,
        "used": taken,
        "failed_used": failed,
    }


def roster_facts(session: Session, course: Course) -> list[dict[str, Any]]:
    """Who is who: for admins alone."""
    teams = {team.id: team for team, _ in teams_of(session, course)}
    found = []
    for member in members_of(session, course):
        team, token = teams[member.team_id], token_of(session, member)
        found.append(
            {
                "student_id": member.student_id,
                "name": member.name,
                "email": member.email,
                "team": "" if team.is_alone else team.name,
                "account": session.get_one(User, team.account_id).name,
                "token": "none" if token is None else "good" if is_good(token) else "revoked",
            }
        )
    return found
