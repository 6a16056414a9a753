"""What a question and its answer cost at least: the bare ways between two Python processes, with nothing done."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import grpc

from tests.benchmarks import echoes

ROUND_TRIPS = 100
PROGRAM = Path(echoes.__file__)


@asynccontextmanager
async def bare_grpc(client: str, questions: list[bytes], answer_bytes: int) -> AsyncIterator[Callable[[], Any]]:
    """A stream both ways over a unix socket: what it gives plays some round trips and counts them."""
    opened: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def play(_: Any, context: Any) -> None:
        await context.read()
        opened.set_result(context)
        await over.wait()

    server = grpc.aio.server()
    methods = {"Play": grpc.stream_stream_rpc_method_handler(play)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("floor", methods),))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        address = f"unix:{folder}/floor.sock"
        server.add_insecure_port(address)
        await server.start()
        with _child(client, address, str(answer_bytes)):
            context, asked = await opened, cycle(questions)

            async def round_trips() -> int:
                for _ in range(ROUND_TRIPS):
                    await context.write(next(asked))
                    await context.read()
                return ROUND_TRIPS

            try:
                yield round_trips
            finally:
                over.set()
                await server.stop(None)


@contextmanager
def json_lines(questions: list[bytes], answer_bytes: int) -> Iterator[Callable[[], int]]:
    """A bot on stdin and stdout, as most arenas have them: lines of JSON, as long as our messages."""
    asked = cycle([_document(len(question)) for question in questions])
    with _child("lines", str(answer_bytes), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:

        def round_trips() -> int:
            assert child.stdin is not None
            assert child.stdout is not None
            for _ in range(ROUND_TRIPS):
                child.stdin.write(json.dumps(next(asked)) + "\n")
                child.stdin.flush()
                json.loads(child.stdout.readline())
            return ROUND_TRIPS

        yield round_trips


def _document(size: int) -> dict[str, list[str]]:
    """Cards by their names, of which JSON makes so many bytes: a view is of this kind."""
    return {"question": [f"G{number % 10}" for number in range(size // 6)]}


@contextmanager
def _child(*arguments: str, **more: Any) -> Iterator[subprocess.Popen[Any]]:
    child = subprocess.Popen([sys.executable, str(PROGRAM), *arguments], **more)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()
