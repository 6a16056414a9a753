"""However a match ends, nothing of it is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest

from referee.hall import hall
from referee.live_bot import BotProgram, Hall
from referee.match import Match, MatchSpec
from referee.sandbox import Level, NotStarted, choose
from tests.e2e.matches import BOTS, Left, children, fair, hostile, match, open_descriptors, play, play_in, watched

MOMENTS = [0.0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.2]
"""Seconds after which a match is broken off: while bots start, say hello, play, fail."""


async def break_off(spec: MatchSpec, seconds: float, times: int = 1) -> list[str]:
    """What runs when the match has just ended, and did not before."""
    before = children()
    async with hall(choose(Level.NONE)) as shared:
        playing = asyncio.create_task(play_in(shared, spec))
        await asyncio.sleep(seconds)
        for _ in range(times):
            playing.cancel()
            await asyncio.sleep(0)
        await asyncio.wait([playing])
        return since(before)


def since(before: dict[int, str]) -> list[str]:
    """What runs of what did not."""
    return [text for pid, text in children().items() if pid not in before]


@pytest.mark.parametrize("seconds", MOMENTS)
def test_a_match_that_is_cancelled_leaves_nothing(seconds: float) -> None:
    bots = [fair("--slow", "0.05"), hostile("exit_1", block=None)]
    with watched() as left:
        assert asyncio.run(break_off(match(*bots, blocks=50, parallel=3), seconds)) == []
    assert left == Left()


@pytest.mark.slow
def test_a_match_that_is_cancelled_at_any_moment_leaves_nothing() -> None:
    random = Random(os.getpid())
    bots = [fair("--slow", "0.02"), hostile("out_of_range", block=None), fair()]
    for _ in range(8):
        seconds = random.random() * 2
        with watched() as left:
            spec = match(*bots, game="lords_of_scotland", blocks=50, parallel=4)
            assert asyncio.run(break_off(spec, seconds)) == []
        assert (seconds, left) == (seconds, Left())


def test_a_match_that_is_cancelled_again_and_again_leaves_nothing() -> None:
    with watched() as left:
        spec = match(fair("--slow", "0.05"), fair(), blocks=50, parallel=3)
        assert asyncio.run(break_off(spec, 0.7, times=20)) == []
    assert left == Left()


def test_a_reader_who_has_seen_enough_leaves_nothing_running() -> None:
    async def first_block(shared: Hall) -> list[str]:
        before = children()
        async with aclosing(Match(match(fair(), fair(), blocks=100, parallel=4), shared).blocks()) as blocks:
            await anext(blocks)
        return since(before)

    async def reading() -> list[str]:
        async with hall(choose(Level.NONE)) as shared:
            return await first_block(shared)

    with watched() as left:
        assert asyncio.run(reading()) == []
    assert left == Left()


def test_a_bot_that_the_platform_cannot_start_ends_the_match_with_the_reason() -> None:
    nowhere = BotProgram("nowhere", BOTS / "nowhere", ("true",))
    with watched() as left, pytest.raises(NotStarted):
        play(match(fair("--start", "1"), nowhere))
    assert left == Left()


@pytest.mark.parametrize("misdeed", ["out_of_range", "stream_cancelled", "exits_at_once"])
def test_matches_do_not_use_up_descriptors(misdeed: str) -> None:
    """gRPC opens a few when it likes, and keeps them; what a match kept would grow with every one."""
    spec = match(fair(), hostile(misdeed))
    play(spec)
    before, matches = open_descriptors(), 4
    for _ in range(matches):
        play(spec)
    assert open_descriptors() < before + matches


# --- the referee itself ------------------------------------------------------------------------

REFEREE = """
import asyncio, sys, tempfile
from tests.e2e.matches import fair, hostile, match, play
tempfile.tempdir = sys.argv[1]
play(match(fair("--slow", "0.05", "--only", "", name=sys.argv[2]), hostile(sys.argv[3], block=None), blocks=500,
           parallel=2))
"""


def processes_in(folder: Path) -> list[int]:
    """Whoever was given a socket in this folder."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if f"BOTHY_REFEREE=unix:{folder}/".encode() in Path(f"/proc/{name}/environ").read_bytes():
                found.append(int(name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
@pytest.mark.parametrize("misdeed", ["fair_play", "forks_away"])
def test_a_referee_that_is_ended_in_mid_match_leaves_no_bot(number: signal.Signals, misdeed: str) -> None:
    with watched():
        folder = Path(tempfile.mkdtemp())
        command = [sys.executable, "-c", REFEREE, str(folder), "fair", misdeed]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=BOTS.parents[2]) as referee:
            assert until(lambda: len(processes_in(folder)) >= 4)
            time.sleep(0.5)
            referee.send_signal(number)
        assert until(lambda: processes_in(folder) == [])


def until(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()
