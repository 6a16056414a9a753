"""Times by the clocks of a course: zones, summer time both ways, what does not exist and what exists twice."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.courses.times import is_twice, local_text, moment_of, zone
from arena.settings import ArenaError

ZURICH = "Europe/Zurich"


@pytest.mark.parametrize(
    ("text", "timezone", "moment"),
    [
        ("2026-12-01 23:59", ZURICH, datetime(2026, 12, 1, 22, 59, tzinfo=UTC)),
        ("2026-07-01T23:59:30", ZURICH, datetime(2026, 7, 1, 21, 59, 30, tzinfo=UTC)),
        ("2026-03-29 01:59", ZURICH, datetime(2026, 3, 29, 0, 59, tzinfo=UTC)),
        ("2026-03-29 03:00", ZURICH, datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),  # a minute later
        ("2026-10-25 02:30", ZURICH, datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),  # the first of the two
        ("2026-10-25 02:30+01:00", ZURICH, datetime(2026, 10, 25, 1, 30, tzinfo=UTC)),  # the second, if one says so
        ("2026-10-25 03:00", ZURICH, datetime(2026, 10, 25, 2, 0, tzinfo=UTC)),
        ("2026-04-05 02:00", "Australia/Lord_Howe", datetime(2026, 4, 4, 15, 30, tzinfo=UTC)),  # puts back half an hour
        ("2026-06-01 00:00", "Asia/Kathmandu", datetime(2026, 5, 31, 18, 15, tzinfo=UTC)),
        ("2026-06-01 12:00", "Pacific/Kiritimati", datetime(2026, 5, 31, 22, 0, tzinfo=UTC)),
        ("2026-06-01 12:00", "UTC", datetime(2026, 6, 1, 12, 0, tzinfo=UTC)),
    ],
)
def test_a_moment_is_read_by_the_clocks_of_the_course(text: str, timezone: str, moment: datetime) -> None:
    assert moment_of(text, timezone) == moment


@pytest.mark.parametrize(
    ("text", "timezone"),
    [("2026-03-29 02:00", ZURICH), ("2026-03-29 02:30", ZURICH), ("2026-03-08 02:59:59", "America/New_York")],
)
def test_an_hour_that_the_clocks_leave_out_is_refused(text: str, timezone: str) -> None:
    with pytest.raises(ArenaError, match=f"'{text}' does not exist in {timezone}"):
        moment_of(text, timezone)


def test_an_hour_that_the_clocks_go_through_twice_is_known() -> None:
    assert is_twice(moment_of("2026-10-25 02:30", ZURICH), ZURICH)
    assert local_text(moment_of("2026-10-25 02:30", ZURICH), ZURICH) == "2026-10-25 02:30 CEST"
    assert not is_twice(moment_of("2026-10-25 03:30", ZURICH), ZURICH)
    assert not is_twice(moment_of("2026-10-25 01:59", ZURICH), ZURICH)


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-12-01", "2026-02-29 10:00", "2026-12-01 24:61", "10:00", "٢"])
def test_what_is_no_moment_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ArenaError, match="a moment is written 2026-03-29 14:30"):
        moment_of(text, ZURICH)


@pytest.mark.parametrize("text", ["0001-01-01 00:00+14:00", "9999-12-31 23:59-12:00"])
def test_a_moment_before_or_after_all_time_is_refused(text: str) -> None:
    with pytest.raises(ArenaError, match="too far away"):
        moment_of(text, "Pacific/Kiritimati")


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../../etc/passwd", "Europe", "/etc/localtime", "Zürich\0"])
def test_what_is_no_timezone_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(ArenaError, match="there is no timezone"):
        zone(name)


def test_a_part_of_a_second_is_shown_as_the_next_second() -> None:
    assert local_text(datetime(2026, 6, 1, 12, 0, 0, 1, tzinfo=UTC), "UTC") == "2026-06-01 12:00:01 UTC"
    assert local_text(datetime(2026, 6, 1, 11, 59, 59, 999_999, tzinfo=UTC), "UTC") == "2026-06-01 12:00 UTC"
    assert local_text(datetime(2026, 6, 1, 12), "UTC") == "2026-06-01 12:00 UTC"  # as SQLite gives it


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2037, 1, 1)).map(lambda one: one.replace(microsecond=0, tzinfo=UTC)),
    st.sampled_from([ZURICH, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]),
)
def test_what_is_shown_reads_back_as_the_same_moment(moment: datetime, timezone: str) -> None:
    shown = local_text(moment, timezone).rpartition(" ")[0]
    read = moment_of(shown, timezone)
    assert read == moment or (is_twice(moment, timezone) and read < moment)
