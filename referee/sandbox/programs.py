"""Programs of the host that put a bot in its place."""

from __future__ import annotations

import shutil
from functools import cache

from referee.sandbox.errors import Unavailable

PACKAGES = {"bwrap": "bubblewrap"}
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Not the user's PATH: what stands there may be anybody's."""


@cache
def host_program(name: str) -> str:
    """Its full path."""
    path = shutil.which(name, path=SYSTEM_PATH)
    if path is None:
        raise Unavailable(f"{name} is missing: install the package {PACKAGES.get(name, 'util-linux')}")
    return path
