"""Every sample bot, in whatever language: fit to meet others, and better than chance if it means to be."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from referee.check import CheckStep, check
from referee.cli.bots import program_of
from referee.clock import ClockSettings
from referee.hall import hall
from referee.match import Block, Match, MatchSpec
from referee.results import Termination
from referee.sandbox import Sandbox
from referee.summary import MatchSummary
from referee.verify import verify
from tests.sample_bots.languages import (
    LANGUAGES,
    SAMPLE_BOTS,
    Pair,
    folders,
    games_of,
    hasty,
    pairs,
    require_built,
    sandbox,
    simple_folders,
)

PATIENT = ClockSettings(startup_ms=60_000, grace_ms=10_000, bank_ms=60_000)
"""For bots that do nothing wrong on a machine that is busy."""
GAMES = ("claim", "schotten_totten", "lords_of_scotland")
SEED = bytes(range(32))


def failed_steps(folder: Path, games: tuple[str, ...], where: Sandbox) -> list[CheckStep]:
    async def steps() -> list[CheckStep]:
        async with hall(where) as place, aclosing(check(program_of(folder), games, PATIENT, place)) as done:
            return [step async for step in done if not step.passed]

    return asyncio.run(steps())


def blocks_of_a_match(pair: Pair, game: str, blocks: int, where: Sandbox) -> list[Block]:
    async def played() -> list[Block]:
        programs = [program_of(pair.clever, game), program_of(pair.simple, game)]
        spec = MatchSpec(game, {}, programs, blocks=blocks, seed=SEED, clock=PATIENT)
        async with hall(where) as place, aclosing(Match(spec, place).blocks()) as done:
            return [block async for block in done]

    return asyncio.run(played())


def named(folder: Path) -> str:
    return "-".join(folder.relative_to(SAMPLE_BOTS).parts)


def test_there_are_sample_bots_in_all_the_languages_that_are_promised() -> None:
    assert {pair.language for pair in pairs()} == set(LANGUAGES)


@pytest.mark.parametrize("folder", folders(), ids=named)
def test_a_sample_bot_plays_every_game(folder: Path) -> None:
    assert set(games_of(folder)) == set(GAMES)


@pytest.mark.parametrize("folder", [pair.clever for pair in pairs()], ids=named)
def test_a_sample_bot_passes_the_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_built(folder)
    assert failed_steps(folder, games_of(folder), sandbox(monkeypatch)) == []


def test_the_strong_bot_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert failed_steps(hasty(tmp_path / "hasty"), GAMES, sandbox(monkeypatch)) == []


@pytest.mark.parametrize("folder", simple_folders(), ids=named)
def test_a_minimal_bot_passes_the_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one game: that it plays the others is seen in the matches."""
    require_built(folder)
    assert failed_steps(folder, GAMES[:1], sandbox(monkeypatch)) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.name)
def test_a_sample_bot_beats_a_random_one_without_a_fault(
    pair: Pair, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_built(pair.clever)
    played = blocks_of_a_match(pair, game, blocks=4, where=sandbox(monkeypatch))
    assert_no_fault(played)
    summary = MatchSummary([pair.clever.name, pair.simple.name])
    for block in played:
        summary.count(block)
    assert summary.bots[0].score > 0.5


@pytest.mark.parametrize("game", GAMES)
def test_the_strong_bot_and_the_random_one_play_a_block(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = Pair(hasty(tmp_path / "hasty"), SAMPLE_BOTS / "python-random")
    assert_no_fault(blocks_of_a_match(pair, game, blocks=1, where=sandbox(monkeypatch)))


def test_every_sample_bot_is_among_those_that_play() -> None:
    players = {SAMPLE_BOTS / "python-strong", SAMPLE_BOTS / "python-random"}
    players |= {folder for pair in pairs() for folder in (pair.clever, pair.simple)}
    assert players == {*folders(), *(path.parent for path in SAMPLE_BOTS.glob("*/minimal/bot.toml"))}


def assert_no_fault(played: list[Block]) -> None:
    assert played
    for one in (game for block in played for game in block.games):
        assert one.replay.result is not None
        assert one.replay.result.termination is Termination.NORMAL, (one.replay.result.detail, one.logs)
        verify(one.replay.to_json())
