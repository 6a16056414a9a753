"""Moments as people in a course write and read them: in its timezone. They are kept as UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from arena.accounts.tokens import utc
from arena.settings import ArenaError

FIRST_YEAR, LAST_YEAR = 1970, 9000
"""So that nothing that is added to a moment is beyond all time."""


def zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ArenaError(f"there is no timezone {name!r}: IANA names are like Europe/Zurich or UTC") from None


def moment_of(text: str, timezone: str) -> datetime:
    """`2026-03-29 14:30`, by the clocks of the timezone; with an offset (`14:30+02:00`) it says so itself.

    An hour that the clocks go through twice means its first time; one that they leave out is refused.
    """
    try:
        given = datetime.fromisoformat(text.strip())
    except ValueError:
        given = None
    if given is None or ":" not in text:
        raise ArenaError(f"a moment is written 2026-03-29 14:30, not {text!r}")
    if not FIRST_YEAR <= given.year <= LAST_YEAR:
        raise ArenaError(f"{text!r} is too far away: years are from {FIRST_YEAR} to {LAST_YEAR}")
    return given.astimezone(UTC) if given.tzinfo is not None else _local(given, text, timezone)


def _local(given: datetime, text: str, timezone: str) -> datetime:
    moment = given.replace(tzinfo=zone(timezone), fold=0).astimezone(UTC)
    if moment.astimezone(zone(timezone)).replace(tzinfo=None) != given:
        raise ArenaError(f"{text!r} does not exist in {timezone}: the clocks are put forward then")
    return moment


def is_twice(moment: datetime, timezone: str) -> bool:
    """Whether the clocks show the same twice, so that people should be told which is meant."""
    local = utc(moment).astimezone(zone(timezone))
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def local_text(moment: datetime, timezone: str) -> str:
    """`2026-03-29 14:30 CEST`; seconds only if there are any. What is past a second is shown as the next: whoever is
    told when a slot is free finds it free then, and what was late by a moment does not look as if in time."""
    whole = utc(moment) + timedelta(microseconds=-utc(moment).microsecond % 1_000_000)
    local = whole.astimezone(zone(timezone))
    return f"{local:%Y-%m-%d %H:%M}{f':{local:%S}' if local.second else ''} {local:%Z}"
