"""Bots from afar: they dial in with a token, wait in the lobby, and are called to a table.

A bot that wants to sit at several tables opens several streams; the kit opens a new one whenever one is
called. A stream is good for one stay at a table.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import grpc
from bothy.v1 import bot_pb2
from google.protobuf.message import DecodeError

from referee.clock import ClockSettings
from referee.entrants import SeatedBot
from referee.faults import Fault
from referee.live_bot import Hall
from referee.results import Termination
from referee.stream import END_OF_STREAM, PROTOCOL, BotStream

HELLO_SECONDS = 10.0
MOST_WAITING = 64
"""Streams of one bot that may wait at once."""


class Doorkeeper(Protocol):
    """Knows who may dial in."""

    def name_of(self, token: str) -> str | None:
        """Whoever has this token, or None."""


class Caller:
    """A stream in the lobby, until it is called to a table or goes away."""

    def __init__(self) -> None:
        self.called: asyncio.Future[BotStream] = asyncio.get_running_loop().create_future()


class Lobby:
    """Where bots from afar wait to be called."""

    def __init__(self, tokens: Doorkeeper) -> None:
        self._tokens = tokens
        self._waiting: dict[str, deque[Caller]] = defaultdict(deque)
        self._arrivals: dict[str, deque[asyncio.Future[Caller]]] = defaultdict(deque)

    def waiting(self) -> dict[str, int]:
        """How many streams of each bot wait here."""
        return {name: len(callers) for name, callers in self._waiting.items() if callers}

    async def play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """The handler of BotService.Play for bots from afar."""
        name = await self._name_of(context)
        caller = Caller()
        self._seat_or_wait(name, caller)
        try:
            stream = await self._until_called(context, caller)
        finally:
            if caller in self._waiting[name]:
                self._waiting[name].remove(caller)
        if stream is not None:
            stream.welcome()
            try:
                await stream.serve(context)
            finally:  # gRPC cancels this when the bot goes away
                stream.fail(Termination.CRASH, "the bot's stream ended")

    async def call(self, name: str, stream: BotStream, seconds: float) -> bool:
        """Give a stream of this bot to a table; False if none came in time."""
        caller = await self._next_caller(name, seconds)
        if caller is None:
            return False
        caller.called.set_result(stream)
        return True

    async def _name_of(self, context: grpc.aio.ServicerContext[Any, Any]) -> str:
        """Who says hello. Strangers are sent away without a reason that would help them."""
        read = asyncio.ensure_future(context.read())
        await asyncio.wait((read,), timeout=HELLO_SECONDS)
        name = _hello(read.result(), self._tokens) if read.done() else None
        if name is None:
            read.cancel()
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "say hello with a valid token and protocol 1")
            raise AssertionError("abort always raises")
        if len(self._waiting[name]) >= MOST_WAITING:
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{MOST_WAITING} streams of {name} wait already")
        return name

    def _seat_or_wait(self, name: str, caller: Caller) -> None:
        while self._arrivals[name]:
            awaited = self._arrivals[name].popleft()
            if not awaited.done():
                awaited.set_result(caller)
                return
        self._waiting[name].append(caller)

    async def _next_caller(self, name: str, seconds: float) -> Caller | None:
        if self._waiting[name]:
            return self._waiting[name].popleft()
        arrival: asyncio.Future[Caller] = asyncio.get_running_loop().create_future()
        self._arrivals[name].append(arrival)
        await asyncio.wait((arrival,), timeout=seconds)
        if arrival.done():
            return arrival.result()
        arrival.cancel()
        return None

    async def _until_called(self, context: grpc.aio.ServicerContext[Any, Any], caller: Caller) -> BotStream | None:
        """The table's stream; None if the bot went away first. While it waits it has nothing to say."""
        gone = asyncio.Event()
        context.add_done_callback(lambda _: gone.set())  # type: ignore[arg-type]
        leaving = asyncio.ensure_future(gone.wait())
        await asyncio.wait((caller.called, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        return caller.called.result() if caller.called.done() else None


@dataclass(frozen=True, slots=True)
class RemoteEntrant:
    """A bot of a match that is called from the lobby."""

    name: str
    """Under which it plays."""
    caller: str
    """Under which it dials in."""
    lobby: Lobby

    def bot(
        self,
        seed: bytes,
        clock: ClockSettings,
        hall: Hall,
        on_fault: Callable[[Fault], None],
        after: SeatedBot | None = None,
    ) -> RemoteBot:
        return RemoteBot(self, clock, hall, on_fault)


class RemoteBot(SeatedBot):
    """A bot from afar at a table. Its process is its owner's business, and so are its logs."""

    def __init__(
        self, entrant: RemoteEntrant, clock: ClockSettings, hall: Hall, on_fault: Callable[[Fault], None]
    ) -> None:
        super().__init__()
        self._entrant, self._clock = entrant, clock
        self.stream = BotStream(entrant.name, "", clock, hall.lag, on_fault)

    @property
    def log(self) -> str:
        fault = self.stream.fault
        return f"[bothy: {fault.termination}: {fault.detail}]\n" if fault is not None else ""

    async def _start(self) -> None:
        seconds = self._clock.startup_ms / 1000
        caller = self._entrant.caller
        if not await self._entrant.lobby.call(caller, self.stream, seconds):
            self.stream.fail(Termination.NO_START, f"no stream of {caller} dialled in within {seconds:g} s")
        await asyncio.wait((self.stream.welcomed,))

    async def _stop(self) -> None:
        if self._starting is not None and self.stream.fault is None and not self.stream.welcomed.done():
            self._starting.cancel()
        self.stream.say_goodbye("the match is over")


def _hello(data: Any, tokens: Doorkeeper) -> str | None:
    if data is END_OF_STREAM:
        return None
    try:
        request = bot_pb2.PlayRequest.FromString(data)
    except DecodeError:
        return None
    if not request.HasField("hello") or request.hello.protocol != PROTOCOL:
        return None
    return tokens.name_of(request.hello.token)
