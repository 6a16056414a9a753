"""Which sandbox to use on this host."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from referee.sandbox.contained import StandardSandbox, StrictSandbox
from referee.sandbox.delegation import delegated_cgroup
from referee.sandbox.errors import Unavailable
from referee.sandbox.launch import Level
from referee.sandbox.plain import PlainSandbox
from referee.sandbox.probe import Check, missing, probe
from referee.sandbox.sandbox import Sandbox

RUNTIMES = "BOTHY_RUNTIMES"
"""A setting: folders with runtimes or toolchains that are not under /usr, separated by colons."""


def choose(wanted: Level | None = None) -> Sandbox:
    """The sandbox of this level, or the best above `none` that the host has: without one, `Unavailable`.

    `none` is never chosen unless it is asked for.
    """
    if wanted is Level.NONE:
        return PlainSandbox()
    checks = host_checks()
    lacking = missing(checks, wanted or Level.STANDARD)
    if lacking:
        first = lacking[0]
        level = wanted or Level.STANDARD
        raise Unavailable(
            f"the sandbox level {level} is not available here: {first.name}: {first.detail}; {_advice(first)}"
        )
    if wanted is Level.STANDARD or missing(checks, Level.STRICT):
        return StandardSandbox(runtimes())
    return StrictSandbox(delegated_cgroup(), runtimes())


def runtimes() -> list[Path]:
    return [Path(folder) for folder in os.environ.get(RUNTIMES, "").split(":") if folder]


@cache
def host_checks() -> list[Check]:
    """Probed once: a host does not change under a running referee."""
    return probe(runtimes())


def _advice(check: Check) -> str:
    return f"to mend it: {check.mend} (`referee doctor` shows all)"
