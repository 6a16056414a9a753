"""Levels standard and strict: a bot behind bubblewrap and seccomp."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from referee.sandbox.bubblewrap import LAUNCHER_ENVIRONMENT, Wrapped, wrap
from referee.sandbox.launch import Launch, Level
from referee.sandbox.mounts import SOCKETS
from referee.sandbox.namespace_tree import NamespaceTree
from referee.sandbox.process import BotProcess
from referee.sandbox.spawn import Spawned, spawn
from referee.sandbox.watchdog import Watchdog


class StandardSandbox:
    """No cgroup: a watchdog looks after what all processes of a bot use together."""

    level = Level.STANDARD

    def __init__(self, runtimes: Sequence[Path] = ()) -> None:
        self._runtimes = tuple(runtimes)
        """Folders with runtimes that are not under /usr; bots see them, and their `bin` is on the PATH."""

    def inside(self, socket: Path) -> str:
        return f"{SOCKETS}/{socket.name}"

    async def start(self, launch: Launch) -> BotProcess:
        wrapped = wrap(launch, self._runtimes)
        try:
            folder = Path("/")
            spawned = spawn(wrapped.command, LAUNCHER_ENVIRONMENT, folder, launch.limits.log_kb * 1024, wrapped.fds)
        except BaseException:
            os.close(wrapped.information)
            raise
        finally:
            wrapped.close()
        return await _begun(spawned, wrapped, launch)


async def _begun(spawned: Spawned, wrapped: Wrapped, launch: Launch) -> BotProcess:
    """See it through its set-up, and let the bot begin."""
    try:
        await spawned.ready()
        tree = NamespaceTree(spawned.popen.pid, wrapped.first_process())
    except BaseException:
        await spawned.abandon()
        wrapped.bury_first()
        raise
    finally:
        os.close(wrapped.information)
    watchdog = Watchdog(launch.limits, tree.tmp_use)
    process = BotProcess(spawned.popen, tree, spawned.log, launch, watchdog)
    spawned.go()
    return process
