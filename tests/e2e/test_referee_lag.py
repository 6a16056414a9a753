"""The referee's own delays are nobody's time."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

from referee.clock import ClockSettings
from referee.hall import hall
from referee.match import Block, Match, MatchSpec
from referee.results import Termination
from referee.sandbox import Level, choose
from tests.e2e.matches import BOTS, fair, games_of, match, play_in, result_of

BLOCKED = 3.0
CLOCK = ClockSettings(startup_ms=60_000, grace_ms=500, bank_ms=1_500)
"""Shorter than the referee is away; longer than a fair bot thinks on a busy machine."""
THOUGHTFUL = fair("--slow", "0.05")


async def block_in_the_second_block(spec: MatchSpec) -> list[Block]:
    """The bots think nearly all the time, and so they do when the referee stands still."""
    blocks = []
    async with hall(choose(Level.NONE)) as shared:
        async for block in Match(spec, shared).blocks():
            blocks.append(block)
            if len(blocks) == 1:
                asyncio.get_running_loop().call_later(0.3, time.sleep, BLOCKED)
    return blocks


@pytest.fixture(scope="module")
def delayed() -> list[Block]:
    return asyncio.run(block_in_the_second_block(match(THOUGHTFUL, THOUGHTFUL, blocks=2, clock=CLOCK)))


def terminations(blocks: list[Block]) -> set[str]:
    return {str(result_of(game).termination) for game in games_of(blocks)}


def longest(blocks: list[Block]) -> float:
    return max(step.ms for game in games_of(blocks) for step in game.replay.steps)


def test_a_referee_that_stands_still_times_nobody_out(delayed: list[Block]) -> None:
    assert terminations(delayed) == {"normal"}


def test_a_referee_that_stands_still_charges_nobody(delayed: list[Block]) -> None:
    assert longest(delayed) < 1500


def test_a_referee_that_stands_still_while_a_bot_starts_does_not_hold_it_against_the_bot() -> None:
    async def playing() -> list[Block]:
        async with hall(choose(Level.NONE)) as shared:
            asyncio.get_running_loop().call_later(0.15, time.sleep, BLOCKED)
            return await play_in(shared, match(fair(), fair(), clock=clock))

    clock = ClockSettings(startup_ms=2_500, grace_ms=30_000, bank_ms=0)
    assert {result_of(game).termination for game in games_of(asyncio.run(playing()))} == {Termination.NORMAL}


STOPPED = """
import asyncio
from tests.e2e.test_referee_lag import CLOCK, THOUGHTFUL, longest, terminations
from tests.e2e.matches import hall, match, choose, Level
from referee.match import Match

async def main():
    blocks = []
    async with hall(choose(Level.NONE)) as shared:
        async for block in Match(match(THOUGHTFUL, THOUGHTFUL, blocks=2, clock=CLOCK), shared).blocks():
            blocks.append(block)
            print("a block", flush=True)
    print(terminations(blocks), longest(blocks) < 1500, flush=True)

asyncio.run(main())
"""


def test_a_referee_that_was_stopped_and_continued_charges_nobody() -> None:
    command = [sys.executable, "-c", STOPPED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=BOTS.parents[2]) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == "a block\n"
        time.sleep(0.3)
        os.kill(referee.pid, signal.SIGSTOP)
        time.sleep(BLOCKED)
        os.kill(referee.pid, signal.SIGCONT)
        assert referee.stdout.read() == "a block\n{'normal'} True\n"
