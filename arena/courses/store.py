"""Courses and assignments in the database: made, found, changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from arena.accounts.models import User
from arena.accounts.tokens import utc
from arena.courses.models import Assignment, Course, Handin, Team
from arena.courses.slots import late_seconds
from arena.courses.times import zone
from arena.leases import clock
from arena.models import Owner
from arena.settings import ArenaError, Missing
from arena.store import LOCAL_OWNER, BotName, find_version, owner_named, pool_of
from arena.tournaments import MOST_BLOCKS
from referee.games import game_of

KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
USUAL_CLOCK = {"startup_ms": 10_000, "grace_ms": 200, "bank_ms": 20_000}


def checked_key(key: str) -> str:
    if not KEY.fullmatch(key):
        raise ArenaError(f"a key is 1 to 40 of a-z, 0-9 and -, like cs101, not {key!r}")
    return key


def add_course(session: Session, key: str, title: str = "", timezone: str = "UTC", pseudonyms: bool = False) -> Course:
    checked_key(key)
    zone(timezone)
    if session.exec(select(Course).where(Course.key == key)).first() is not None:
        raise ArenaError(f"there is a course {key!r} already")
    course = Course(key=key, title=_title(title or key), timezone=timezone, pseudonyms=pseudonyms)
    session.add(course)
    session.flush()
    return course


def courses(session: Session) -> list[Course]:
    return list(session.exec(select(Course).order_by(col(Course.key))))


def course_named(session: Session, key: str) -> Course:
    course = session.exec(select(Course).where(Course.key == key)).first()
    if course is None:
        raise Missing(f"there is no course {key!r}: see arena course list")
    return course


def assignments_of(session: Session, course: Course) -> list[Assignment]:
    query = select(Assignment).where(Assignment.course_id == course.id)
    return list(session.exec(query.order_by(col(Assignment.deadline), col(Assignment.key))))


def assignment_named(session: Session, name: str) -> tuple[Course, Assignment]:
    """`cs101/hw1`"""
    course_key, slash, key = name.partition("/")
    if not slash or not key:
        raise ArenaError(f"an assignment is written COURSE/KEY, like cs101/hw1, not {name!r}")
    course = course_named(session, course_key)
    query = select(Assignment).where(Assignment.course_id == course.id, Assignment.key == key)
    assignment = session.exec(query).first()
    if assignment is None:
        raise Missing(f"{course_key} has no assignment {key!r}: see arena course show {course_key}")
    return course, assignment


@dataclass(frozen=True, slots=True)
class Wanted:
    """An assignment as a teacher writes it."""

    game: str
    opens: datetime
    deadline: datetime
    title: str = ""
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    late_hours: float = 0.0
    late_percent_per_day: float = 0.0
    freeze: datetime | None = None
    quota: int = 5
    failed_quota: int = 20
    blocks: int = 50
    clock: Mapping[str, int] = field(default_factory=lambda: dict(USUAL_CLOCK))
    limits: Mapping[str, int] | None = None
    baselines: Sequence[str] = ()
    """Bots' names."""
    thresholds: Sequence[Mapping[str, Any]] = ()
    """{"baseline": one of these names, "score": …, "points": …}"""


def add_assignment(session: Session, course: Course, key: str, wanted: Wanted) -> Assignment:
    checked_key(key)
    if session.exec(select(Assignment.id).where(Assignment.course_id == course.id, Assignment.key == key)).first():
        raise ArenaError(f"{course.key} has an assignment {key!r} already")
    game = game_of(wanted.game)
    players = wanted.players or game.player_counts[0]
    pool = pool_of(session, wanted.game, game.resolve_options(players, wanted.options), players)
    ids = {
        name: find_version(session, BotName.parse(name, LOCAL_OWNER), wanted.game).id or 0 for name in wanted.baselines
    }
    assignment = Assignment(
        course_id=course.id or 0,
        key=key,
        title=_title(wanted.title or key),
        pool_id=pool.id or 0,
        opens=wanted.opens,
        deadline=wanted.deadline,
        late_hours=wanted.late_hours,
        late_percent_per_day=wanted.late_percent_per_day,
        freeze=wanted.freeze,
        quota=wanted.quota,
        failed_quota=wanted.failed_quota,
        blocks=wanted.blocks,
        clock=dict(wanted.clock),
        limits=None if wanted.limits is None else dict(wanted.limits),
        baselines=list(ids.values()),
        thresholds=[_threshold(one, ids) for one in wanted.thresholds],
    )
    refuse_bad(assignment)
    session.add(assignment)
    session.flush()
    return assignment


