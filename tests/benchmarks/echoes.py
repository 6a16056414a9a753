"""The other end of a floor: answers every message with another of a bot's size, and does nothing else.

Run as a program: `echoes.py grpc SOCKET BYTES` or `echoes.py lines BYTES`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

METHOD = "/floor/Play"


def threads(address: str, answer: bytes) -> None:
    """gRPC's ordinary client, as the kit uses it."""
    import grpc

    outgoing: SimpleQueue[bytes | None] = SimpleQueue()
    with grpc.insecure_channel(address, options=[("grpc.default_authority", "localhost")]) as channel:
        outgoing.put(answer)
        play: Any = channel.stream_stream(METHOD, None, None)  # bytes as they are
        for _ in play(iter(outgoing.get, None), wait_for_ready=True):
            outgoing.put(answer)


async def event_loop(address: str, answer: bytes) -> None:
    """gRPC's client for asyncio."""
    import grpc

    async with grpc.aio.insecure_channel(address, options=[("grpc.default_authority", "localhost")]) as channel:
        play: Any = channel.stream_stream(METHOD, None, None)
        call = play(wait_for_ready=True)
        with suppress(grpc.RpcError):  # the other side goes without a goodbye
            await call.write(answer)
            while await call.read() is not grpc.aio.EOF:  # type: ignore[attr-defined]
                await call.write(answer)


def lines(answer_bytes: int) -> None:
    """A line of JSON in, a line of JSON out."""
    answer = {"answer": "x" * max(0, answer_bytes - 14)}
    for line in sys.stdin:
        json.loads(line)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def main() -> None:
    kind, *address, size = sys.argv[1:]
    if kind == "lines":
        lines(int(size))
    elif kind == "threads":
        threads(address[0], bytes(int(size)))
    else:
        asyncio.run(event_loop(address[0], bytes(int(size))))


if __name__ == "__main__":
    main()
