"""What is going on, as server-sent events."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import anyio
from anyio import to_thread

T = TypeVar("T")
LOOK_SECONDS = 1.0
BEAT_SECONDS = 15.0
"""Now and then something is sent, so that whoever is gone is noticed."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def event(name: str, text: str) -> str:
    """One event; a text of several lines is a line of data each."""
    return f"event: {name}\n" + "".join(f"data: {line}\n" for line in text.splitlines() or [""]) + "\n"


async def changes(look: Callable[[], T], seconds: float = LOOK_SECONDS) -> AsyncIterator[T | None]:
    """What `look` finds, at first and whenever it is something else; None as a heartbeat."""
    last: T | None = None
    told = time.monotonic()
    while True:
        found = await to_thread.run_sync(look)
        if found != last:
            last, told = found, time.monotonic()
            yield found
        elif time.monotonic() - told > BEAT_SECONDS:
            told = time.monotonic()
            yield None
        await anyio.sleep(seconds)
