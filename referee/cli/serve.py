"""`referee serve` and `referee token`"""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import grpc
import typer
from bothy.v1 import referee_pb2, referee_pb2_grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from referee.cli.arguments import AsJson, examples, print_json
from referee.cli.bots import SandboxLevel
from referee.games.base import GameError
from referee.hall import hall
from referee.live_bot import SERVER_OPTIONS
from referee.remote import MOST_WAITING, Lobby
from referee.sandbox import Level, Sandbox, Unavailable, choose
from referee.sandbox.packages import PackageStore
from referee.service import RefereeService
from referee.stream import bot_service
from referee.tokens import Tokens

EXAMPLES = examples(
    "referee serve --socket /run/bothy/referee.sock",
    "referee serve --listen 0.0.0.0:7373 --cert server.pem --key server.key --tokens tokens.txt",
)
TOKEN_EXAMPLES = examples("referee token my-bot --tokens tokens.txt", "referee token my-bot --revoke")

TokensFile = Annotated[Path, typer.Option("--tokens", help="The file with the bots from afar and their digests.")]

FROM_AFAR = {
    # A bot may sit at the tables of several matches, over one connection.
    "grpc.max_concurrent_streams": 2 * MOST_WAITING,
    # A line that is dead is noticed, and one that is quiet is kept open on its way.
    "grpc.keepalive_time_ms": 10_000,
    "grpc.keepalive_timeout_ms": 10_000,
    "grpc.http2.max_pings_without_data": 0,
    "grpc.http2.ping_timeout_ms": 10_000,
    "grpc.http2.min_ping_interval_without_data_ms": 10_000,
}
"""Where the server for bots from afar differs from that of a seat."""


class ServeError(GameError):
    """A service that cannot be started as asked."""


def serve(
    socket: Annotated[Path, typer.Option(help="Where the arena finds this referee.")] = Path("referee.sock"),
    listen: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Take bots from afar here; needs --cert and --key.")
    ] = None,
    cert: Annotated[Path | None, typer.Option(dir_okay=False, help="The TLS certificate, PEM.")] = None,
    key: Annotated[Path | None, typer.Option(dir_okay=False, help="Its private key, PEM.")] = None,
    tokens: TokensFile = Path("tokens.txt"),
    packages: Annotated[Path, typer.Option(file_okay=False, help="Where uploaded bots are kept.")] = Path("packages"),
    sandbox: SandboxLevel = None,
    trust_packages: Annotated[
        bool, typer.Option("--trust-packages", help="Play uploaded bots even without a sandbox: only if all are yours.")
    ] = False,
) -> None:
    """Run the standing service: matches for the arena, until it is told to stop.

    Whoever can reach the socket can have matches played: it is for its owner only.
    """
    if listen is not None and (cert is None or key is None):
        raise ServeError("bots from afar come over TLS: give --cert and --key with --listen")
    if len(os.fsencode(socket.absolute())) > 100:
        raise ServeError(f"{socket.absolute()} is too long for a socket: at most 100 bytes")
    credentials = _credentials(cert, key) if cert is not None and key is not None else None
    with _sole_owner(socket):
        where = _place(sandbox, trust_packages)
        asyncio.run(_serve(socket, listen, credentials, Tokens(tokens), packages, where, trust_packages))


def _place(wanted: Level | None, trust_packages: bool) -> Sandbox:
    """A service does without a sandbox where there is none: it refuses uploaded bots then, or trusts them all."""
    try:
        return choose(wanted)
    except Unavailable as error:
        if wanted is not None:
            raise
        what_follows = "uploaded bots run as you" if trust_packages else "uploaded bots are refused"
        print(f"No sandbox here, so {what_follows}: {error}", file=sys.stderr)
        return choose(Level.NONE)


def token(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name.")],
    tokens: TokensFile = Path("tokens.txt"),
    revoke: Annotated[bool, typer.Option("--revoke", help="Take its token away instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """Give a bot from afar a token, or take it away. A running service notices at once."""
    if revoke:
        Tokens(tokens).revoke(name)
        print_json({"name": name, "revoked": True}) if as_json else print(f"{name} can no longer dial in")
        return
    secret = Tokens(tokens).add(name)
    if as_json:
        print_json({"name": name, "token": secret})
    else:
        print(f"{secret}\n\nThis is shown once. The bot's owner sets BOTHY_TOKEN to it and BOTHY_REFEREE to host:port.")


async def _serve(
    socket: Path, listen: str | None, credentials: grpc.ServerCredentials | None,
    tokens: Tokens, packages: Path, sandbox: Sandbox, trusts_packages: bool,
) -> None:  # fmt: skip
    lobby = Lobby(tokens) if listen is not None else None
    async with hall(sandbox) as place:
        control = grpc.aio.server()
        service = RefereeService(place, PackageStore(packages), lobby, trusts_packages)
        referee_pb2_grpc.add_RefereeServiceServicer_to_server(service, control)
        control.add_generic_rpc_handlers((bot_service(service.guest_lobby.play),))
        healthy = health.aio.HealthServicer()  # type: ignore[attr-defined]
        health_pb2_grpc.add_HealthServicer_to_server(healthy, control)
        name = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name
        for served in ("", name):
            await healthy.set(served, health_pb2.HealthCheckResponse.SERVING)
        before = os.umask(0o177)
        try:
            control.add_insecure_port(f"unix:{socket.absolute()}")
            await control.start()
        finally:
            os.umask(before)
        servers = [control]
        if listen is not None and lobby is not None and credentials is not None:
            servers.append(await _listen(listen, credentials, lobby))
        print(f"referee: ready at {socket} (sandbox {sandbox.level})", flush=True)
        if listen is not None:
            print(f"referee: taking bots from afar at {listen}", flush=True)
        keeping = asyncio.create_task(lobby.keep_tokens()) if lobby is not None else None
        await _until_told_to_stop()
        if keeping is not None:
            keeping.cancel()
        await healthy.enter_graceful_shutdown()
        await asyncio.gather(*(server.stop(None) for server in servers))
        print("referee: stopped", flush=True)


async def _listen(address: str, credentials: grpc.ServerCredentials, lobby: Lobby) -> grpc.aio.Server:
    server = grpc.aio.server(options=list((dict(SERVER_OPTIONS) | FROM_AFAR).items()))
    server.add_generic_rpc_handlers((bot_service(lobby.play),))
    try:
        server.add_secure_port(address, credentials)
    except RuntimeError:
        raise ServeError(f"cannot listen at {address}: is it in use, or no address of this machine?") from None
    await server.start()
    return server


async def _until_told_to_stop() -> None:
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    await told.wait()


def _credentials(cert: Path, key: Path) -> grpc.ServerCredentials:
    return grpc.ssl_server_credentials([(key.read_bytes(), cert.read_bytes())])


@contextmanager
def _sole_owner(socket: Path) -> Iterator[None]:
    """A second server on the same path would steal the socket silently: a lock beside it says whose it is."""
    lock = socket.with_name(socket.name + ".lock")
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ServeError(f"a referee is at {socket} already") from None
        try:
            yield
        finally:
            socket.unlink(missing_ok=True)
            lock.unlink(missing_ok=True)
