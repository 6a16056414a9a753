"""Matches between real processes, and what is left of them."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.clock import ClockSettings
from referee.games.shuffle import commitment, derive_seed
from referee.hall import hall
from referee.live_bot import BotProgram, Hall
from referee.match import Block, Match, MatchSpec
from referee.replay import Replay, digest
from referee.results import Result
from referee.sandbox import Level, choose, proc
from referee.table import GameRecord

BOTS = Path(__file__).parent / "bots"
SEED = bytes(range(32))
PATIENT = ClockSettings(startup_ms=60_000, grace_ms=10_000, bank_ms=60_000)
"""For bots that do nothing wrong on a machine that is busy."""
FAIR = BotProgram("fair", BOTS, ("python3", "fair.py"))


def fair(*arguments: str, name: str = "fair") -> BotProgram:
    return BotProgram(name, BOTS, ("python3", "fair.py", *arguments))


def hostile(misdeed: str, block: int | None = 0) -> BotProgram:
    """A bot that does this in all games of one block, or in all games."""
    where = [] if block is None else [commitment(derive_seed(SEED, "block", block))]
    return BotProgram("hostile", BOTS, ("python3", "hostile.py", misdeed, *where))


def match(*bots: BotProgram, game: str = "claim", blocks: int = 1, **more: Any) -> MatchSpec:
    settings: dict[str, Any] = {"clock": PATIENT, "options": {}, "seed": SEED} | more
    return MatchSpec(game=game, bots=bots, blocks=blocks, **settings)


def play(spec: MatchSpec) -> list[Block]:
    async def playing() -> list[Block]:
        async with hall(choose(Level.NONE)) as shared:
            return await play_in(shared, spec)

    return asyncio.run(playing())


async def play_in(shared: Hall, spec: MatchSpec) -> list[Block]:
    return [block async for block in Match(spec, shared).blocks()]


def games_of(blocks: list[Block]) -> list[GameRecord]:
    return [game for block in blocks for game in block.games]


def result_of(game: GameRecord) -> Result:
    assert game.replay.result is not None
    return game.replay.result


def proof_of(replay: Replay) -> str:
    """Everything of a replay but its times."""
    return digest(replay.to_json())


# --- what is left ------------------------------------------------------------------------------

LEAVING_SECONDS = 10.0


@dataclass
class Left:
    """What a match left behind."""

    processes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


@contextmanager
def watched() -> Iterator[Left]:
    """Whatever is still there afterwards, of what came in between."""
    left = Left()
    before = children()
    begun = int(time.clock_gettime(time.CLOCK_BOOTTIME) * proc.TICKS)
    usual = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="e2e-", dir="/tmp") as folder:  # short: a socket's path has its limit
        tempfile.tempdir = folder
        try:
            yield left
        finally:
            tempfile.tempdir = usual
            left.files = os.listdir(folder)
            left.processes = lasting(lambda: sorted(text for pid, text in children(begun).items() if pid not in before))


def lasting(look: Callable[[], list[str]]) -> list[str]:
    """What is still seen when everything that was about to go has had time to."""
    deadline = time.monotonic() + LEAVING_SECONDS
    while (seen := look()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return seen


def children(since: int = 0) -> dict[int, str]:
    """The children of this process, dead or alive, but for the sandbox's own keeper.

    Those that were started before `since`, in ticks from the machine's start, are orphans of an earlier test.
    """
    found = {}
    for one in proc.processes().values():
        if one.parent != os.getpid() or one.started < since:
            continue
        try:
            command = Path(f"/proc/{one.pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if "keeper.py" not in command:
            found[one.pid] = command or "(dead)"
    return found


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))
