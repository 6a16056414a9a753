"""However the referee ends, its bots end with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.sandbox import Sandbox
from tests.sandbox.bots import bot_folder, processes_with

GONE_SECONDS = 15.0
QUIET_SECONDS = 0.5

pytestmark = pytest.mark.usefixtures("no_orphans")

REFEREE = """
import asyncio, sys
from pathlib import Path
from referee.sandbox import Launch, Level, choose

async def main():
    bot = "import os, time; os.fork() or os.setsid(); os.fork(); print('up', flush=True); time.sleep(60)"
    process = await choose(Level(sys.argv[1])).start(Launch(Path(sys.argv[2]), ("python3", "-c", bot, sys.argv[3])))
    while process.log.count("up") < 4:
        await asyncio.sleep(0.01)
    print("up", flush=True)
    await process.wait()

asyncio.run(main())
"""


def referee(sandbox: Sandbox, folder: Path, mark: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", REFEREE, sandbox.level, str(bot_folder(folder)), mark]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def gone_within(mark: str, seconds: float) -> bool:
    """Whether nobody is left, and nobody comes: a process may be about to become what it was started for."""
    deadline = time.monotonic() + seconds
    last_seen = time.monotonic()
    while time.monotonic() < deadline:
        if processes_with(mark):
            last_seen = time.monotonic()
        elif time.monotonic() - last_seen > QUIET_SECONDS:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_referee_that_is_killed_leaves_no_bot(sandbox: Sandbox, tmp_path: Path, number: signal.Signals) -> None:
    mark = f"mark-{os.getpid()}-{number.name}"
    with referee(sandbox, tmp_path, mark) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(number)
    assert gone_within(mark, GONE_SECONDS)


@pytest.mark.parametrize("moment", [0.1 + 0.04 * step for step in range(5)], ids=lambda moment: f"{moment:.3f}s")
def test_a_referee_that_is_killed_while_a_bot_starts_leaves_no_bot(
    sandbox: Sandbox, tmp_path: Path, moment: float
) -> None:
    mark = f"mark-{os.getpid()}-{moment:.3f}"
    with referee(sandbox, tmp_path, mark) as process:
        time.sleep(moment)
        process.kill()
    assert gone_within(mark, GONE_SECONDS)
