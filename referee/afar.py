"""A Python bot on its owner's machine: keeps a stream waiting at the referee, and opens the next when one is called.

Every stream has a bot of its own, a deep copy: they may be asked at the same time.
"""

from __future__ import annotations

import copy
import sys
import threading
import time
from queue import SimpleQueue

import grpc
from bothy.v1 import bot_pb2_grpc

from referee.bot import Bot, Conversation, channel_to

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0


def play_from_afar(bot: Bot, address: str, token: str) -> None:
    """Play whenever called, until stopped; a referee that goes away is waited for."""
    pause = FIRST_PAUSE_SECONDS
    with channel_to(address) as channel:
        stub = bot_pb2_grpc.BotServiceStub(channel)
        while True:
            failure = _until_called(copy.deepcopy(bot), token, stub)
            if failure is None:
                pause = FIRST_PAUSE_SECONDS
            elif failure is grpc.StatusCode.UNAUTHENTICATED:
                print("The referee does not know this token: ask for a new one.", file=sys.stderr)
                sys.exit(2)
            else:
                print(f"The referee is away ({failure.name.lower()}); trying again in {pause:g} s.", file=sys.stderr)
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def _until_called(bot: Bot, token: str, stub: bot_pb2_grpc.BotServiceStub) -> grpc.StatusCode | None:
    """Open a stream and wait there. None once it was called (it plays on in its thread), else what went wrong."""
    news: SimpleQueue[grpc.StatusCode | None] = SimpleQueue()

    def hold() -> None:
        try:
            Conversation(bot, token, on_welcome=lambda: news.put(None)).hold(stub)
            news.put(None)
        except grpc.RpcError as error:
            news.put(error.code() if isinstance(error, grpc.Call) else grpc.StatusCode.UNKNOWN)

    threading.Thread(target=hold, daemon=True).start()
    return news.get()
