"""A bot at a table: its process, its own socket, its stream."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from referee.clock import ClockSettings, LagMeter, done_in_time
from referee.entrants import SeatedBot
from referee.faults import Fault
from referee.resting import RestingStream
from referee.results import Termination
from referee.sandbox import BotProcess, Launch, Limits, Sandbox
from referee.stream import MOST_REQUEST_BYTES, BotStream, bot_service

GOODBYE_SECONDS = 0.5
"""How long a bot may take to end by itself after goodbye."""
LAST_SIGN_SECONDS = 1.0
"""How long the end of a process may lag behind that of its stream, or the other way round."""
START_TURN_MS = 2000
"""How long a bot that starts may keep others from starting: one that is late for another reason than a busy
machine does not hold them up."""
STREAM_ENDED = "the bot's stream ended, but its process did not: it was closed, or a message was far too large"

SERVER_OPTIONS = [
    # Larger messages are refused unread; what is a little too large is read, to say so.
    ("grpc.max_receive_message_length", 4 * MOST_REQUEST_BYTES),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.absolute_max_metadata_size", 16_384),
    # A second server on the same path would steal the socket silently.
    ("grpc.so_reuseport", 0),
]
# On a socket of its own a bot needs one connection. Each takes a descriptor of the referee's.
OWN_SOCKET_OPTIONS = [*SERVER_OPTIONS, ("grpc.max_allowed_incoming_connections", 8)]


@dataclass(frozen=True, slots=True)
class BotProgram:
    """What to start for a bot."""

    name: str
    folder: Path
    command: tuple[str, ...]
    limits: Limits = field(default_factory=Limits)
    freeze: bool = False
    """Whether it stands still while others are to move, where the sandbox has a cgroup."""

    is_from_afar = False

    def bot(
        self,
        seed: bytes,
        clock: ClockSettings,
        hall: Hall,
        on_fault: Callable[[Fault], None],
        after: SeatedBot | None = None,
    ) -> LiveBot:
        return LiveBot(self, seed, clock, hall, on_fault, after)

    async def is_here(self, seated: Sequence[SeatedBot | None], seconds: float) -> bool:
        return True


class Hall:
    """What all live bots of a referee share: where they run, and how late the referee itself is."""

    def __init__(self, sandbox: Sandbox, lag: LagMeter, starts_at_once: int = 4) -> None:
        self.sandbox = sandbox
        self.lag = lag
        self.starting = asyncio.Semaphore(starts_at_once)
        """Starting many interpreters at once would only make every one of them late."""


class LiveBot(SeatedBot):
    """One process of a bot, from its start to its end. It plays until its first fault."""

    def __init__(
        self,
        program: BotProgram,
        seed: bytes,
        clock: ClockSettings,
        shared: Hall,
        on_fault: Callable[[Fault], None],
        after: SeatedBot | None = None,
    ) -> None:
        super().__init__()
        self.program = program
        self._after = after
        """Whose place it takes: that one must be gone first."""
        self._shared = shared
        self._clock = clock
        self._seed = seed
        self._token = secrets.token_urlsafe(24)
        kind = RestingStream if program.freeze else BotStream
        self.stream = kind(program.name, self._token, clock, shared.lag, on_fault)
        self._process: BotProcess | None = None
        self._server: grpc.aio.Server | None = None
        self._folder: Path | None = None
        self._watch: asyncio.Task[None] | None = None
        self._is_spoken_for = False
        self._stream_over = asyncio.Event()

    async def _start(self) -> None:
        if self._after is not None:
            await self._after.stop()
            self._after = None
        lag, startup_ms = self._shared.lag, self._clock.startup_ms
        turn_ms = min(startup_ms, START_TURN_MS)
        async with self._shared.starting:
            await self._open_door()
            await self._start_process()
            await done_in_time(self.stream.welcomed, turn_ms, lag)
        if not await done_in_time(self.stream.welcomed, startup_ms - turn_ms, lag):
            self.stream.fail(Termination.NO_START, f"the bot did not say hello within {startup_ms / 1000:g} s")

    @property
    def log(self) -> str:
        """What the process has printed, and why it ended."""
        log = self._process.log if self._process is not None else ""
        if self.stream.fault is not None:
            log += f"[bothy: {self.stream.fault.termination}: {self.stream.fault.detail}]\n"
        return log

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.is_running

    async def leaves_by_itself(self, seconds: float) -> bool:
        """Say goodbye, and see whether the process ends without being told again."""
        self.stream.say_goodbye("the check is over")
        assert self._process is not None
        await asyncio.wait([asyncio.ensure_future(self._process.wait())], timeout=seconds)
        return not self._process.is_running

    async def _stop(self) -> None:
        try:
            await self._end_start()
            self.stream.say_goodbye("the match is over")
            if self._process is not None:
                await asyncio.wait([asyncio.ensure_future(self._process.wait())], timeout=GOODBYE_SECONDS)
                await self._process.stop()
        finally:
            await self._close_door()

    async def _end_start(self) -> None:
        """A start that has failed ends by itself, and somebody may be waiting to hear of it."""
        if self._starting is not None:
            if self.stream.fault is None:
                self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)

    async def _close_door(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        if self._server is not None:
            await self._server.stop(None)

    async def _open_door(self) -> None:
        """A socket of its own in a folder of its own: no other seat's is within reach."""
        self._folder = Path(tempfile.mkdtemp(prefix="bothy-"))
        self._folder.chmod(0o755)
        self._server = grpc.aio.server(options=OWN_SOCKET_OPTIONS)
        self._server.add_generic_rpc_handlers((bot_service(self._play),))
        self._server.add_insecure_port(f"unix:{self._socket}")
        await self._server.start()
        self._socket.chmod(0o666)

    @property
    def _socket(self) -> Path:
        assert self._folder is not None
        return self._folder / "referee.sock"

    async def _start_process(self) -> None:
        environment = {
            "BOTHY_REFEREE": f"unix:{self._shared.sandbox.inside(self._socket)}",
            "BOTHY_TOKEN": self._token,
            "BOTHY_SEED": self._seed.hex(),
            "GRPC_VERBOSITY": "NONE",
        }
        program = self.program
        launch = Launch(program.folder, program.command, self._folder, environment, program.limits)
        self._process = await self._shared.sandbox.start(launch)
        self.stream.cpu_now_ms = self._process.cpu_now_ms
        if isinstance(self.stream, RestingStream):
            self.stream.process = self._process
        self._watch = asyncio.create_task(self._watch_process(self._process))

    async def _watch_process(self, process: BotProcess) -> None:
        """Until the process or the stream ends. The one mostly means the other: what the bot said last is still
        to be heard, and how its process ended is the better reason."""
        ended, cut = asyncio.ensure_future(process.wait()), asyncio.ensure_future(self._stream_over.wait())
        try:
            await asyncio.wait((ended, cut), return_when=asyncio.FIRST_COMPLETED)
            if cut.done() or self._is_spoken_for:
                await asyncio.wait((ended, cut), timeout=LAST_SIGN_SECONDS)
        finally:
            cut.cancel()
        termination = Termination.CRASH if self.stream.welcomed.done() else Termination.NO_START
        reason = f"the bot's process {ended.result().reason}" if ended.done() else STREAM_ENDED
        self.stream.fail(termination, reason)

    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        if self._is_spoken_for:
            # The token works once: a second stream is no part of the game, and no fault either.
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this seat's stream is open already")
        self._is_spoken_for = True
        try:
            await self.stream.serve(context)
        finally:  # gRPC cancels this when the bot goes away
            self._stream_over.set()
