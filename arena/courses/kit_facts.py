"""What an assignment's starter kit is made of, as plain values: the kit may be made far from the database."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session

from arena.courses.models import Assignment, Course
from arena.models import Pool, Version
from arena.store import version_labels


def kit_facts(session: Session, course: Course, assignment: Assignment) -> dict[str, Any]:
    """What whoever makes a kit has to know of an assignment."""
    pool = session.get_one(Pool, assignment.pool_id)
    labels = version_labels(session, assignment.baselines)
    versions = {one: session.get_one(Version, one) for one in assignment.baselines}
    return {
        "assignment": f"{course.key}/{assignment.key}",
        "title": assignment.title,
        "game": pool.game,
        "options": pool.options,
        "players": pool.players,
        "blocks": assignment.blocks,
        "baselines": [{"bot": labels[one], "digest": version.digest} for one, version in versions.items()],
        "thresholds": [{**one, "baseline": labels[one["baseline"]]} for one in assignment.thresholds],
    }
