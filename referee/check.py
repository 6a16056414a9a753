"""The compliance check: named steps that every bot must pass before it meets others."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from referee.clock import ClockSettings
from referee.games import game_of
from referee.games.base import OptionValue
from referee.games.shuffle import derive_seed
from referee.live_bot import BotProgram, Hall, LiveBot
from referee.table import Deal, GameRecord, Table

SEED = bytes(32)
LEAVE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One thing that was looked at."""

    name: str
    passed: bool
    detail: str
    log: str = ""
    """The bot's own output."""

    def to_json(self) -> dict[str, Any]:
        return {"step": self.name, "passed": self.passed, "detail": self.detail, "log": self.log}


async def check(
    program: BotProgram, games: tuple[str, ...], clock: ClockSettings, hall: Hall
) -> AsyncGenerator[CheckStep]:
    """The steps as they are done. A bot that does not start is not looked at further."""
    starts, says_hello = await _starts(program, clock, hall)
    yield starts
    if starts.passed:
        yield says_hello
    if not (starts.passed and says_hello.passed):
        return
    longest = 0.0
    for game in games:
        step, ms = await _plays(program, game, clock, hall)
        longest = max(longest, ms)
        yield step
    budget = clock.grace_ms + clock.bank_ms
    yield CheckStep(
        "keeps to the clock",
        longest <= budget,
        f"its longest decision took {longest:.1f} ms; {clock.grace_ms} ms are free, the bank has {clock.bank_ms} ms",
    )
    _, again = await _starts(program, clock, hall)
    yield replace(again, name="survives a restart")
    yield await _leaves(program, clock, hall)


async def _starts(program: BotProgram, clock: ClockSettings, hall: Hall) -> tuple[CheckStep, CheckStep]:
    """Whether its process runs, and whether it says hello."""
    bot = _bot(program, clock, hall)
    try:
        await bot.start()
    finally:
        fault, runs = bot.stream.fault, bot.is_running
        await bot.stop()
    detail = fault.detail if fault is not None else "it said hello"
    return (
        CheckStep("starts", runs, "its process runs" if runs else detail, bot.log),
        CheckStep("says hello", fault is None, detail, bot.log),
    )


async def _plays(program: BotProgram, key: str, clock: ClockSettings, hall: Hall) -> tuple[CheckStep, float]:
    """A game of every variant, and one of the largest table, against itself; and its longest decision."""
    longest, played = 0.0, 0
    for players, options in _variants(key):
        record = await _game(program, key, players, options, clock, hall)
        result = record.replay.result
        assert result is not None
        longest = max([longest, *(step.ms for step in record.replay.steps)])
        if result.offenders:
            where = ", ".join([f"{players} players", *(f"{name}={str(on).lower()}" for name, on in options.items())])
            log = "\n".join(record.logs.values())
            return CheckStep(f"plays {key}", False, f"{where}: {result.termination}: {result.detail}", log), longest
        played += 1
    return CheckStep(f"plays {key}", True, f"{played} games against itself, one of every variant"), longest


def _variants(key: str) -> list[tuple[int, dict[str, OptionValue]]]:
    game = game_of(key)
    names = [option.name for option in game.option_specs]
    fewest, most = game.player_counts[0], game.player_counts[-1]
    every = [
        (fewest, dict(zip(names, values, strict=True)))
        for values in product(*(option.choices for option in game.option_specs))
    ]
    return every + ([(most, game.resolve_options(most))] if most > fewest else [])


async def _game(
    program: BotProgram, key: str, players: int, options: dict[str, OptionValue], clock: ClockSettings, hall: Hall
) -> GameRecord:
    table = Table(game_of(key), options, tuple(range(players)), [program] * players, SEED, clock, hall)
    try:
        return await table.play(Deal(0, derive_seed(SEED, "check", players)), {})
    finally:
        await table.close()


async def _leaves(program: BotProgram, clock: ClockSettings, hall: Hall) -> CheckStep:
    bot = _bot(program, clock, hall)
    try:
        await bot.start()
        left = bot.stream.fault is None and await bot.leaves_by_itself(LEAVE_SECONDS)
    finally:
        await bot.stop()
    detail = "it ended after goodbye" if left else f"it was still running {LEAVE_SECONDS:g} s after goodbye"
    return CheckStep("leaves no process behind", left, detail, bot.log)


def _bot(program: BotProgram, clock: ClockSettings, hall: Hall) -> LiveBot:
    return LiveBot(program, SEED, clock, hall, lambda fault: None)
