"""Bots that stand still while others are to move."""

from __future__ import annotations

import asyncio
import itertools
import statistics
from dataclasses import replace
from pathlib import Path

import pytest

from referee.hall import hall
from referee.live_bot import BotProgram
from referee.match import Block
from referee.sandbox.contained import StrictSandbox
from tests.e2e.matches import Left, fair, games_of, match, play_in, proof_of, watched
from tests.sandbox.bots import made, python_bot

pytestmark = pytest.mark.slow


def play(strict: StrictSandbox, slow: BotProgram, other: BotProgram) -> list[Block]:
    async def playing() -> list[Block]:
        async with hall(strict) as shared:
            return await play_in(shared, match(slow, other, blocks=2, parallel=2))

    return asyncio.run(playing())


def test_bots_that_rest_play_as_those_that_do_not(strict: StrictSandbox, cgroups: Path) -> None:
    with watched() as left:
        awake = play(strict, fair(name="one"), fair(name="two"))
        resting = play(strict, replace(fair(name="one"), freeze=True), replace(fair(name="two"), freeze=True))
    assert [proof_of(game.replay) for game in games_of(resting)] == [proof_of(game.replay) for game in games_of(awake)]
    assert left == Left()
    assert made(cgroups) == []


PONDERING = """
    import threading, time
    from referee.bot import Bot, Question

    class Pondering(Bot):
        turns = 0

        def choose(self, question: Question) -> int:
            question.note = str(self.turns)
            return 0

    bot = Pondering()

    def ponder() -> None:
        while True:
            time.sleep(0.005)
            bot.turns += 1

    threading.Thread(target=ponder, daemon=True).start()
    bot.run()
"""


@pytest.mark.parametrize("freeze", [False, True], ids=["awake", "resting"])
def test_a_bot_that_rests_cannot_think_on_its_opponents_time(
    strict: StrictSandbox, tmp_path: Path, freeze: bool
) -> None:
    launch = python_bot(tmp_path, PONDERING)
    pondering = BotProgram("pondering", launch.folder, launch.command, freeze=freeze)

    async def playing() -> list[Block]:
        async with hall(strict) as shared:
            return await play_in(shared, match(fair("--slow", "0.2"), pondering))

    (block,) = asyncio.run(playing())
    for game in block.games:
        thoughts = [int(step.note) for step in game.replay.steps if step.note]
        gained = [after - before for before, after in itertools.pairwise(thoughts)]
        assert (statistics.median(gained) < 10) == freeze
