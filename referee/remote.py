"""Bots from afar: they dial in with a token, wait in the lobby, and are called to a table.

A bot that wants to sit at several tables opens several streams; the kit opens a new one whenever one is
called. A stream is good for one stay at a table.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import grpc
from bothy.v1 import bot_pb2
from google.protobuf.message import DecodeError

from referee.clock import ClockSettings
from referee.entrants import SeatedBot
from referee.faults import Fault
from referee.games.base import GameError
from referee.live_bot import Hall
from referee.results import Termination
from referee.stream import END_OF_STREAM, PROTOCOL, BotStream

HELLO_SECONDS = 10.0
MOST_WAITING = 64
"""Streams of one bot that may wait at once."""
LOOK_SECONDS = 1.0
"""How often tokens are looked at again."""
NEW_TOKEN_SECONDS = 3.0
"""A token may have been made a moment ago, and not be known here yet: then it is looked for again."""
ARRIVAL_SECONDS = 0.05
"""How often we look whether somebody has come."""
LEAVING_SECONDS = 1.0
"""The streams of a bot that went away do not end all at once."""
REVOKED = "the bot's token was revoked"


class Doorkeeper(Protocol):
    """Knows who may dial in."""

    def name_of(self, token: str) -> str | None:
        """Whoever has this token, or None."""


class Caller:
    """A stream that has dialled in: in the lobby until it is called to a table, and then there."""

    def __init__(self, name: str, token: str) -> None:
        self.name, self.token = name, token
        self.called: asyncio.Future[BotStream] = asyncio.get_running_loop().create_future()
        self.is_revoked = asyncio.Event()


class Lobby:
    """Where bots from afar wait to be called."""

    def __init__(self, tokens: Doorkeeper) -> None:
        self._tokens = tokens
        self._waiting: dict[str, deque[Caller]] = defaultdict(deque)
        self._arrivals: dict[str, deque[asyncio.Future[Caller]]] = defaultdict(deque)
        self._here: set[Caller] = set()

    def waiting(self) -> Counter[str]:
        """How many streams of each bot wait to be called."""
        return Counter(caller.name for caller in self._here if not caller.called.done())

    def playing(self) -> Counter[str]:
        """How many streams of each bot are at tables."""
        return Counter(caller.name for caller in self._here if caller.called.done())

    async def is_waiting(self, name: str, seconds: float) -> bool:
        """Whether a stream of this bot waits here, or comes in time. It is not called."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while not self._waiting[name] and loop.time() < deadline:
            await asyncio.sleep(ARRIVAL_SECONDS)
        return bool(self._waiting[name])

    async def keep_tokens(self) -> None:
        """Send away, within moments, whoever's token is good no longer. (Not for guests: their tokens work once.)"""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(GameError):  # a file that cannot be read: at the next look, perhaps
                for caller in list(self._here):
                    if self._tokens.name_of(caller.token) != caller.name:
                        caller.is_revoked.set()

    async def play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """The handler of BotService.Play for bots from afar."""
        caller = await self._greet(context)
        self._here.add(caller)
        try:
            self._seat_or_wait(caller)
            stream = await self._until_called(context, caller)
            if stream is not None:
                await self._play(stream, caller, context)
            elif caller.is_revoked.is_set():
                await context.abort(grpc.StatusCode.UNAUTHENTICATED, REVOKED)
        finally:
            self._here.discard(caller)

    async def _play(self, stream: BotStream, caller: Caller, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        stream.welcome()
        ending = asyncio.create_task(_end_if_revoked(stream, caller))
        try:
            await stream.serve(context)
        finally:  # gRPC cancels this when the bot goes away
            ending.cancel()
            stream.fail(Termination.CRASH, "the bot's stream ended")

    async def call(self, name: str, stream: BotStream, seconds: float) -> bool:
        """Give a stream of this bot to a table; False if none came in time."""
        caller = await self._next_caller(name, seconds)
        if caller is None:
            return False
        caller.called.set_result(stream)
        return True

    async def _greet(self, context: grpc.aio.ServicerContext[Any, Any]) -> Caller:
        """Who says hello. Strangers are sent away without a reason that would help them."""
        read = asyncio.ensure_future(context.read())
        await asyncio.wait((read,), timeout=HELLO_SECONDS)
        token = _token(read.result()) if read.done() else None
        name = await self._name_of(token) if token is not None else None
        if token is None or name is None:
            read.cancel()
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "say hello with a valid token and protocol 1")
            raise AssertionError("abort always raises")
        if len(self._waiting[name]) >= MOST_WAITING:
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{MOST_WAITING} streams of {name} wait already")
        return Caller(name, token)

    async def _name_of(self, token: str) -> str | None:
        name = self._tokens.name_of(token)
        if name is None:
            await asyncio.sleep(NEW_TOKEN_SECONDS)
            name = self._tokens.name_of(token)
        return name

    def _seat_or_wait(self, caller: Caller) -> None:
        arrivals = self._arrivals[caller.name]
        while arrivals:
            awaited = arrivals.popleft()
            if not awaited.done():
                awaited.set_result(caller)
                return
        self._waiting[caller.name].append(caller)

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
        """The table's stream; None if the bot went away, or was sent away. While it waits it has nothing to say."""
        gone = asyncio.Event()
        context.add_done_callback(lambda _: gone.set())  # type: ignore[arg-type]
        leaving: list[asyncio.Future[Any]] = [
            asyncio.ensure_future(event.wait()) for event in (gone, caller.is_revoked)
        ]
        try:
            await asyncio.wait((caller.called, *leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in leaving:
                task.cancel()
            if caller in self._waiting[caller.name]:
                self._waiting[caller.name].remove(caller)
        return caller.called.result() if caller.called.done() else None


@dataclass(frozen=True, slots=True)
class RemoteEntrant:
    """A bot of a match that is called from the lobby."""

    name: str
    """Under which it plays."""
    caller: str
    """Under which it dials in."""
    lobby: Lobby

    is_from_afar = True

    def bot(
        self,
        seed: bytes,
        clock: ClockSettings,
        hall: Hall,
        on_fault: Callable[[Fault], None],
        after: SeatedBot | None = None,
    ) -> RemoteBot:
        return RemoteBot(self, clock, hall, on_fault)

    async def is_here(self, seated: Sequence[SeatedBot | None], seconds: float) -> bool:
        if all(map(_is_good, seated)):
            return True
        if any(seated):  # it has gone from its table: perhaps it goes from the lobby, too
            await asyncio.sleep(LEAVING_SECONDS)
        return await self.lobby.is_waiting(self.caller, seconds)


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
        if not await self._entrant.lobby.call(self._entrant.caller, self.stream, seconds):
            name = self._entrant.name
            self.stream.fail(Termination.NO_START, f"no stream of {name} dialled in within {seconds:g} s")
        await asyncio.wait((self.stream.welcomed,))

    async def _stop(self) -> None:
        if self._starting is not None and self.stream.fault is None and not self.stream.welcomed.done():
            self._starting.cancel()
        self.stream.say_goodbye("the match is over")


async def _end_if_revoked(stream: BotStream, caller: Caller) -> None:
    await caller.is_revoked.wait()
    stream.fail(Termination.CRASH, REVOKED)


def _is_good(bot: SeatedBot | None) -> bool:
    return bot is not None and bot.stream.fault is None and bot.stream.welcomed.done()


def _token(data: Any) -> str | None:
    """The token in a hello; None if it is none."""
    if data is END_OF_STREAM:
        return None
    try:
        request = bot_pb2.PlayRequest.FromString(data)
    except DecodeError:
        return None
    if not request.HasField("hello") or request.hello.protocol != PROTOCOL:
        return None
    return request.hello.token
