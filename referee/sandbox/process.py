"""A bot that runs: watched until it ends, and gone without a trace when it has."""

from __future__ import annotations

import asyncio
import signal
import time
from subprocess import Popen

from referee.limits import Limit
from referee.sandbox.launch import Exit, Launch
from referee.sandbox.log import Log
from referee.sandbox.spawn import exit_of
from referee.sandbox.tree import Tree
from referee.sandbox.watchdog import Watchdog

END_SECONDS = 10.0
"""No process outlives SIGKILL for long, except in the kernel's own waits (a dying disk)."""

_supervisions: set[asyncio.Task[Exit]] = set()
"""Held here, because the event loop itself holds tasks only weakly."""


class BotProcess:
    """Made by `Sandbox.start`, when the program is about to run."""

    def __init__(self, popen: Popen[bytes], tree: Tree, log: Log, launch: Launch, watchdog: Watchdog) -> None:
        self.pid = popen.pid
        self._popen = popen
        self._tree = tree
        self._log = log
        self._limits = launch.limits
        self._watchdog = watchdog
        self._stopped = False
        self._supervision = asyncio.create_task(self._supervise(), name=f"bot {self.pid}")
        _supervisions.add(self._supervision)
        self._supervision.add_done_callback(_supervisions.discard)

    @property
    def log(self) -> str:
        """Standard output and error, interleaved, cut in the middle if too long; at the end why it ended."""
        return self._log.text

    @property
    def is_running(self) -> bool:
        return not self._supervision.done()

    @property
    def is_flooding(self) -> bool:
        """Whether it has printed more than its log may hold."""
        return self._log.is_cut

    @property
    def printed_bytes(self) -> int:
        """All that it has printed, kept in the log or not."""
        return self._log.total

    def cpu_ms(self) -> int | None:
        """The CPU time of all its processes so far, or None where the host cannot tell."""
        return self._tree.cpu_ms()

    def cpu_now_ms(self) -> float | None:
        """The same at this very moment, of those that live: for the difference between two moments."""
        return self._tree.cpu_now_ms() if self.is_running else None

    def freeze(self) -> None:
        """Let it not run (on the opponent's turn) where there is a cgroup; elsewhere nothing happens."""
        if self.is_running:
            self._tree.freeze()

    def thaw(self) -> None:
        if self.is_running:
            self._tree.thaw()

    async def wait(self) -> Exit:
        """How it ended. Returns when the last of its processes is gone."""
        return await asyncio.shield(self._supervision)

    async def stop(self) -> None:
        """End all its processes and wait until they are gone. Once begun, this cannot be called off."""
        if self.is_running:
            self._stopped = True
            self._tree.kill()
        await asyncio.wait([self._supervision])

    async def _supervise(self) -> Exit:
        watch = asyncio.create_task(self._watchdog.watch(self._tree))
        try:
            await exit_of(self.pid)
            status = self._popen.wait()
            await _until_gone(self._tree)
            self._watchdog.exceeded = self._watchdog.exceeded or self._tree.exceeded()
            self._log.close()
            if not self._stopped:
                self._watchdog.last_look(has_failed=status != 0)
        except asyncio.CancelledError:  # the event loop is being torn down: there is no later
            status = self._end_now()
        finally:
            watch.cancel()
            self._log.close()
            self._tree.release()
        end = self._exit(status)
        if not end.stopped:
            self._log.note(f"the bot {end.reason}")
        return end

    def _end_now(self) -> int:
        deadline = time.monotonic() + END_SECONDS
        self._tree.kill()
        while (self._popen.poll() is None or not self._tree.is_gone()) and time.monotonic() < deadline:
            time.sleep(0.001)
            self._tree.kill()
        status = self._popen.poll()
        return -signal.SIGKILL if status is None else status

    def _exit(self, status: int) -> Exit:
        code, number = _code_and_signal(status)
        limit = self._watchdog.exceeded or _limit_of(number)
        if limit is not None:
            return Exit(code, number, limit, detail=self._limits.text(limit))
        return Exit(code, number, stopped=self._stopped)


def _code_and_signal(status: int) -> tuple[int | None, int | None]:
    if status < 0:
        return None, -status
    # Inside a sandbox a signal shows as a shell would show it.
    return (None, status - 128) if 128 < status <= 128 + signal.SIGRTMAX else (status, None)


def _limit_of(number: int | None) -> Limit | None:
    if number == signal.SIGXCPU:
        return Limit.CPU_TIME
    return Limit.FILE_SIZE if number == signal.SIGXFSZ else None


async def _until_gone(tree: Tree) -> None:
    """The first process is gone; see the others off."""
    pause = 0.0005
    while not tree.is_gone():
        tree.kill()
        await asyncio.sleep(pause)
        pause = min(2 * pause, 0.1)
