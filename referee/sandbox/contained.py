"""Levels standard and strict: a bot behind bubblewrap and seccomp."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from referee.sandbox import proc
from referee.sandbox.bubblewrap import LAUNCHER_ENVIRONMENT, Wrapped, wrap
from referee.sandbox.cgroup import new_cgroup
from referee.sandbox.cgroup_tree import CgroupTree
from referee.sandbox.launch import Launch, Level
from referee.sandbox.mounts import SOCKETS
from referee.sandbox.namespace_tree import NamespaceTree
from referee.sandbox.process import BotProcess
from referee.sandbox.spawn import Spawned, spawn
from referee.sandbox.watchdog import Watchdog


class StandardSandbox:
    """No cgroup: a watchdog looks after what all processes of a bot use together."""

    level: Level = Level.STANDARD

    def __init__(self, runtimes: Sequence[Path] = ()) -> None:
        self._runtimes = tuple(runtimes)
        """Folders with runtimes that are not under /usr; bots see them, and their `bin` is on the PATH."""

    def inside(self, socket: Path) -> str:
        return f"{SOCKETS}/{socket.name}"

    async def start(self, launch: Launch) -> BotProcess:
        wrapped = wrap(launch, self._runtimes)
        try:
            spawned = spawn(wrapped.command, LAUNCHER_ENVIRONMENT, Path("/"), wrapped.fds)
        except BaseException:
            os.close(wrapped.information)
            raise
        finally:
            wrapped.close()
        return await self._begun(spawned, wrapped, launch)

    async def _begun(self, spawned: Spawned, wrapped: Wrapped, launch: Launch) -> BotProcess:
        """See it through its set-up, and let the bot begin."""
        try:
            await spawned.ready()
            tree = self._tree(NamespaceTree(spawned.popen.pid, wrapped.first_process()), spawned.popen.pid, launch)
        except BaseException:
            await spawned.abandon()
            wrapped.bury_first()
            raise
        finally:
            os.close(wrapped.information)
        watchdog = Watchdog(launch.limits, spawned.log, tree.tmp)
        process = BotProcess(spawned.popen, tree, spawned.log, launch, watchdog)
        spawned.go()
        return process

    def _tree(self, namespace: NamespaceTree, launcher: int, launch: Launch) -> NamespaceTree | CgroupTree:
        return namespace


class StrictSandbox(StandardSandbox):
    """The same with a cgroup for each bot."""

    level = Level.STRICT

    def __init__(self, cgroups: Path, runtimes: Sequence[Path] = ()) -> None:
        super().__init__(runtimes)
        self._cgroups = cgroups
        """The folder in which they are made."""

    def _tree(self, namespace: NamespaceTree, launcher: int, launch: Launch) -> CgroupTree:
        """The bot waits for the word: nothing is started while its few processes are put in."""
        try:
            cgroup = new_cgroup(self._cgroups, launch.limits)
        except BaseException:
            namespace.release()
            raise
        tree = CgroupTree(namespace, cgroup)
        try:
            for one in proc.descendants([launcher], proc.processes()):
                cgroup.add(one.pid)
        except BaseException:
            tree.kill()
            tree.release()
            raise
        return tree
