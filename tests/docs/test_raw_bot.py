"""The bot in the manual that has no kit: it passes the check, and plays."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from referee.check import CheckStep, check
from referee.cli.bots import program_of
from referee.clock import ClockSettings
from referee.hall import hall
from referee.match import Block, Match, MatchSpec
from referee.results import Termination
from referee.sandbox import Level, choose
from referee.sandbox.manifest import read_manifest
from referee.verify import verify
from tests.docs.pages import ROOT

RAW = ROOT / "sample_bots" / "python-raw"
RANDOM = ROOT / "sample_bots" / "python-random"
CLOCK = ClockSettings(startup_ms=60_000, bank_ms=60_000)
"""Machines that run tests are busy."""


def blocks_of_a_match(game: str, parallel: int) -> list[Block]:
    async def played() -> list[Block]:
        programs = [program_of(RAW, game), program_of(RANDOM, game)]
        spec = MatchSpec(game, {}, programs, blocks=3, seed=bytes(32), clock=CLOCK, parallel=parallel)
        async with hall(choose(Level.NONE)) as place, aclosing(Match(spec, place).blocks()) as blocks:
            return [block async for block in blocks]

    return asyncio.run(played())


def test_the_raw_bot_passes_every_step_of_the_check() -> None:
    async def steps() -> list[CheckStep]:
        async with hall(choose(Level.NONE)) as place:
            program = program_of(RAW)
            return [step async for step in check(program, read_manifest(RAW).games, CLOCK, place)]

    assert [step for step in asyncio.run(steps()) if not step.passed] == []


def test_the_raw_bot_plays_several_games_at_once_without_a_fault() -> None:
    games = [game.replay for block in blocks_of_a_match("claim", parallel=3) for game in block.games]
    assert len(games) == 6
    for replay in games:
        assert replay.result is not None
        assert replay.result.termination is Termination.NORMAL
        verify(replay.to_json())


def test_the_raw_bot_plays_the_same_again_alone_or_with_several_games_in_flight() -> None:
    assert digests(parallel=1) == digests(parallel=3)


def digests(parallel: int) -> list[str]:
    blocks = blocks_of_a_match("claim", parallel=parallel)
    return [game.replay.to_json()["digest"] for block in blocks for game in block.games]
