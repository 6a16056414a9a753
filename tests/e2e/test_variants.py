"""Every variant over the wire is the same game as in process, with the same choices."""

from __future__ import annotations

import asyncio

import pytest

from referee.clock import ClockSettings
from referee.hall import hall
from referee.practice import play as play_in_process
from referee.replay import Replay
from referee.sandbox import Level, choose
from referee.table import Deal, GameRecord, Table
from tests.e2e.bots.fair import FairBot
from tests.e2e.matches import SEED, fair
from tests.variants import VARIANTS, Variant

# The time that bots have makes no difference to what fair bots play.
CLOCK = ClockSettings(startup_ms=60_000, grace_ms=30_000, bank_ms=0)


async def over_the_wire(variant: Variant) -> list[GameRecord]:
    async with hall(choose(Level.NONE)) as shared:
        seating = tuple(range(variant.players))
        bots = [fair()] * variant.players
        table = Table(variant.game, dict(variant.options), seating, bots, SEED, CLOCK, shared)
        try:
            return [await table.play(Deal(number, variant.seed(number)), {}) for number in range(2)]
        finally:
            await table.close()


def in_process(variant: Variant, seed: bytes) -> Replay:
    bots = [FairBot() for _ in range(variant.players)]
    return play_in_process(bots[0], variant.game.key, against=bots[1:], seed=seed, options=dict(variant.options))


def course(replay: Replay) -> list[object]:
    steps = [(step.seat, step.legal, step.action, step.forced) for step in replay.steps]
    return [replay.options, replay.initial, steps, replay.result]


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_two_games_over_the_wire_are_the_games_in_process(variant: Variant) -> None:
    for game in asyncio.run(over_the_wire(variant)):
        assert course(game.replay) == course(in_process(variant, game.replay.seed))
