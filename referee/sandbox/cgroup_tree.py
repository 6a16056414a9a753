"""The processes of a sandbox that has a cgroup: the kernel counts, freezes and ends them all at once."""

from __future__ import annotations

from referee.limits import Limit
from referee.sandbox.cgroup import Cgroup
from referee.sandbox.namespace_tree import NamespaceTree
from referee.sandbox.private_tmp import PrivateTmp
from referee.sandbox.proc import Stat


class CgroupTree:
    def __init__(self, namespace: NamespaceTree, cgroup: Cgroup) -> None:
        self._namespace, self._cgroup = namespace, cgroup
        self._last_ms = 0

    def members(self) -> list[Stat]:
        return self._namespace.members()

    def kill(self) -> None:
        """A frozen process dies, too."""
        self._cgroup.kill()
        self._namespace.kill()

    def is_gone(self) -> bool:
        return self._namespace.is_gone() and self._cgroup.is_empty

    def release(self) -> None:
        self._namespace.release()
        self._cgroup.remove()

    def cpu_ms(self) -> int | None:
        self._last_ms = max(self._last_ms, int(self._cgroup.cpu_ms))
        return self._last_ms

    def cpu_now_ms(self) -> float | None:
        return self._cgroup.cpu_ms

    @property
    def tmp(self) -> PrivateTmp | None:
        return self._namespace.tmp

    def exceeded(self) -> Limit | None:
        return self._cgroup.exceeded()

    def freeze(self) -> None:
        self._cgroup.freeze()

    def thaw(self) -> None:
        self._cgroup.thaw()
