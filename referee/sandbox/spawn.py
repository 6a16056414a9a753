"""Starts a program so that it runs only if somebody is there to end it.

The new process sets itself up (limits, namespaces, the signal for its parent's death), says that it is ready,
and waits for a word before it becomes the bot. If the referee dies in between, the word never comes; if it dies
later, the death signal is already in place. And if the process never gets ready, the sandbox failed, not the bot.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

from referee.sandbox.errors import NotStarted
from referee.sandbox.log import Log

READY_SECONDS = 30.0
HANDSHAKE = 'echo ready >&0; read -r word && [ "$word" = go ] && exec "$@" </dev/null'
"""Standard input is a socket to the referee until the bot takes over."""


def awaiting_word(command: Sequence[str]) -> list[str]:
    """The command, after the word."""
    return ["/bin/sh", "-c", HANDSHAKE, "sh", *command]


class Spawned:
    """A process that is set up and waits for the word."""

    def __init__(self, popen: Popen[bytes], log: Log, line: socket.socket) -> None:
        self.popen = popen
        self.log = log
        self._line = line

    async def ready(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(READY_SECONDS):
                answer = await loop.sock_recv(self._line, 16)
        except (TimeoutError, ConnectionError):
            answer = b""
        if answer != b"ready\n":
            raise NotStarted(f"the sandbox could not be set up: {await self._complaint()}")

    def go(self) -> None:
        with suppress(OSError):  # killed just now: whoever waits for its exit will hear of it
            self._line.send(b"go\n")
        self._line.close()

    def abandon(self) -> None:
        """Without the word it ends by itself, but perhaps late."""
        self._line.close()
        self.popen.kill()
        self.popen.wait()
        self.log.close()

    async def _complaint(self) -> str:
        await asyncio.sleep(0.05)  # the message may still be on its way through the pipe
        return " ".join(self.log.text.split()) or "it did not say why"


def spawn(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, log_bytes: int, fds: Sequence[int] = ()
) -> Spawned:
    """Start it; from the main thread, because the death signal follows the *thread* that spawned."""
    ours, theirs = socket.socketpair()
    reading, writing = os.pipe()
    try:
        popen = Popen(
            command,
            env=dict(environment),
            cwd=folder,
            stdin=theirs.fileno(),
            stdout=writing,
            stderr=writing,
            pass_fds=fds,
            start_new_session=True,
        )
    except OSError as error:
        ours.close()
        os.close(reading)
        raise NotStarted(f"{error.filename or command[0]} could not be started: {error.strerror}") from None
    finally:
        theirs.close()
        os.close(writing)
    ours.setblocking(False)
    return Spawned(popen, Log(reading, log_bytes), ours)
