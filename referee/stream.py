"""One bot's stream: hello, questions, answers, and everything that can be wrong with them.

Questions are asked and answered in order. The clock of a question starts when the bot has it and has
answered the one before. Whatever is ready at one moment goes out in one message.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
from bothy.v1 import bot_pb2
from google.protobuf.message import DecodeError

from referee.clock import ClockSettings, GameClock, LagMeter, Stopwatch
from referee.faults import Fault
from referee.results import Termination
from referee.wire.results import TERMINATION_TO_WIRE, clock_to_wire

PROTOCOL = 1
END_OF_STREAM: Any = grpc.aio.EOF  # type: ignore[attr-defined]
MOST_REQUEST_BYTES = 65_536
MOST_NOTE_BYTES = 500
LAST_WORD_SECONDS = 0.5
"""For the bot to take in what it did wrong."""
LAST_LOOK_SECONDS = 0.02
"""Before a bot loses on time, what it sent may still have to be read."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A decision, and the time that it took."""

    index: int
    ms: float
    note: str


class Question:
    """A question that the bot owes an answer to."""

    __slots__ = ("clock", "future", "game_id", "is_last_look", "is_void", "legal_count", "number", "watch")

    def __init__(self, message: bot_pb2.Question, legal_count: int, clock: GameClock) -> None:
        self.game_id, self.number, self.legal_count = message.game_id, message.number, legal_count
        self.clock = clock
        self.future: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self.watch: Stopwatch | None = None
        """Running from when the bot can work on it."""
        self.is_void = False
        """The game has ended: an answer is no longer needed, and not wrong."""
        self.is_last_look = False


