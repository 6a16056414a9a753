"""A whole match, from the start of its bots to their end, beside kaggle-environments with two trivial agents.

A step of Kaggle's is a decision of one of its agents or of both, made by a function in its own process. Ours are made
by four sandboxed processes over gRPC; again only decisions that were asked count.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

from referee.cli.bots import chosen_sandbox, program_of
from referee.games.shuffle import derive_seed
from referee.hall import hall
from referee.match import Match, MatchSpec
from tests.benchmarks.harness import Contestant, Effort, measured, ratio
from tests.benchmarks.one_table import BOT, GAMES, IN_FLIGHT, PATIENT
from tests.benchmarks.report import Figure, Must, PeerMissing, Section

TITLE = "a whole match, all tables, with the start of its bots"
PEERS = ("connectx", "rps")
PEERS_PYTHON = Path(sys.prefix) / "peers" / "bin" / "python"
BLOCKS = 150


def section(effort: Effort) -> Section:
    games, blocks = (GAMES, BLOCKS) if effort.seconds else (GAMES[:1], 2)
    with ExitStack() as stack:
        peers = [Contestant(f"Kaggle {name}", "Kaggle", stack.enter_context(kaggle(name))) for name in PEERS]
        ours = [Contestant(key, "Bothy", whole_match(key, blocks)) for key in games]
        rates = measured([*peers, *ours], replace(effort, repetitions=max(2, effort.repetitions // 2)))
    figures = [
        Figure(mine.name, peer.name, ratio(rates[mine.name], rates[peer.name]), Must("≥", 10))
        for mine in ours
        for peer in peers
    ]
    return Section(TITLE, "decisions or steps", figures, [*peers, *ours], rates)


def whole_match(key: str, blocks: int) -> Callable[[], int]:
    """Plays one match after another, each with deals of its own."""
    numbers, bots = count(), [program_of(BOT, key)] * 2

    async def play() -> int:
        seed = derive_seed(b"match".ljust(32), "match", next(numbers))
        spec = MatchSpec(key, {}, bots, blocks, seed, PATIENT, parallel=IN_FLIGHT)
        async with hall(chosen_sandbox(None)) as place:
            games = [game async for block in Match(spec, place).blocks() for game in block.games]
        return sum(len(step.legal) > 1 for game in games for step in game.replay.steps)

    return lambda: asyncio.run(play())


@contextmanager
def kaggle(name: str) -> Iterator[Callable[[], int]]:
    if not PEERS_PYTHON.exists():
        raise PeerMissing("kaggle-environments is not installed: make bench does that, or make peers")
    program = Path(__file__).with_name("kaggle_steps.py")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    child = subprocess.Popen([PEERS_PYTHON, program, name], text=True, **pipes)  # type: ignore[call-overload]

    def episode() -> int:
        child.stdin.write("\n")
        child.stdin.flush()
        return int(child.stdout.readline())

    try:
        yield episode
    finally:
        child.kill()
        child.communicate()
