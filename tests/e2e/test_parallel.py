"""Several games in flight on each stream: the same games as one after another."""

from __future__ import annotations

import pytest

from referee.clock import ClockSettings
from referee.live_bot import BotProgram
from referee.results import Termination
from tests.e2e.matches import BOTS, Left, fair, games_of, hostile, match, play, proof_of, result_of, watched

QUICK = ClockSettings(startup_ms=60_000, grace_ms=2_000, bank_ms=1_000)
RANDOM = BotProgram("random", BOTS, ("python3", "chancy.py"))


def proofs(*bots: BotProgram, parallel: int, game: str = "claim", blocks: int = 4) -> list[str]:
    """The replays of a match without their times; and nothing is left of it."""
    with watched() as left:
        played = games_of(play(match(*bots, game=game, blocks=blocks, parallel=parallel)))
    assert left == Left()
    return [proof_of(game.replay) for game in played]


@pytest.mark.parametrize("game", ["claim", "schotten_totten", "lords_of_scotland"])
def test_the_same_seed_gives_the_same_replays(game: str) -> None:
    once = proofs(RANDOM, fair(), parallel=1, game=game)
    assert len(set(once)) == 8
    assert proofs(RANDOM, fair(), parallel=1, game=game) == once
    assert proofs(RANDOM, fair(), parallel=4, game=game) == once


@pytest.mark.parametrize("misdeed", ["out_of_range", "wrong_question", "twice_at_once", "silence"])
def test_only_the_game_that_a_bot_failed_at_is_lost(misdeed: str) -> None:
    bots = [fair(), hostile(misdeed, block=2)]
    blocks = play(match(*bots, blocks=5, parallel=5, clock=QUICK))
    assert [[result_of(game).offenders for game in block.games] for block in blocks] == [
        [(1,), (0,)] if block.number == 2 else [(), ()] for block in blocks
    ]


@pytest.mark.parametrize("misdeed", ["out_of_range", "twice_at_once"])
def test_a_fault_makes_no_difference_to_the_other_games(misdeed: str) -> None:
    bots = [fair(), hostile(misdeed, block=1)]
    assert proofs(*bots, parallel=4) == proofs(*bots, parallel=1)


@pytest.mark.parametrize("how", [[], ["--at-once"]], ids=["an exception", "at once"])
def test_a_bot_of_the_kit_that_stumbles_over_a_question_loses_that_game_alone(how: list[str]) -> None:
    """Even if it dies at once, answers to other games unsent: it is asked again, one question at a time."""
    command = ("python3", "mortal.py", *how, *hostile("", block=3).command[-1:])
    bots = [fair(), BotProgram("mortal", BOTS, command)]
    blocks = play(match(*bots, blocks=6, parallel=6))
    assert [[result_of(game).termination for game in block.games] for block in blocks] == [
        [Termination.CRASH if block.number == 3 else Termination.NORMAL] * 2 for block in blocks
    ]


def test_bots_that_never_start_lose_one_game_for_each_start() -> None:
    blocks = play(match(fair(), hostile("exits_at_once"), blocks=4, parallel=4))
    details = [{result_of(game).detail for game in block.games} for block in blocks]
    assert details[:2] == [{"the bot's process exited with code 4"}] * 2
    assert details[2:] == [{"forfeited after 3 faulty games in a row"}] * 2


def test_a_bot_that_is_slow_to_start_meets_one_that_is_fast() -> None:
    blocks = play(match(fair(), fair("--start", "2.5"), blocks=2, parallel=2))
    assert {result_of(game).termination for game in games_of(blocks)} == {Termination.NORMAL}
    assert max(step.ms for game in games_of(blocks) for step in game.replay.steps) < 2400
