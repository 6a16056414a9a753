"""A small process that outlives the referee by a moment and ends what is left of its bots.

A bot dies with the referee by its parent-death signal, but that signal does not reach a plain bot's own children, and
a sandbox that is hit by it halfway through its set-up can get stuck. So every process on the way to a bot has the
referee's mark in its command line, and a plain bot's children have it in their environment. When the referee is gone,
however it went, the keeper's input ends, and it kills whoever bears the mark. One keeper serves all bots of a referee.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress

SWEEP_SECONDS = 10.0
LOOK_SECONDS, QUIET_LOOKS = 0.02, 25

_ours: tuple[int, subprocess.Popen[bytes]] | None = None


def ensure_keeper(mark: str) -> None:
    """Have one for this process, before there is a bot to keep."""
    global _ours
    if _ours is None or _ours[0] != os.getpid() or _ours[1].poll() is not None:
        _ours = os.getpid(), _start(mark)


def _start(mark: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, mark],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,  # a Ctrl-C in the terminal is not for it
    )


# The rest runs in the keeper. It imports nothing of the project, to be small and quick to start.


def _sweep(mark: bytes) -> None:
    """Until nobody was found for a while: a process that is about to become another has no command line, or still
    the referee's."""
    deadline = time.monotonic() + SWEEP_SECONDS
    quiet = 0
    while quiet < QUIET_LOOKS and time.monotonic() < deadline:
        left = [int(name) for name in os.listdir("/proc") if name.isdigit() and _bears(name, mark)]
        left.remove(os.getpid())  # whose command line has the mark, too
        quiet = 0 if left else quiet + 1
        for pid in left:
            with suppress(OSError):
                os.kill(pid, 9)
        time.sleep(LOOK_SECONDS)


def _bears(pid: str, mark: bytes) -> bool:
    return mark in _read(f"/proc/{pid}/cmdline") or mark in _read(f"/proc/{pid}/environ")


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


if __name__ == "__main__":
    sys.stdin.buffer.read()
    _sweep(sys.argv[1].encode())
