"""Starts a program so that it runs only if somebody is there to end it.

The new process sets itself up (limits, namespaces, the signal for its parent's death), says that it is ready, and
waits for a word before it becomes the bot. If the referee dies in between, the word never comes; if it dies later,
the death signal is in place; the keeper sees to what falls between the two. And if the process never gets ready, the
sandbox failed, not the bot.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

from referee.sandbox import proc
from referee.sandbox.errors import NotStarted
from referee.sandbox.keeper import ensure_keeper
from referee.sandbox.log import Log
from referee.sandbox.marks import REFEREE

READY_SECONDS = 30.0
ABANDON_SECONDS = 2.0
HANDSHAKE = """
echo 1000 2>/dev/null >/proc/self/oom_score_adj
echo ready >&0
read -r word && [ "$word" = go ] && exec "$@" </dev/null
"""
"""Standard input is a socket to the referee until the bot takes over. If memory runs out, bots go first."""


def awaiting_word(command: Sequence[str]) -> list[str]:
    """The command, after the word. The referee's mark stands where a script has its name."""
    return ["/bin/sh", "-c", HANDSHAKE, REFEREE, *command]


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

    async def abandon(self) -> None:
        """Without the word it ends by itself, and in good order. Waits for that, however often it is cancelled."""
        self._line.close()
        leaving = asyncio.create_task(self._leave())
        while not leaving.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([leaving])

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(ABANDON_SECONDS):
                await exit_of(self.popen.pid)
        except (TimeoutError, asyncio.CancelledError):
            self._kill()
        self.popen.wait()
        self.log.close()

    def _kill(self) -> None:
        for one in proc.descendants([self.popen.pid], proc.processes()):
            proc.kill(one)

    async def _complaint(self) -> str:
        await asyncio.sleep(0.05)  # the message may still be on its way through the pipe
        return " ".join(self.log.text.split()) or "it did not say why"


async def exit_of(pid: int) -> None:
    """Wait until our child has ended, without waiting *for* it: its pid stays ours."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    fd = os.pidfd_open(pid)
    loop.add_reader(fd, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(fd)
        os.close(fd)


def spawn(command: Sequence[str], environment: Mapping[str, str], folder: Path, fds: Sequence[int] = ()) -> Spawned:
    """Start it; from the main thread, because the death signal follows the *thread* that spawned."""
    proc.adopt_orphans()
    ensure_keeper(REFEREE)
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
    return Spawned(popen, Log(reading), ours)
