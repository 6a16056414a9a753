"""One bot's stream: hello, questions, answers, and everything that can be wrong with them.

Questions are asked and answered in order. The clock of a question starts when the bot has it and has
answered the one before. Whatever is ready at one moment goes out in one message.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from bothy.v1 import bot_pb2
from google.protobuf.message import DecodeError

from referee.clock import LAST_LOOK_MS, ClockSettings, LagMeter, Stopwatch
from referee.faults import Fault
from referee.questions import Answered, Question, readable
from referee.results import Termination
from referee.wire.asking import framed
from referee.wire.results import TERMINATION_TO_WIRE, clock_to_wire

PROTOCOL = 1
END_OF_STREAM: Any = grpc.aio.EOF  # type: ignore[attr-defined]
MOST_REQUEST_BYTES = 65_536
LAST_WORD_SECONDS = 0.5
"""For the bot to take in what it did wrong."""
MOST_UNREAD = 2000
"""Questions and news that may wait for a bot that does not read: far more than fair games ever have."""


class BotStream:
    """The conversation with one bot, from its hello to goodbye or to its first fault."""

    def __init__(
        self, name: str, token: str, clock: ClockSettings, lag: LagMeter, on_fault: Callable[[Fault], None]
    ) -> None:
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.fault: Fault | None = None
        self.blamed_game: int | None = None
        """The game that the fault concerns: the one that the bot spoke of, or was asked about."""
        self.has_played = False
        """A game or more to its end."""
        self.asks_one_at_a_time = False
        """Whether a question is kept back until the one before is answered: so it is plain at which a bot dies."""
        self.cpu_now_ms: Callable[[], float | None] = lambda: None
        """The CPU time of the bot's processes so far, for whoever knows them."""
        self._name, self._token, self._clock, self._lag = name, token, clock, lag
        self._on_fault = on_fault
        self._owed: deque[Question] = deque()
        self._let_off: set[tuple[int, int]] = set()
        """Questions that nobody waits for any more; an answer that still comes is not wrong."""
        self._outgoing = bot_pb2.PlayResponse()
        """All that is to be said next but questions."""
        self._questions: list[bytes] = []
        """The questions of the next message, as fields of it."""
        self._unread = 0
        self._something_to_say = asyncio.Event()
        self._is_closing = False
        self._is_cut = False
        """Nobody is at the other end any more."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def open_questions(self) -> int:
        """How many the bot has been asked and has not answered."""
        return sum(question.is_sent for question in self._owed)

    # --- what the table says -------------------------------------------------------------------

    def ask(self, question: Question) -> asyncio.Future[Answered | None]:
        self._owed.append(question)
        if len(self._owed) > 1 and self.asks_one_at_a_time:
            return question.future
        self._send(question)
        if len(self._owed) == 1:
            self._start_clock()
        return question.future

    def _send(self, question: Question) -> None:
        question.is_sent = True
        self._questions.append(framed(bot_pb2.PlayResponse.QUESTIONS_FIELD_NUMBER, question.message))
        self._speak()

    def tell_started(self, message: bot_pb2.GameStarted) -> None:
        self._outgoing.games_started.append(message)
        self._speak()

    def tell_over(self, message: bot_pb2.GameOver) -> None:
        """The game is over; what the bot still owes of it is void, and what it has not been asked yet it is not."""
        for question in [question for question in self._owed if question.game_id == message.game_id]:
            question.is_void = True
            if not question.is_sent:
                self._owed.remove(question)
        self.has_played = True
        self._outgoing.games_over.append(message)
        self._speak()

    def welcome(self) -> None:
        welcome = bot_pb2.Welcome(protocol=PROTOCOL, name=self._name, clock=clock_to_wire(self._clock))
        self._outgoing.welcome.CopyFrom(welcome)
        self._something_to_say.set()
        self.welcomed.set_result(None)

    def say_goodbye(self, reason: str) -> None:
        if not self._is_closing:
            self._outgoing.goodbye.reason = reason
            self._is_closing = True
            self._something_to_say.set()
            self._stop_clock()

    def fail(self, termination: Termination, detail: str, game_id: int | None = None) -> None:
        """The first fault counts; the bot is told, and no more is said."""
        if self._is_closing:
            return
        self.fault = Fault(termination, detail)
        asked = (question.game_id for question in self._owed if not question.is_void)
        self.blamed_game = next(asked, None) if game_id is None else game_id
        self._outgoing.problem.CopyFrom(bot_pb2.Problem(termination=TERMINATION_TO_WIRE[termination], detail=detail))
        self.say_goodbye("the game is lost")
        if not self.welcomed.done():
            self.welcomed.set_result(None)
        self._on_fault(self.fault)

    def _speak(self) -> None:
        self._something_to_say.set()
        self._unread += 1
        if self._unread > MOST_UNREAD:
            # Later, because whoever speaks here is in the middle of something.
            asyncio.get_running_loop().call_soon(self.fail, Termination.CRASH, "the bot does not read its stream")

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
            self._is_cut = True
            self._stop_clock()
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _read(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while not self._is_closing and (data := await context.read()) is not END_OF_STREAM:
            if len(data) > MOST_REQUEST_BYTES:
                self._refuse(f"a message had {len(data)} bytes, more than {MOST_REQUEST_BYTES}")
                return
            try:
                self._heard(bot_pb2.PlayRequest.FromString(data))
            except DecodeError:
                self._refuse("a message was no PlayRequest")

    def _refuse(self, detail: str, game_id: int | None = None) -> None:
        """What the bot said, it may not say, or not now."""
        self.fail(Termination.ILLEGAL_ACTION if self.welcomed.done() else Termination.NO_START, detail, game_id)

    def _heard(self, request: bot_pb2.PlayRequest) -> None:
        if not self.welcomed.done():
            self._heard_hello(request)
        elif request.HasField("hello"):
            self._refuse("the bot said hello again")
        elif not request.answers:
            self._refuse("a message said nothing")
        for answer in request.answers:
            if self._is_closing:
                return
            self._heard_answer(answer)

    def _heard_hello(self, request: bot_pb2.PlayRequest) -> None:
        if not request.HasField("hello"):
            self._refuse("the bot's first message was not hello")
        elif request.hello.token != self._token:
            self._refuse("the bot said hello with a wrong token")
        elif request.hello.protocol != PROTOCOL:
            self._refuse(f"the bot speaks protocol {request.hello.protocol}, the referee {PROTOCOL}")
        else:
            self.welcome()

    def _heard_answer(self, answer: bot_pb2.Answer) -> None:
        named = (answer.game_id, answer.number)
        if named in self._let_off:
            self._let_off.remove(named)
            return
        while self._owed and self._owed[0].is_void and self._owed[0].name != named:
            self._next_question()
        if named not in [question.name for question in self._owed]:  # what else is open is chance: not said
            self._refuse(f"the bot answered question {answer.number}, which was not open", answer.game_id)
        elif self._owed[0].name != named:
            self._refuse(f"the bot did not answer question {self._owed[0].number}, but one that came later")
        elif self._owed[0].is_void:
            self._next_question()
        else:
            self._judge(self._owed[0], answer)

    def _judge(self, question: Question, answer: bot_pb2.Answer) -> None:
        ms = question.watch.ms() if question.watch is not None else 0.0
        cpu_ms = self._cpu_ms_since(question.cpu_before_ms)
        if answer.index >= question.legal_count:
            self._refuse(f"the bot answered {answer.index}, but only 0 to {question.legal_count - 1} are legal")
        elif not question.clock.charge(ms):
            self._fail_on_time()
        else:
            self._next_question()
            if not question.future.done():
                question.future.set_result(Answered(answer.index, ms, readable(answer.note), cpu_ms))

    def _next_question(self) -> None:
        self._owed.popleft()
        self._stop_clock()
        if self._owed:
            if not self._owed[0].is_sent:
                self._send(self._owed[0])
            self._start_clock()

    async def _write(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        while True:
            await self._something_to_say.wait()
            self._something_to_say.clear()
            message, self._outgoing = self._outgoing, bot_pb2.PlayResponse()
            questions, self._questions = self._questions, []
            self._unread = 0
            await context.write(message.SerializeToString() + b"".join(questions))
            if message.HasField("goodbye"):
                return

    # --- the clock -----------------------------------------------------------------------------

    def _start_clock(self) -> None:
        question = self._owed[0]
        question.cpu_before_ms = self.cpu_now_ms()
        question.watch = Stopwatch(self._lag)
        if not self._is_cut:  # else it failed in another way than on time
            self._wait(question, question.clock.budget_ms)

    def _cpu_ms_since(self, before_ms: float | None) -> float | None:
        now_ms = self.cpu_now_ms()
        # A process that has ended takes its time with it, where only the living are counted.
        return None if before_ms is None or now_ms is None else max(0.0, now_ms - before_ms)

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, question: Question, ms: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(ms / 1000, self._time_is_up, question)

    def _time_is_up(self, question: Question) -> None:
        assert question.watch is not None
        left_ms = question.clock.budget_ms + LAST_LOOK_MS - question.watch.ms()
        if left_ms > 0:
            # The referee was late itself, or has not read yet what the bot said in time.
            self._wait(question, left_ms)
        elif question.is_void:
            self._let_off.add(question.name)
            self._next_question()
        else:
            self._fail_on_time()

    def _fail_on_time(self) -> None:
        grace, bank = self._clock.grace_ms / 1000, self._clock.bank_ms / 1000
        self.fail(
            Termination.TIMEOUT,
            f"the bot ran out of time: it had {grace:g} s for each decision and {bank:g} s more for the game",
        )


def bot_service(play: Callable[[Any, Any], Awaitable[None]]) -> grpc.GenericRpcHandler[Any, Any]:
    """BotService with messages as bytes: the referee reads them itself, so that it can say what is wrong."""
    service = bot_pb2.DESCRIPTOR.services_by_name["BotService"].full_name
    return grpc.method_handlers_generic_handler(service, {"Play": grpc.stream_stream_rpc_method_handler(play)})
