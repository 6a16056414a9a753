"""What becomes of the matches of a bot that goes away. This is said wherever somebody may ask."""

from __future__ import annotations

from datetime import timedelta

PATIENCE_MINUTES = 24 * 60


def rule(patience_minutes: int = PATIENCE_MINUTES) -> str:
    return (
        "A bot from afar that is away is paired with nobody on a ladder. "
        "A block that has begun is played to its end: a bot that goes away loses its games in it, as by any crash. "
        "A block that has not begun waits until all its bots are here, "
        f"for {span_of(timedelta(minutes=patience_minutes))} at most; then its match is cancelled: "
        "what was played stays, and the rest has no result."
    )


def span_of(time: timedelta) -> str:
    minutes = int(time.total_seconds() // 60)
    count, unit = (minutes // 60, "hour") if minutes % 60 == 0 else (minutes, "minute")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


RULE = rule()
"""With the patience that an arena usually has."""
