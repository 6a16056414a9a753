"""Every misdeed of a bot is a result: of that game, of that bot, and of nobody else."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import pytest

from referee.bot import Bot, Question
from referee.clock import ClockSettings
from referee.games import game_of
from referee.games.shuffle import commitment, derive_seed
from referee.hall import hall
from referee.limits import Limits
from referee.live_bot import BotProgram
from referee.match import Block
from referee.practice import play as play_in_process
from referee.results import Termination
from referee.sandbox import Level, choose
from referee.table import Deal, GameRecord, Table
from referee.verify import verify
from tests.e2e.bots.fair import FairBot
from tests.e2e.matches import BOTS, PATIENT, SEED, Left, fair, games_of, hostile, match, play, result_of, watched

ILLEGAL, TIMEOUT, CRASH = Termination.ILLEGAL_ACTION, Termination.TIMEOUT, Termination.CRASH
CLOCK = ClockSettings(startup_ms=30_000, grace_ms=100, bank_ms=1_400)
SHORT_START = ClockSettings(startup_ms=4_000, grace_ms=100, bank_ms=1_400)
OUT_OF_TIME = "the bot ran out of time: it had 0.1 s for each decision and 1.4 s more for the game"

FAULTS = {
    "out_of_range": (ILLEGAL, "legal"),
    "far_out_of_range": (ILLEGAL, "the bot answered 4294967295, but only 0 to"),
    "late": (TIMEOUT, OUT_OF_TIME),
    "silence": (TIMEOUT, OUT_OF_TIME),
    "wrong_question": (ILLEGAL, "which was not open"),
    "wrong_game": (ILLEGAL, "which was not open"),
    "twice_at_once": (ILLEGAL, "which was not open"),
    "twice": (ILLEGAL, "which was not open"),
    "before_asked": (ILLEGAL, "the bot answered question 77, which was not open"),
    "talk_off_turn": (ILLEGAL, "which was not open"),
    "flood_of_answers": (ILLEGAL, "which was not open"),
    "flood_of_nothing": (ILLEGAL, "a message said nothing"),
    "garbage": (ILLEGAL, "a message was no PlayRequest"),
    "oversized": (ILLEGAL, "a message had 65537 bytes, more than 65536"),
    "far_too_large": (CRASH, "a message was far too large"),
    "hello_again": (ILLEGAL, "the bot said hello again"),
    "stream_closed": (CRASH, "the bot's stream ended, but its process did not"),
    "stream_cancelled": (CRASH, "the bot's stream ended, but its process did not"),
    "killed": (CRASH, "the bot's process was killed by SIGKILL"),
    "exit_0": (CRASH, "the bot's process exited with code 0"),
    "exit_1": (CRASH, "the bot's process exited with code 1"),
    "exception": (CRASH, "the bot's process exited with code 1"),
    "crash_off_turn": (CRASH, "the bot's process exited with code 9"),
    "forks_away": (CRASH, "the bot's process exited with code 0"),
    "endless_output": (CRASH, "went over its limit of log size (1 MB)"),
    "endless_errors": (CRASH, "went over its limit of log size (1 MB)"),
    "listens_to_the_end": (ILLEGAL, "legal"),
    "ignores_goodbye": (ILLEGAL, "legal"),
}
WORDS = {
    "exception": ["my last words\n", "RuntimeError: I did not think of this", "exited with code 1"],
    "endless_output": ["the beginning\n", "output cut here"],
    "endless_errors": ["output cut here"],
    "listens_to_the_end": ["heard: 2 the bot answered", "heard goodbye"],
    "killed": ["was killed by SIGKILL"],
}
"""What must stand in the log, besides the reason."""


@dataclass
class Seen:
    """A match of two blocks against a bot that does wrong in the first."""

    misdeed: str
    blocks: list[Block]
    left: Left

    @property
    def lost(self) -> list[GameRecord]:
        return self.blocks[0].games


@pytest.fixture(scope="module", params=FAULTS)
def seen(request: pytest.FixtureRequest) -> Seen:
    slow = ["--slow", "0.5", "--only", commitment(derive_seed(SEED, "block", 0))]
    with watched() as left:
        bots = [
            fair(*slow if request.param.endswith("off_turn") else ()),
            replace(hostile(request.param), limits=Limits(log_mb=1)),
        ]
        blocks = play(match(*bots, blocks=2, clock=PATIENT if request.param.endswith("off_turn") else CLOCK))
    return Seen(request.param, blocks, left)


def test_the_fault_is_the_result_of_the_game(seen: Seen) -> None:
    termination, detail = FAULTS[seen.misdeed]
    for game in seen.lost:
        assert result_of(game).termination is termination
        assert detail in result_of(game).detail


def test_the_offender_alone_has_lost(seen: Seen) -> None:
    assert [(result_of(game).offenders, result_of(game).placings) for game in seen.lost] == [
        ((1,), (1, 2)),
        ((0,), (2, 1)),
    ]


def test_the_next_games_are_normal_with_a_bot_started_afresh(seen: Seen) -> None:
    assert [result_of(game).termination for game in seen.blocks[1].games] == [Termination.NORMAL] * 2


def test_the_log_of_the_offender_is_in_the_record_with_the_reason(seen: Seen) -> None:
    for game in seen.lost:
        result = result_of(game)
        assert list(game.logs) == [result.offender]
        (log,) = game.logs.values()
        assert log.endswith(f"[bothy: {result.termination}: {result.detail}]\n")


def test_the_log_is_what_the_bot_printed_within_bounds(seen: Seen) -> None:
    for game in seen.lost:
        (log,) = game.logs.values()
        assert [word for word in WORDS.get(seen.misdeed, []) if word not in log] == []
        assert len(log) < 300_000


def test_the_opponent_is_not_slowed(seen: Seen) -> None:
    charged = [step.ms for game in seen.blocks[1].games for step in game.replay.steps]
    assert sorted(charged)[len(charged) // 2] < 100


def test_the_replays_verify(seen: Seen) -> None:
    for game in games_of(seen.blocks):
        verify(game.replay.to_json())


def test_nothing_is_left_behind(seen: Seen) -> None:
    assert seen.left == Left()


# --- at the start ------------------------------------------------------------------------------

STARTS = {
    "wrong_token": "the bot said hello with a wrong token",
    "wrong_protocol": "the bot speaks protocol 2, the referee 1",
    "answer_first": "the bot's first message was not hello",
    "garbage_first": "a message was no PlayRequest",
    "never_says_hello": "the bot did not say hello within 4 s",
    "exits_at_once": "the bot's process exited with code 4",
}


@pytest.mark.parametrize("misdeed", STARTS)
def test_a_bot_that_does_not_start_loses_the_game(misdeed: str) -> None:
    with watched() as left:
        (block,) = play(match(fair(), hostile(misdeed), clock=SHORT_START))
    for game in block.games:
        verify(game.replay.to_json())
        assert result_of(game).termination is Termination.NO_START
        assert result_of(game).detail == STARTS[misdeed]
        assert result_of(game).offenders == (game.seating.index(1),)
    assert left == Left()


def test_a_command_that_does_not_exist_is_a_bot_that_does_not_start() -> None:
    (block,) = play(match(fair(), BotProgram("none", BOTS, ("no-such-command",)), clock=CLOCK))
    for game in block.games:
        assert result_of(game).termination is Termination.NO_START
        assert result_of(game).detail == "the bot's process exited with code 127"
        assert "no-such-command" in game.logs[game.seating.index(1)]


def test_a_bot_that_goes_right_after_its_hello_has_crashed() -> None:
    (block,) = play(match(fair("--start", "0.5"), hostile("hello_and_gone"), clock=CLOCK))
    assert {(result_of(game).termination, result_of(game).detail) for game in block.games} == {
        (CRASH, "the bot's process exited with code 5")
    }


def test_a_bot_that_never_reads_runs_out_of_time() -> None:
    (block,) = play(match(fair(), hostile("never_reads"), clock=CLOCK))
    assert {(result_of(game).termination, result_of(game).detail) for game in block.games} == {(TIMEOUT, OUT_OF_TIME)}


# --- at the last question ----------------------------------------------------------------------


class FirstBot(Bot):
    """What a hostile bot plays as long as it is fair."""

    def choose(self, question: Question) -> int:
        return 0


def last_word() -> tuple[bytes, int]:
    """The seed of a game that the bot in seat 0 ends with a choice of its own, and the number of that question."""
    for number in range(1000):
        seed = derive_seed(SEED, "last word", number)
        steps = play_in_process(FirstBot(), "schotten_totten", against=FairBot(), seed=seed).steps
        if steps[-1].seat == 0 and not steps[-1].forced:
            return seed, len(steps) - 1
    raise AssertionError("there is no such game")


async def play_one(bots: list[BotProgram], seed: bytes) -> GameRecord:
    async with hall(choose(Level.NONE)) as shared:
        table = Table(game_of("schotten_totten"), {}, (0, 1), bots, SEED, PATIENT, shared)
        try:
            return await table.play(Deal(0, seed), {})
        finally:
            await table.close()


def test_who_says_too_much_with_the_last_answer_has_lost_before_it_counts() -> None:
    seed, number = last_word()
    bot = BotProgram("hostile", BOTS, ("python3", "hostile.py", "twice_at_once", "", str(number)))
    game = asyncio.run(play_one([bot, fair()], seed))
    assert result_of(game).termination is Termination.ILLEGAL_ACTION
    assert len(game.replay.steps) == number
    verify(game.replay.to_json())


# --- what is no fault --------------------------------------------------------------------------


def test_a_bot_that_ends_with_its_game_has_not_lost_it_and_is_started_again() -> None:
    with watched() as left:
        blocks = play(match(fair(), hostile("exit_at_game_over", block=None), blocks=3, clock=CLOCK))
    assert {result_of(game).termination for game in games_of(blocks)} == {Termination.NORMAL}
    assert left == Left()


def test_a_second_stream_is_refused_and_the_first_plays_on() -> None:
    assert noted("second_stream") == {"ALREADY_EXISTS"}


def test_a_long_note_is_cut_between_two_letters() -> None:
    assert noted("long_note") == {"é" * 250}


def test_a_note_has_no_control_characters() -> None:
    assert noted("control_characters") == {" [31mred and  right"}


def noted(misdeed: str) -> set[str]:
    (block,) = play(match(fair(), hostile(misdeed), clock=CLOCK))
    for game in block.games:
        verify(game.replay.to_json())
    assert {result_of(game).termination for game in block.games} == {Termination.NORMAL}
    return {step.note for game in block.games for step in game.replay.steps if step.note}
