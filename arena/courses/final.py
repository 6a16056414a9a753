"""The final of an assignment: a tournament of what every team handed in last."""

from __future__ import annotations

from sqlmodel import Session

from arena.courses.grades import last_handins
from arena.courses.models import Assignment, Course
from arena.models import Format, Pool
from arena.settings import ArenaError
from arena.store import version_labels
from arena.tournaments import Plan

MOST_FOR_ROUND_ROBIN = 30
"""Bots: beyond, everybody against everybody takes too long, and a swiss tournament finds the best as well."""


def final_plan(
    session: Session,
    course: Course,
    assignment: Assignment,
    format: Format | None = None,
    name: str | None = None,
    blocks: int = 10,
    rounds: int | None = None,
    seed: str | None = None,
) -> Plan:
    """With all teams that have something accepted, in the order of their teams."""
    pool = session.get_one(Pool, assignment.pool_id)
    last = sorted(last_handins(session, assignment).items())
    ids = [handin.version_id for _, handin in last if handin.version_id is not None]
    if len(ids) < 2 or len(ids) < pool.players:
        raise ArenaError(f"{course.key}/{assignment.key} has {len(ids)} accepted bots: too few for a final")
    labels = version_labels(session, ids)
    usual = Format.ROUND_ROBIN if len(ids) <= MOST_FOR_ROUND_ROBIN else Format.SWISS
    return Plan(
        name=name or f"{course.key} {assignment.key} final",
        game=pool.game,
        bots=[labels[number] for number in ids],
        format=format or usual,
        players=pool.players,
        options=pool.options,
        blocks=blocks,
        rounds=rounds,
        seed=seed,
        clock=assignment.clock,
        limits=assignment.limits,
    )
