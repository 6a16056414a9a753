"""A bot's stream over a real socket: what is asked, what may be answered, and whose time it is."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from bothy.v1 import bot_pb2

from referee.clock import ClockSettings, GameClock, LagMeter
from referee.faults import Fault
from referee.questions import Question
from referee.results import Termination
from referee.stream import BotStream
from tests.sandbox.bots import until

CLOCK = ClockSettings(startup_ms=10_000, grace_ms=200, bank_ms=0)
PATIENT = ClockSettings(startup_ms=10_000, grace_ms=20_000, bank_ms=0)


class Wire:
    """Both ends of a stream."""

    def __init__(self, call: Any, stream: BotStream, clock: ClockSettings, faults: list[Fault]) -> None:
        self.call, self.stream, self.faults = call, stream, faults
        self._clock = clock

    def ask(self, game_id: int, number: int) -> asyncio.Future[Any]:
        message = bot_pb2.Question(game_id=game_id, number=number).SerializeToString()
        return self.stream.ask(Question(game_id, number, message, 3, GameClock(self._clock)))

    async def answer(self, *names: tuple[int, int]) -> None:
        answers = [bot_pb2.Answer(game_id=game_id, number=number, index=1) for game_id, number in names]
        await self.call.write(bot_pb2.PlayRequest(answers=answers).SerializeToString())


@asynccontextmanager
async def wired(clock: ClockSettings = PATIENT) -> AsyncIterator[Wire]:
    faults: list[Fault] = []
    lag = LagMeter()
    lag.start()
    stream = BotStream("bot", "secret", clock, lag, faults.append)

    async def handle(_: Any, context: Any) -> None:
        await stream.serve(context)

    server = grpc.aio.server()
    method = grpc.stream_stream_rpc_method_handler(handle)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t", {"Play": method}),))
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        address = f"unix:{folder}/socket"
        server.add_insecure_port(address)
        await server.start()
        async with grpc.aio.insecure_channel(address, options=[("grpc.default_authority", "x")]) as channel:
            play: Any = channel.stream_stream("/t/Play", None, bot_pb2.PlayResponse.FromString)
            call = play()
            hello = bot_pb2.Hello(token="secret", protocol=1)
            await call.write(bot_pb2.PlayRequest(hello=hello).SerializeToString())
            await stream.welcomed
            yield Wire(call, stream, clock, faults)
            await server.stop(None)
    lag.stop()


def over(game_id: int) -> bot_pb2.GameOver:
    return bot_pb2.GameOver(game_id=game_id)


def test_questions_of_several_games_are_answered_in_order() -> None:
    async def talk() -> list[Any]:
        async with wired() as wire:
            asked = [wire.ask(1, 0), wire.ask(2, 0), wire.ask(1, 1)]
            await wire.answer((1, 0), (2, 0), (1, 1))
            return [(await future).index for future in asked]

    assert asyncio.run(talk()) == [1, 1, 1]


async def fault_after(*answers: tuple[int, int]) -> tuple[Termination, int | None]:
    async with wired() as wire:
        wire.ask(1, 0)
        wire.ask(2, 0)
        await wire.answer(*answers)
        await until(lambda: wire.faults)
        return wire.faults[0].termination, wire.stream.blamed_game


def test_who_passes_over_a_question_has_failed_at_that_one() -> None:
    assert asyncio.run(fault_after((2, 0))) == (Termination.ILLEGAL_ACTION, 1)


def test_who_answers_twice_has_failed_at_the_game_that_it_spoke_of() -> None:
    assert asyncio.run(fault_after((1, 0), (1, 0))) == (Termination.ILLEGAL_ACTION, 1)


def test_who_answers_what_was_never_asked_has_failed_at_the_game_that_it_spoke_of() -> None:
    assert asyncio.run(fault_after((2, 5))) == (Termination.ILLEGAL_ACTION, 2)


def test_a_question_whose_game_is_over_may_be_answered() -> None:
    async def talk() -> list[Fault]:
        async with wired() as wire:
            wire.ask(1, 0)
            wire.stream.tell_over(over(1))
            following = wire.ask(2, 0)
            await wire.answer((1, 0))
            await wire.answer((2, 0))
            await following
            return wire.faults

    assert asyncio.run(talk()) == []


def test_a_question_whose_game_is_over_need_not_be_answered() -> None:
    async def talk() -> list[Fault]:
        async with wired() as wire:
            wire.ask(1, 0)
            wire.stream.tell_over(over(1))
            following = wire.ask(2, 0)
            await wire.answer((2, 0))
            await following
            return wire.faults

    assert asyncio.run(talk()) == []


def test_a_question_whose_game_is_over_may_be_answered_later_than_its_time() -> None:
    async def talk() -> list[Fault]:
        async with wired(CLOCK) as wire:
            wire.ask(1, 0)
            wire.stream.tell_over(over(1))
            await asyncio.sleep(0.5)
            await wire.answer((1, 0))
            await asyncio.sleep(0.1)
            return wire.faults

    assert asyncio.run(talk()) == []


def test_it_may_be_answered_once() -> None:
    async def talk() -> list[Fault]:
        async with wired(CLOCK) as wire:
            wire.ask(1, 0)
            wire.stream.tell_over(over(1))
            await asyncio.sleep(0.5)
            await wire.answer((1, 0), (1, 0))
            await until(lambda: wire.faults)
            return wire.faults

    assert len(asyncio.run(talk())) == 1


def test_a_question_waits_for_the_answer_to_the_one_before() -> None:
    """The clock of the second begins with the answer to the first."""

    async def talk() -> float:
        async with wired() as wire:
            wire.ask(1, 0)
            second = wire.ask(2, 0)
            await asyncio.sleep(1.0)
            await wire.answer((1, 0))
            await wire.answer((2, 0))
            ms: float = (await second).ms
            return ms

    assert asyncio.run(talk()) < 500


def test_silence_runs_out_of_time() -> None:
    async def talk() -> tuple[Termination, int | None]:
        async with wired(CLOCK) as wire:
            wire.ask(7, 0)
            await until(lambda: wire.faults)
            return wire.faults[0].termination, wire.stream.blamed_game

    assert asyncio.run(talk()) == (Termination.TIMEOUT, 7)


def test_only_the_first_fault_counts() -> None:
    async def talk() -> list[str]:
        async with wired() as wire:
            wire.stream.fail(Termination.CRASH, "first")
            wire.stream.fail(Termination.TIMEOUT, "second")
            return [fault.detail for fault in wire.faults]

    assert asyncio.run(talk()) == ["first"]


def test_after_goodbye_nothing_is_a_fault() -> None:
    async def talk() -> list[Fault]:
        async with wired() as wire:
            wire.stream.say_goodbye("the match is over")
            await wire.answer((1, 0))
            await asyncio.sleep(0.1)
            wire.stream.fail(Termination.CRASH, "gone")
            return wire.faults

    assert asyncio.run(talk()) == []


def test_a_bot_that_failed_hears_why_and_then_goodbye() -> None:
    async def talk() -> list[bot_pb2.PlayResponse]:
        async with wired() as wire:
            await wire.answer((1, 0))
            return [response async for response in wire.call]

    last = asyncio.run(talk())[-1]
    assert last.problem.detail == "the bot answered question 0, which was not open"
    assert last.HasField("goodbye")


def test_who_does_not_read_but_plays_on_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.stream.MOST_UNREAD", 5)

    async def talk() -> list[str]:
        async with wired() as wire:
            for number in range(20):
                wire.ask(1, number)
            await asyncio.sleep(0)
            return [fault.detail for fault in wire.faults]

    assert asyncio.run(talk()) == ["the bot does not read its stream"]
