"""Limits as they are written."""

from __future__ import annotations

import pytest

from referee.limits import EXAMPLE, Limit, LimitError, Limits


def test_every_limit_can_be_written() -> None:
    assert Limits.parse(EXAMPLE) == Limits(512, 60, 64, 256, 16, 32, 4)


def test_what_is_not_written_has_its_default() -> None:
    assert Limits.parse("memory=2GB, cpu-time=2min") == Limits(memory_mb=2048, cpu_seconds=120)
    assert Limits.parse("") == Limits()


def test_a_zero_on_the_wire_is_the_default() -> None:
    assert Limits.from_numbers({"memory_mb": 0, "processes": 7}) == Limits(processes=7)


@pytest.mark.parametrize("limit", Limit)
def test_the_text_of_a_limit_begins_with_its_name(limit: Limit) -> None:
    assert Limits().text(limit).startswith(f"{limit} (")


@pytest.mark.parametrize(
    ("text", "complaint"),
    {
        "memory=lots": "a limit is written like memory=512MB, not 'memory=lots'",
        "cpu-time=5MB": "a limit is written like cpu-time=60s, not 'cpu-time=5MB'",
        "memory": "a limit is written like memory=512MB, not 'memory='",
        "disk=1MB": "there is no limit 'disk'; there are: memory, cpu-time, processes, open-files",
        "memory=1MB,memory=2MB": "the limit memory is given twice",
        "processes=0": "the limit of processes must be from 1 to 10,000, not 0",
        "log-size=999999GB": "the limit of log size must be from 1 to 1,024",
    }.items(),
)
def test_a_limit_that_makes_no_sense_is_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(LimitError) as error:
        Limits.parse(text)
    assert str(error.value).startswith(complaint)