CHANGEABLE = ("title", "opens", "deadline", "late_hours", "late_percent_per_day", "freeze", "quota", "failed_quota")
"""What may become something else while students work on it; what they are measured by may not."""


def change_assignment(session: Session, assignment: Assignment, **values: Any) -> None:
    """How late everything was is counted anew."""
    for name, value in values.items():
        assert name in CHANGEABLE
        setattr(assignment, name, value)
    refuse_bad(assignment)
    for handin in session.exec(select(Handin).where(Handin.assignment_id == assignment.id)):
        handin.late_seconds = late_seconds(assignment, utc(handin.received))
        session.add(handin)
    session.add(assignment)
    session.flush()


def refuse_bad(assignment: Assignment) -> None:
    if utc(assignment.deadline) <= utc(assignment.opens):
        raise ArenaError("the deadline must be after the opening")
    if assignment.freeze is not None and utc(assignment.freeze) < utc(assignment.opens):
        raise ArenaError("the leaderboard freezes after the opening, not before")
    limits = {
        "late hours": (assignment.late_hours, 0, 24 * 365),
        "percent per late day": (assignment.late_percent_per_day, 0, 100),
        "the quota": (assignment.quota, 1, 1000),
        "the quota of failed ones": (assignment.failed_quota, 1, 1000),
        "blocks": (assignment.blocks, 1, min(MOST_BLOCKS, 10_000)),
    }
    for name, (value, low, high) in limits.items():
        if not low <= value <= high:  # neither is a number that is none
            raise ArenaError(f"{name}: from {low} to {high}, not {value}")


def _threshold(given: Mapping[str, Any], ids: Mapping[str, int]) -> dict[str, Any]:
    baseline, score, points = given["baseline"], float(given["score"]), float(given["points"])
    if baseline not in ids:
        raise ArenaError(f"a threshold is against one of the baselines, and {baseline!r} is none of them")
    if not 0 <= score < 1 or not 0 <= points <= 1_000_000:
        raise ArenaError("a threshold has a score from 0 to below 1, and points of 0 or more")
    return {"baseline": ids[baseline], "score": score, "points": points}


def _title(text: str) -> str:
    if not 1 <= len(text) <= 200 or not text.isprintable():
        raise ArenaError("a title has 1 to 200 printable characters")
    return text


def teams_of(session: Session, course: Course) -> list[tuple[Team, str]]:
    """With their accounts' names, by which they are ordered."""
    query = select(Team, User.name).join(User, col(User.id) == Team.account_id).where(Team.course_id == course.id)
    return [(team, name) for team, name in session.exec(query.order_by(col(User.name)))]


def team_of(session: Session, course: Course, account: str) -> Team:
    query = select(Team).join(User, col(User.id) == Team.account_id)
    team = session.exec(query.where(Team.course_id == course.id, User.name == account)).first()
    if team is None:
        raise Missing(f"{account!r} is no team of {course.key}: sign in with the token of the course")
    return team


def account_of(session: Session, team: Team) -> str:
    return session.get_one(User, team.account_id).name


def owner_of_team(session: Session, team: Team) -> Owner:
    return owner_named(session, account_of(session, team))


def reveal(session: Session, course: Course) -> None:
    """From now on everybody may know who is behind a pseudonym."""
    if not course.pseudonyms:
        raise ArenaError(f"{course.key} has no pseudonyms to reveal")
    if course.revealed is None:
        course.revealed = clock(session)
        session.add(course)
        session.flush()
