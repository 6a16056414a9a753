"""When something may be handed in: the window of an assignment, and a team's slots in it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from arena.accounts.tokens import utc
from arena.courses.models import Assignment, HandinStatus

DAY = timedelta(hours=24)
LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Use:
    """A slot that was taken."""

    received: datetime
    status: HandinStatus


def next_slot(uses: Iterable[Use], quota: int, failed_quota: int, at: datetime) -> datetime:
    """The first moment, not before this one, at which another may be handed in: within any 24 hours there are so many
    that are not refused, and so many that are. One that waits may become either, so it counts as both."""
    known = list(uses)
    taken = [utc(one.received) for one in known if one.status != HandinStatus.REFUSED]
    failed = [utc(one.received) for one in known if one.status != HandinStatus.ACCEPTED]
    return max(at, _free(taken, quota), _free(failed, failed_quota))


def used(uses: Iterable[Use], at: datetime) -> tuple[int, int]:
    """How many of the quota are taken at this moment, and of the quota of those that are refused."""
    recent = [one.status for one in uses if utc(one.received) + DAY > at]
    return sum(one != HandinStatus.REFUSED for one in recent), sum(one != HandinStatus.ACCEPTED for one in recent)


def _free(moments: list[datetime], most: int) -> datetime:
    """When fewer than so many of these are in the 24 hours that end then."""
    return sorted(moments)[-most] + DAY if len(moments) >= most else LONG_AGO


def last_moment(assignment: Assignment) -> datetime:
    """Until when something is taken: the deadline, or the end of what may be late."""
    return utc(assignment.deadline) + timedelta(hours=assignment.late_hours)


def is_before(assignment: Assignment, at: datetime) -> bool:
    return at < utc(assignment.opens)


def is_over(assignment: Assignment, at: datetime) -> bool:
    """Exactly at the last moment it is not."""
    return at > last_moment(assignment)


def late_seconds(assignment: Assignment, at: datetime) -> float:
    """Exactly at the deadline is in time."""
    return max(0.0, (at - utc(assignment.deadline)).total_seconds())
