"""Every result says at which level it was played; strangers' bots are not played below `standard`."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import grpc
import pytest
from bothy.v1 import bot_pb2, referee_pb2, referee_pb2_grpc

from referee.hall import hall
from referee.sandbox import Level, choose
from referee.sandbox.packages import PackageStore
from referee.service import RefereeService
from tests.sandbox.archives import tar

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_orphans")]

SAMPLES = Path(__file__).parents[2] / "sample_bots"
RANDOM = SAMPLES / "python-random"
CLOCK = bot_pb2.Clock(startup_ms=60_000, grace_ms=10_000, bank_ms=60_000)
T = TypeVar("T")


def package() -> bytes:
    return tar({path.name: path.read_bytes() for path in RANDOM.iterdir() if path.is_file()})


def serve(folder: Path, level: Level, act: Callable[[referee_pb2_grpc.RefereeServiceStub], Awaitable[T]]) -> T:
    """Do something with a service at this level."""

    async def serving() -> T:
        server = grpc.aio.server()
        async with hall(choose(level)) as place:
            service = RefereeService(place, PackageStore(folder / "packages"))
            referee_pb2_grpc.add_RefereeServiceServicer_to_server(service, server)
            server.add_insecure_port(f"unix:{folder}/r.sock")
            await server.start()
            try:
                async with grpc.aio.insecure_channel(f"unix:{folder}/r.sock") as channel:
                    return await act(referee_pb2_grpc.RefereeServiceStub(channel))
            finally:
                await server.stop(None)

    return asyncio.run(serving())


async def held(stub: referee_pb2_grpc.RefereeServiceStub) -> referee_pb2.BotSource:
    package_ = await stub.HoldPackage(iter([referee_pb2.HoldPackageRequest(data=package())]))  # type: ignore[misc]
    return referee_pb2.BotSource(digest=package_.digest)


def request(*bots: referee_pb2.BotSource) -> referee_pb2.PlayMatchRequest:
    return referee_pb2.PlayMatchRequest(game="claim", bots=bots, blocks=1, seed=bytes(32), clock=CLOCK)


async def first_word(stub: referee_pb2_grpc.RefereeServiceStub, *bots: referee_pb2.BotSource) -> str:
    """The level that a match is said to be played at, once its blocks are there."""
    responses = [response async for response in stub.PlayMatch(request(*bots))]  # type: ignore[attr-defined]
    assert [response.WhichOneof("kind") for response in responses] == ["started", "block"]
    return str(responses[0].started.sandbox)


def test_a_match_of_uploaded_bots_says_its_level(tmp_path: Path) -> None:
    async def play(stub: referee_pb2_grpc.RefereeServiceStub) -> str:
        bot = await held(stub)
        return await first_word(stub, bot, bot)

    assert serve(tmp_path, Level.STANDARD, play) == "standard"


def test_a_match_without_a_sandbox_says_so(tmp_path: Path) -> None:
    async def play(stub: referee_pb2_grpc.RefereeServiceStub) -> str:
        bot = referee_pb2.BotSource(folder=str(RANDOM))
        return await first_word(stub, bot, bot)

    assert serve(tmp_path, Level.NONE, play) == "none"


@pytest.mark.parametrize("call", ["PlayMatch", "CheckBot"])
def test_an_uploaded_bot_is_refused_below_standard_in_one_sentence(tmp_path: Path, call: str) -> None:
    async def refused(stub: referee_pb2_grpc.RefereeServiceStub) -> grpc.aio.AioRpcError:
        bot = await held(stub)
        own = referee_pb2.BotSource(folder=str(RANDOM))
        asked = request(own, bot) if call == "PlayMatch" else referee_pb2.CheckBotRequest(bot=bot)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            _ = [response async for response in getattr(stub, call)(asked)]
        return error.value

    error = serve(tmp_path, Level.NONE, refused)
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert error.details() == "uploaded bots need a sandbox, and this host has none: see referee doctor"


def referee_play(*options: str) -> str:
    command = [sys.executable, "-m", "referee.cli", "play", "claim", str(RANDOM), str(RANDOM), "--blocks", "1"]
    environment = os.environ | {"COLUMNS": "120"}
    return subprocess.run([*command, *options], check=True, capture_output=True, text=True, env=environment).stdout


@pytest.mark.parametrize("level", ["standard", "none"])
def test_the_command_line_says_the_level(level: str) -> None:
    assert f"sandbox {level}" in referee_play("--sandbox", level)
    assert json.loads(referee_play("--sandbox", level, "--json"))["sandbox"] == level


def test_the_best_level_of_the_host_is_the_default() -> None:
    assert json.loads(referee_play("--json"))["sandbox"] == str(choose().level)
