"""A bot at a table: its process, its own socket, its stream."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from referee.clock import ClockSettings, LagMeter
from referee.faults import Fault
from referee.results import Termination
from referee.sandbox import BotProcess, Launch, Limits, Sandbox
from referee.stream import MOST_REQUEST_BYTES, BotStream

MOST_OUTPUT_BYTES = 16 * 1024 * 1024
"""A bot that prints more than this in its life is flooding."""
FLOOD_LOOK_SECONDS = 0.25
GOODBYE_SECONDS = 0.2
"""How long a bot may take to end by itself after goodbye."""

_SERVER_OPTIONS = [
    # Larger messages are refused unread; what is a little too large is read, to say so.
    ("grpc.max_receive_message_length", 4 * MOST_REQUEST_BYTES),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.absolute_max_metadata_size", 16_384),
    # A second server on the same path would steal the socket silently.
    ("grpc.so_reuseport", 0),
]


@dataclass(frozen=True, slots=True)
class BotProgram:
    """What to start for a bot."""

    name: str
    folder: Path
    command: tuple[str, ...]
    limits: Limits = field(default_factory=Limits)


class Hall:
    """What all live bots of a referee share: where they run, and how late the referee itself is."""

    def __init__(self, sandbox: Sandbox, lag: LagMeter, starts_at_once: int = 4) -> None:
        self.sandbox = sandbox
        self.lag = lag
        self.starting = asyncio.Semaphore(starts_at_once)
        """Starting many interpreters at once would only make every one of them late."""


class LiveBot:
    """One process of a bot, from its start to its end. It plays until its first fault."""

    def __init__(
        self, program: BotProgram, seed: bytes, clock: ClockSettings, shared: Hall, on_fault: Callable[[Fault], None]
    ) -> None:
        self.program = program
        self._shared = shared
        self._clock = clock
        self._seed = seed
        self._token = secrets.token_urlsafe(24)
        self.stream = BotStream(program.name, self._token, clock, shared.lag, on_fault)
        self._process: BotProcess | None = None
        self._server: grpc.aio.Server | None = None
        self._folder: Path | None = None
        self._watch: asyncio.Task[None] | None = None
        self._is_spoken_for = False

    async def start(self) -> None:
        """Start the process and wait for its hello. How that failed, if it did, is in `stream.fault`."""
        async with self._shared.starting:
            await self._open_door()
            await self._start_process()
            await asyncio.wait((self.stream.welcomed,), timeout=self._clock.startup_ms / 1000)
            self.stream_must_be_welcomed()

    def stream_must_be_welcomed(self) -> None:
        if not self.stream.welcomed.done():
            seconds = self._clock.startup_ms / 1000
            self.stream.fail(Termination.NO_START, f"the bot did not say hello within {seconds:g} s")

    @property
    def log(self) -> str:
        """What the process has printed, and why it ended."""
        log = self._process.log if self._process is not None else ""
        if self.stream.fault is not None:
            log += f"[bothy: {self.stream.fault.termination}: {self.stream.fault.detail}]\n"
        return log

    async def leaves_by_itself(self, seconds: float) -> bool:
        """Say goodbye, and see whether the process ends without being told again."""
        self.stream.say_goodbye("the check is over")
        assert self._process is not None
        await asyncio.wait([asyncio.ensure_future(self._process.wait())], timeout=seconds)
        return not self._process.is_running

    async def stop(self) -> None:
        """End it: politely if it did nothing wrong, and in any case."""
        self.stream.say_goodbye("the match is over")
        if self._process is not None:
            if self.stream.fault is None:
                await asyncio.wait([asyncio.ensure_future(self._process.wait())], timeout=GOODBYE_SECONDS)
            await self._process.stop()
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        if self._server is not None:
            await self._server.stop(None)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    async def _open_door(self) -> None:
        """A socket of its own in a folder of its own: no other seat's is within reach."""
        self._folder = Path(tempfile.mkdtemp(prefix="bothy-"))
        self._folder.chmod(0o755)
        self._server = grpc.aio.server(options=_SERVER_OPTIONS)
        handler = grpc.stream_stream_rpc_method_handler(self._play)
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("bothy.v1.BotService", {"Play": handler}),)
        )
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
        self._watch = asyncio.create_task(self._watch_process(self._process))

    async def _watch_process(self, process: BotProcess) -> None:
        ended = asyncio.ensure_future(process.wait())
        while not ended.done():
            await asyncio.wait((ended,), timeout=FLOOD_LOOK_SECONDS)
            if process.printed_bytes > MOST_OUTPUT_BYTES:
                self.stream.fail(
                    Termination.CRASH, f"the bot printed more than {MOST_OUTPUT_BYTES // 1024 // 1024} MB"
                )  # fmt: skip
        termination = Termination.CRASH if self.stream.welcomed.done() else Termination.NO_START
        self.stream.fail(termination, f"the bot's process {ended.result().reason}")

    async def _play(self, _: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        if self._is_spoken_for:
            # The token works once: a second stream is no part of the game, and no fault either.
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this seat's stream is open already")
        self._is_spoken_for = True
        await self.stream.serve(context)
        if self._process is not None:
            # A stream that breaks is mostly a process that ends: how it ended is the better reason.
            await asyncio.wait([asyncio.ensure_future(self._process.wait())], timeout=GOODBYE_SECONDS)
        self.stream.fail(Termination.CRASH, "the bot's stream ended: it was closed, or a message was far too large")
