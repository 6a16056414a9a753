"""The memory of a referee over 10,000 games: what it had after a fifth of them, it has to the end."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from referee.cli.bots import program_of
from referee.hall import hall
from referee.match import Match, MatchSpec
from referee.sandbox import Level, choose
from tests.benchmarks.harness import Contestant, Effort, Estimate
from tests.benchmarks.one_table import BOT, IN_FLIGHT, PATIENT
from tests.benchmarks.report import Figure, Must, Section

TITLE = "memory of the referee"
GAMES = 10_000
LOOKS = 10


def section(effort: Effort) -> Section:
    games = GAMES if effort.seconds else 20
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.benchmarks.memory", str(games)]
    looks = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=root).stdout)
    fifth = LOOKS // 5
    early, late = looks[fifth : 2 * fifth], looks[-fifth:]
    growth = Estimate.of([look / median(early) for look in late])
    figures = [Figure(f"after {games:,} games", f"after {games // 5:,}", growth, Must("≤", 1.05))]
    everyone = [Contestant("bytes after a fifth", "", int), Contestant("bytes at the end", "", int)]
    return Section(TITLE, "bytes", figures, everyone, {"bytes after a fifth": early, "bytes at the end": late})


async def _watched(games: int) -> list[int]:
    """Resident bytes, looked at so many times in a match of so many games."""
    spec = MatchSpec("claim", {}, [program_of(BOT, "claim")] * 2, games // 2, bytes(32), PATIENT, parallel=IN_FLIGHT)
    looks = []
    async with hall(choose(Level.NONE)) as place:
        async for block in Match(spec, place).blocks():
            if (block.number + 1) % (spec.blocks // LOOKS) == 0:
                looks.append(_resident_bytes())
    return looks


def _resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_watched(int(sys.argv[1])))))
