"""Deadlines and quotas at their edges: a microsecond before, exactly at, a microsecond after."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.courses.models import Assignment, HandinStatus
from arena.courses.slots import DAY, Use, is_before, is_over, last_moment, late_seconds, next_slot
from arena.courses.times import moment_of

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)
ACCEPTED, REFUSED, WAITING = HandinStatus.ACCEPTED, HandinStatus.REFUSED, HandinStatus.WAITING


def assignment(opens: datetime = NOON, deadline: datetime = NOON + DAY, late_hours: float = 0.0) -> Assignment:
    return Assignment(opens=opens, deadline=deadline, late_hours=late_hours)  # type: ignore[call-arg]


def test_the_window_opens_exactly_at_its_opening() -> None:
    assert is_before(assignment(), NOON - TICK)
    assert not is_before(assignment(), NOON)


def test_exactly_at_the_deadline_is_in_time_and_not_over() -> None:
    one = assignment()
    assert late_seconds(one, one.deadline) == 0
    assert not is_over(one, one.deadline)
    assert is_over(one, one.deadline + TICK)


def test_what_may_be_late_is_taken_until_exactly_its_last_moment() -> None:
    one = assignment(late_hours=1.5)
    assert last_moment(one) == one.deadline + timedelta(minutes=90)
    assert late_seconds(one, one.deadline + TICK) == pytest.approx(1e-6)
    assert not is_over(one, last_moment(one))
    assert is_over(one, last_moment(one) + TICK)
    assert late_seconds(one, last_moment(one)) == 5400


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-18", 24)])
def test_a_day_in_which_the_clocks_are_changed_has_other_hours(day: str, hours: int) -> None:
    opens = moment_of(f"{day} 00:00", "Europe/Zurich")
    deadline = moment_of(f"{day} 23:59", "Europe/Zurich")
    assert deadline - opens == timedelta(hours=hours, minutes=-1)
    one = assignment(opens, deadline, late_hours=24)
    assert last_moment(one) - deadline == DAY  # hours are hours, whatever the clocks show


def test_a_moment_as_sqlite_gives_it_is_utc() -> None:
    one = assignment(datetime(2026, 11, 18, 12), datetime(2026, 11, 19, 12))
    assert late_seconds(one, NOON + DAY) == 0
    assert not is_before(one, NOON)


def test_a_slot_is_free_again_exactly_after_24_hours() -> None:
    uses = [Use(NOON, ACCEPTED), Use(NOON + timedelta(hours=1), ACCEPTED)]
    assert next_slot(uses, 2, 1, NOON + timedelta(hours=2)) == NOON + DAY
    assert next_slot(uses, 2, 1, NOON + DAY - TICK) == NOON + DAY
    assert next_slot(uses, 2, 1, NOON + DAY) == NOON + DAY  # now
    assert next_slot(uses, 3, 1, NOON + timedelta(hours=2)) == NOON + timedelta(hours=2)


def test_refused_ones_are_counted_apart() -> None:
    uses = [Use(NOON, REFUSED)] * 3
    assert next_slot(uses, 1, 4, NOON) == NOON
    assert next_slot(uses, 1, 3, NOON) == NOON + DAY
    assert next_slot([Use(NOON, ACCEPTED)], 2, 1, NOON) == NOON


def test_one_that_waits_may_become_either() -> None:
    assert next_slot([Use(NOON, WAITING)], 1, 5, NOON) == NOON + DAY
    assert next_slot([Use(NOON, WAITING)], 5, 1, NOON) == NOON + DAY
    assert next_slot([Use(NOON, WAITING)], 2, 2, NOON) == NOON


@given(
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from([ACCEPTED, REFUSED]))),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_within_any_24_hours_there_are_never_more_than_the_quotas(
    tries: list[tuple[int, HandinStatus]], quota: int, failed_quota: int
) -> None:
    """Whoever tries whenever: those that are let in keep both quotas, and nobody is kept out without need."""
    taken: list[Use] = []
    for hour, becomes in sorted(tries):
        at = NOON + timedelta(hours=hour)
        free = next_slot(taken, quota, failed_quota, at)
        within = [one for one in taken if at - DAY < one.received]
        counts = [sum(one.status == status for one in within) for status in (ACCEPTED, REFUSED)]
        assert (free <= at) == (counts[0] < quota and counts[1] < failed_quota)
        assert next_slot(taken, quota, failed_quota, free) == free  # it is free then
        if free <= at:
            taken.append(Use(at, becomes))
    for one in taken:
        together = [other for other in taken if one.received - DAY < other.received <= one.received]
        assert sum(other.status == ACCEPTED for other in together) <= quota
        assert sum(other.status == REFUSED for other in together) <= failed_quota