class BotStream:
    """The conversation with one bot, from its hello to goodbye or to its first fault."""

    def __init__(
        self, name: str, token: str, clock: ClockSettings, lag: LagMeter, on_fault: Callable[[Fault], None]
    ) -> None:
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.fault: Fault | None = None
        self._name, self._token, self._clock, self._lag = name, token, clock, lag
        self._on_fault = on_fault
        self._owed: deque[Question] = deque()
        self._outgoing = bot_pb2.PlayResponse()
        self._something_to_say = asyncio.Event()
        self._is_closing = False
        self._timer: asyncio.TimerHandle | None = None

    # --- what the table says -------------------------------------------------------------------

    def ask(self, message: bot_pb2.Question, legal_count: int, clock: GameClock) -> asyncio.Future[Answered]:
        question = Question(message, legal_count, clock)
        self._owed.append(question)
        self._outgoing.questions.append(message)
        self._something_to_say.set()
        if len(self._owed) == 1:
            self._start_clock()
        return question.future

    def tell_started(self, message: bot_pb2.GameStarted) -> None:
        self._outgoing.games_started.append(message)
        self._something_to_say.set()

    def tell_over(self, message: bot_pb2.GameOver) -> None:
        """The game is over; what the bot still owes of it is void."""
        for question in self._owed:
            if question.game_id == message.game_id:
                question.is_void = True
        self._outgoing.games_over.append(message)
        self._something_to_say.set()

    def say_goodbye(self, reason: str) -> None:
        if not self._is_closing:
            self._outgoing.goodbye.reason = reason
            self._is_closing = True
            self._something_to_say.set()
            self._stop_clock()

    def fail(self, termination: Termination, detail: str) -> None:
        """The first fault counts; the bot is told, and no more is said."""
        if self.fault is not None or self._is_closing:
            return
        self.fault = Fault(termination, detail)
        self._outgoing.problem.termination = TERMINATION_TO_WIRE[termination]
        self._outgoing.problem.detail = detail
        self.say_goodbye("the game is lost")
        if not self.welcomed.done():
            self.welcomed.set_result(None)
        self._on_fault(self.fault)

    @property
    def blamed_game(self) -> int | None:
        """The game whose question the bot was working on when it failed."""
        return next((question.game_id for question in self._owed if not question.is_void), None)

    # --- the conversation ----------------------------------------------------------------------

    async def serve(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """Talk until the stream ends or goodbye has been said."""
        reader = asyncio.create_task(self._read(context))
        writer = asyncio.create_task(self._write(context))
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if self._is_closing:
                await asyncio.wait((writer,), timeout=LAST_WORD_SECONDS)
        finally:
            self._stop_clock()
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _read(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while (data := await context.read()) is not END_OF_STREAM:
            if self._is_closing:
                continue
            if len(data) > MOST_REQUEST_BYTES:
                self.fail(
                    Termination.ILLEGAL_ACTION, f"a message had {len(data)} bytes, more than {MOST_REQUEST_BYTES}"
                )
                return
            try:
                request = bot_pb2.PlayRequest.FromString(data)
            except DecodeError:
                self.fail(Termination.ILLEGAL_ACTION, "a message was no PlayRequest")
                return
            self._heard(request)

    def _heard(self, request: bot_pb2.PlayRequest) -> None:
        if not self.welcomed.done():
            self._heard_hello(request)
        elif request.HasField("hello"):
            self.fail(Termination.ILLEGAL_ACTION, "the bot said hello again")
        for answer in request.answers:
            if self._is_closing:
                return
            self._heard_answer(answer)

    def _heard_hello(self, request: bot_pb2.PlayRequest) -> None:
        if not request.HasField("hello"):
            self.fail(Termination.NO_START, "the bot's first message was not hello")
        elif request.hello.token != self._token:
            self.fail(Termination.NO_START, "the bot said hello with a wrong token")
        elif request.hello.protocol != PROTOCOL:
            spoken = request.hello.protocol
            self.fail(Termination.NO_START, f"the bot speaks protocol {spoken}, the referee {PROTOCOL}")
        else:
            welcome = self._outgoing.welcome
            welcome.protocol, welcome.name = PROTOCOL, self._name
            welcome.clock.CopyFrom(clock_to_wire(self._clock))
            self._something_to_say.set()
            self.welcomed.set_result(None)

    def _heard_answer(self, answer: bot_pb2.Answer) -> None:
        named = (answer.game_id, answer.number)
        while self._owed and self._owed[0].is_void and (self._owed[0].game_id, self._owed[0].number) != named:
            self._owed.popleft()
        if not self._owed:
            self.fail(
                Termination.ILLEGAL_ACTION, f"the bot answered question {answer.number} when nothing was asked"
            )  # fmt: skip
            return
        question = self._owed[0]
        if (question.game_id, question.number) != named:
            self.fail(
                Termination.ILLEGAL_ACTION,
                f"the bot answered question {answer.number} of game {answer.game_id}, "
                f"but was asked question {question.number} of game {question.game_id}",
            )
        elif question.is_void:
            self._next_question()
        else:
            self._judge(question, answer)

    def _judge(self, question: Question, answer: bot_pb2.Answer) -> None:
        ms = question.watch.ms() if question.watch is not None else 0.0
        if answer.index >= question.legal_count:
            self.fail(
                Termination.ILLEGAL_ACTION,
                f"the bot answered {answer.index}, but only 0 to {question.legal_count - 1} are legal",
            )
        elif not question.clock.charge(ms):
            self.fail(Termination.TIMEOUT, _late(ms))
        else:
            self._next_question()
            if not question.future.done():
                question.future.set_result(Answered(answer.index, ms, _cut(answer.note)))

    def _next_question(self) -> None:
        self._owed.popleft()
        self._stop_clock()
        if self._owed:
            self._start_clock()

    async def _write(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while True:
            await self._something_to_say.wait()
            self._something_to_say.clear()
            message, self._outgoing = self._outgoing, bot_pb2.PlayResponse()
            await context.write(message.SerializeToString())
            if message.HasField("goodbye"):
                return

    # --- the clock -----------------------------------------------------------------------------

    def _start_clock(self) -> None:
        question = self._owed[0]
        question.watch = Stopwatch(self._lag)
        self._wait(question, question.clock.budget_ms / 1000)

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, question: Question, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._time_is_up, question)

    def _time_is_up(self, question: Question) -> None:
        assert question.watch is not None
        ms = question.watch.ms()
        left_ms = question.clock.budget_ms - ms
        if left_ms > 0:
            # The referee was late itself: the bot has not had its time yet.
            self._wait(question, left_ms / 1000)
        elif not question.is_last_look:
            question.is_last_look = True
            self._wait(question, LAST_LOOK_SECONDS)
        elif question.is_void:
            self._next_question()
        else:
            self.fail(Termination.TIMEOUT, _late(ms))


def _late(ms: float) -> str:
    return f"the bot took {ms / 1000:.2f} s for a decision, more than it had left"


def _cut(note: str) -> str:
    return note.encode()[:MOST_NOTE_BYTES].decode(errors="ignore")
