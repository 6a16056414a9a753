"""Level none: a plain process. Nothing is hidden from the bot, but nothing of it is left behind either.

The bot has a session of its own; the referee adopts whatever the bot lets go of (child subreaper), and knows it
again by its marks. A bot that takes pains to wash them off escapes: that is what the other levels are for.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

from referee.limits import Limit
from referee.sandbox import proc
from referee.sandbox.cpu_time import CpuTime
from referee.sandbox.interpreter import search_path
from referee.sandbox.launch import Launch, Level
from referee.sandbox.marks import VARIABLE, Mark
from referee.sandbox.proc import Stat
from referee.sandbox.process import BotProcess
from referee.sandbox.programs import host_program
from referee.sandbox.rlimits import prlimit_command
from referee.sandbox.spawn import awaiting_word, spawn
from referee.sandbox.watchdog import Watchdog

KEPT = ("HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "USER")
"""What a plain bot gets of the host's environment, besides PATH: the user's secrets are none of its business."""


class PlainSandbox:
    """No sandbox at all."""

    level = Level.NONE

    def inside(self, socket: Path) -> str:
        return str(socket.absolute())

    async def start(self, launch: Launch) -> BotProcess:
        mark = Mark()
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        path = search_path(launch.command, os.environ.get("PATH", os.defpath))
        environment = {**kept, "PATH": path, **launch.environment, VARIABLE: mark.value}
        command = [
            *prlimit_command(launch.limits),
            *(host_program("setpriv"), "--pdeathsig", "KILL", "--"),
            *awaiting_word(launch.command),
        ]
        folder = launch.writable_folder or launch.folder
        spawned = spawn(command, environment, folder)
        try:
            await spawned.ready()
        except BaseException:
            await spawned.abandon()
            raise
        mark.put_on(spawned.popen.pid)
        tree = PlainTree(spawned.popen, mark)
        process = BotProcess(spawned.popen, tree, spawned.log, launch, Watchdog(launch.limits, spawned.log))
        spawned.go()
        return process


class PlainTree:
    """The bot, whatever is below it, and whatever it let go of."""

    def __init__(self, popen: Popen[bytes], mark: Mark) -> None:
        self._popen = popen
        self._mark = mark
        self._seen: set[tuple[int, int]] = set()
        self._cpu_time = CpuTime()
        self._quiet_looks = 0

    def members(self, max_age: float = 0.1) -> list[Stat]:
        among = proc.recent_processes(max_age)
        roots = [one.pid for one in among.values() if one.parent == os.getpid() and self._is_ours(one)]
        found = proc.descendants(roots, among)
        self._seen.update(one.name for one in found)
        self._cpu_time.look(found)
        for one in found:
            if one.pid != self._popen.pid:
                proc.bury(one)
        return [one for one in found if not one.is_dead]

    def kill(self) -> None:
        if self._popen.returncode is None:  # not waited for: the pid is still the bot's
            with suppress(OSError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        for one in self.members(max_age=0):
            proc.kill(one)

    def is_gone(self) -> bool:
        """Nobody in two looks: a process that forks can slip through one."""
        self._quiet_looks = 0 if self.members(max_age=0) else self._quiet_looks + 1
        return self._quiet_looks >= 2

    def release(self) -> None:
        self.members(max_age=0)  # buries the last
        self._mark.release()

    def cpu_ms(self) -> int | None:
        self.members()
        return self._cpu_time.ms

    def cpu_now_ms(self) -> float | None:
        return self._cpu_time.now_ms()

    def exceeded(self) -> Limit | None:
        return None

    def freeze(self) -> None:
        """There is no cgroup."""

    def thaw(self) -> None:
        """There is no cgroup."""

    def _is_ours(self, one: Stat) -> bool:
        return (
            one.pid == self._popen.pid
            or one.name in self._seen
            or one.session == self._popen.pid
            or self._mark.is_on(one.pid)
        )
