"""How much a bot may use of its host: seven limits, each with a name under which going over it is a fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from referee.games.base import GameError


class LimitError(GameError):
    """Limits that nobody can keep."""


class Limit(StrEnum):
    """The limits by name, as they stand in a bot's log and in its result."""

    MEMORY = "memory"
    CPU_TIME = "cpu time"
    PROCESSES = "processes"
    OPEN_FILES = "open files"
    FILE_SIZE = "file size"
    TMP_SIZE = "tmp size"
    LOG_SIZE = "log size"

    @property
    def key(self) -> str:
        """As it is written in settings: `cpu-time`."""
        return self.replace(" ", "-")


SIZES = {"MB": 1, "GB": 1024}
TIMES = {"s": 1, "min": 60, "h": 3600}
COUNTS = {"": 1}

FIELDS: Mapping[Limit, tuple[str, Mapping[str, int], int]] = {
    Limit.MEMORY: ("memory_mb", SIZES, 1 << 20),
    Limit.CPU_TIME: ("cpu_seconds", TIMES, 10_000_000),
    Limit.PROCESSES: ("processes", COUNTS, 10_000),
    Limit.OPEN_FILES: ("open_files", COUNTS, 100_000),
    Limit.FILE_SIZE: ("file_size_mb", SIZES, 1 << 20),
    Limit.TMP_SIZE: ("tmp_mb", SIZES, 1 << 20),
    Limit.LOG_SIZE: ("log_mb", SIZES, 1024),
}
"""The field of each, the units in which it can be written, and the most that it can be."""

EXAMPLE = "memory=512MB,cpu-time=60s,processes=64,open-files=256,file-size=16MB,tmp-size=32MB,log-size=4MB"


@dataclass(frozen=True, slots=True)
class Limits:
    """For one bot, all its processes together unless said otherwise. The defaults let a JVM or Node run."""

    memory_mb: int = 1024
    cpu_seconds: int = 3600
    """Over the whole life of the processes, which may be many games."""
    processes: int = 128
    """Threads count: a JVM has about forty."""
    open_files: int = 1024
    file_size_mb: int = 16
    """For each file."""
    tmp_mb: int = 32
    log_mb: int = 16
    """All that it may print in its life. Far less is kept, the beginning and the end."""

    def __post_init__(self) -> None:
        for limit, (name, _, most) in FIELDS.items():
            if not 1 <= getattr(self, name) <= most:
                raise LimitError(f"the limit of {limit} must be from 1 to {most:,}, not {getattr(self, name)}")

    @classmethod
    def parse(cls, text: str) -> Limits:
        """`memory=512MB,processes=64`, each part optional."""
        values: dict[str, int] = {}
        for part in filter(None, text.split(",")):
            key, _, amount = part.strip().partition("=")
            name, value = _parsed(key, amount)
            if name in values:
                raise LimitError(f"the limit {key} is given twice")
            values[name] = value
        return cls(**values)

    @classmethod
    def from_numbers(cls, numbers: Mapping[str, int]) -> Limits:
        """From fields by name, where 0 means the default."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: number for name, number in numbers.items() if name in known and number})

    def text(self, limit: Limit) -> str:
        """The limit with its value, for a log."""
        name, units, _ = FIELDS[limit]
        unit = " " + next(iter(units)) if "" not in units else ""
        note = ", threads included" if limit is Limit.PROCESSES else ""
        return f"{limit} ({getattr(self, name)}{unit}{note})"


def _parsed(key: str, amount: str) -> tuple[str, int]:
    limit = next((limit for limit in Limit if limit.key == key), None)
    if limit is None:
        raise LimitError(f"there is no limit {key!r}; there are: {', '.join(limit.key for limit in Limit)}")
    name, units, _ = FIELDS[limit]
    match = re.fullmatch(r"([0-9]{1,12})([A-Za-z]*)", amount)
    if match is None or match[2] not in units:
        raise LimitError(f"a limit is written like {_example(limit)}, not {f'{key}={amount}'!r}")
    return name, int(match[1]) * units[match[2]]


def _example(limit: Limit) -> str:
    return EXAMPLE.split(",")[list(Limit).index(limit)]
