"""The standing service: plays matches for the arena and streams their blocks, holds packages, checks bots."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import grpc
from bothy.v1 import referee_pb2, referee_pb2_grpc

from referee.check import check
from referee.clock import ClockSettings
from referee.entrants import Entrant
from referee.games.base import GameError
from referee.guests import Guests
from referee.live_bot import BotProgram, Hall
from referee.match import Away, Match, MatchSpec
from referee.remote import Lobby, RemoteEntrant
from referee.resting import check_that_bots_can_rest
from referee.sandbox import BuildError, Level, SandboxError
from referee.sandbox.manifest import read_manifest
from referee.sandbox.packages import PackageStore
from referee.wire.matches import SEATINGS_FROM_WIRE, block_to_wire, limits_from_wire
from referee.wire.results import clock_from_wire, options_from_wire, options_to_wire

MOST_PACKAGE_BYTES = 64 * 1024 * 1024


class RefereeService(referee_pb2_grpc.RefereeServiceServicer):
    """What the arena calls. Mistakes in a request are INVALID_ARGUMENT with one sentence."""

    def __init__(
        self, hall: Hall, store: PackageStore, lobby: Lobby | None = None, trusts_packages: bool = False
    ) -> None:
        self._hall, self._store, self._lobby = hall, store, lobby
        self._guests = Guests()
        self.guest_lobby = Lobby(self._guests)
        """Where guests dial in: at the socket at which this service is served."""
        self._trusts_packages = trusts_packages
        """Whether uploaded bots may be played without a sandbox: only if they are one's own."""

    async def PlayMatch(  # noqa: N802
        self, request: referee_pb2.PlayMatchRequest, context: Any
    ) -> AsyncIterator[referee_pb2.PlayMatchResponse]:
        context.add_done_callback(lambda _: self._guests.forget(*(bot.guest for bot in request.bots)))
        try:
            match = Match(await self._spec(request), self._hall)
        except (GameError, SandboxError) as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
            raise
        started = referee_pb2.MatchStarted(
            sandbox=str(self._hall.sandbox.level), options=options_to_wire(match.options)
        )
        yield referee_pb2.PlayMatchResponse(started=started)
        try:
            async with aclosing(match.blocks()) as blocks:
                async for block in blocks:
                    yield referee_pb2.PlayMatchResponse(block=block_to_wire(block))
        except Away as error:
            yield referee_pb2.PlayMatchResponse(away=referee_pb2.Away(names=error.names))
        except SandboxError as error:
            # The host's fault, not a bot's: nothing is scored, and the arena may try again.
            await context.abort(grpc.StatusCode.UNAVAILABLE, str(error))

    async def FindPackages(  # noqa: N802
        self, request: referee_pb2.FindPackagesRequest, context: Any
    ) -> referee_pb2.FindPackagesResponse:
        missing = [digest for digest in dict.fromkeys(request.digests) if digest not in self._store]
        return referee_pb2.FindPackagesResponse(missing=missing)

    async def HoldPackage(  # noqa: N802
        self, request_iterator: Any, context: Any
    ) -> referee_pb2.HoldPackageResponse:
        data = bytearray()
        async for piece in request_iterator:
            data += piece.data
            if len(data) > MOST_PACKAGE_BYTES:
                await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "a package has at most 64 MB")
        try:
            package = await self._store.hold(bytes(data))
        except SandboxError as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
            raise
        return referee_pb2.HoldPackageResponse(
            digest=package.digest, name=package.manifest.name, games=package.manifest.games
        )

    async def FindCallers(  # noqa: N802
        self, request: referee_pb2.FindCallersRequest, context: Any
    ) -> referee_pb2.FindCallersResponse:
        if self._lobby is None:
            return referee_pb2.FindCallersResponse()
        waiting, playing = self._lobby.waiting(), self._lobby.playing()
        callers = [
            referee_pb2.Caller(name=name, waiting=waiting[name], playing=playing[name])
            for name in sorted({*waiting, *playing})
        ]
        return referee_pb2.FindCallersResponse(callers=callers)

    async def CheckBot(  # noqa: N802
        self, request: referee_pb2.CheckBotRequest, context: Any
    ) -> AsyncIterator[referee_pb2.CheckBotResponse]:
        try:
            clock = _clock(request)
            folder = await self._folder(request.bot)
            manifest = read_manifest(folder)
        except BuildError as error:
            yield referee_pb2.CheckBotResponse(step="builds", passed=False, detail=str(error), log=error.output)
            return
        except (GameError, SandboxError) as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
            raise
        if manifest.build is not None:
            log = self._store.build_log(request.bot.digest)
            yield referee_pb2.CheckBotResponse(step="builds", passed=True, detail="it was built", log=log)
        program = BotProgram(request.bot.name or manifest.name, folder, manifest.run)
        async with aclosing(check(program, manifest.games, clock, self._hall)) as steps:
            async for step in steps:
                yield referee_pb2.CheckBotResponse(
                    step=step.name, passed=step.passed, detail=step.detail, log=step.log
                )  # fmt: skip

    async def _spec(self, request: referee_pb2.PlayMatchRequest) -> MatchSpec:
        if request.freeze:
            check_that_bots_can_rest(self._hall.sandbox)
        return MatchSpec(
            game=request.game,
            options=options_from_wire(request.options),
            bots=[await self._entrant(bot, request) for bot in request.bots],
            blocks=request.blocks,
            seed=request.seed,
            clock=_clock(request),
            seatings=SEATINGS_FROM_WIRE[request.seatings],
            parallel=request.parallel or 1,
            first_block=request.first_block,
            faults_in_a_row=tuple(request.faults_in_a_row),
            stop_if_away=request.stop_if_away,
        )

    async def _entrant(self, bot: referee_pb2.BotSource, request: referee_pb2.PlayMatchRequest) -> Entrant:
        if bot.WhichOneof("source") == "guest":
            return RemoteEntrant(bot.name or "guest", self._guests.expect(bot.guest), self.guest_lobby)
        if bot.WhichOneof("source") == "remote":
            if self._lobby is None:
                raise SourceError("this referee takes no bots from afar: start it with --listen")
            return RemoteEntrant(bot.name or bot.remote, bot.remote, self._lobby)
        folder = await self._folder(bot)
        manifest = read_manifest(folder)
        if request.game not in manifest.games:
            raise SourceError(f"{manifest.name} does not play {request.game}; it plays {', '.join(manifest.games)}")
        limits = limits_from_wire(request.limits)
        return BotProgram(bot.name or manifest.name, folder, manifest.run, limits, request.freeze)

    async def _folder(self, bot: referee_pb2.BotSource) -> Path:
        match bot.WhichOneof("source"):
            case "folder":
                return Path(bot.folder)
            case "digest":
                if self._hall.sandbox.level < Level.STANDARD and not self._trusts_packages:
                    raise SourceError("uploaded bots need a sandbox, and this host has none: see referee doctor")
                return await self._store.ready(bot.digest, self._hall.sandbox)
            case _:
                raise SourceError("a bot needs a source: a digest, a folder, a name from afar, or a guest's digest")


class SourceError(GameError):
    """A bot that is not to be had."""


def _clock(request: referee_pb2.PlayMatchRequest | referee_pb2.CheckBotRequest) -> ClockSettings:
    return clock_from_wire(request.clock) if request.HasField("clock") else ClockSettings()
