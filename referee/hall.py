"""The hall in which matches are played: what all live bots of a referee share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from referee.clock import LagMeter
from referee.live_bot import Hall
from referee.sandbox import Sandbox


@asynccontextmanager
async def hall(sandbox: Sandbox) -> AsyncIterator[Hall]:
    """A hall with its lag meter running."""
    lag = LagMeter()
    lag.start()
    try:
        yield Hall(sandbox, lag)
    finally:
        lag.stop()
