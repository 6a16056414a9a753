"""A small process that outlives the referee by a moment and ends what plain bots leave behind.

A plain bot dies with the referee (its parent-death signal), but that signal does not reach the bot's own children.
The keeper holds the end of a pipe; when the referee is gone, however it went, the pipe closes, and the keeper
kills every process that carries the referee's mark in its environment. One keeper serves all bots of a referee.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

SWEEP_SECONDS = 5.0

_ours: tuple[int, subprocess.Popen[bytes]] | None = None


def ensure_keeper(mark: str) -> None:
    """Start this process's keeper, once. `mark` begins an entry in the environment of all its bots."""
    global _ours
    if _ours is not None and _ours[0] == os.getpid() and _ours[1].poll() is None:
        return
    command = [sys.executable, "-I", "-S", __file__, mark]
    _ours = (
        os.getpid(),
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            start_new_session=True,  # a Ctrl-C in the terminal is not for it
        ),
    )


def _marked(entry: bytes) -> list[int]:
    """Whoever was started with an environment that has this entry; read here, for a keeper imports nothing."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    if b"\0" + entry in b"\0" + file.read():
                        found.append(int(name))
            except OSError:
                continue
    return found


def _sweep(entry: bytes) -> None:
    """Until two looks in a row find nobody: a process may fork while we look."""
    deadline = time.monotonic() + SWEEP_SECONDS
    quiet = 0
    while quiet < 2 and time.monotonic() < deadline:
        pids = _marked(entry)
        quiet = 0 if pids else quiet + 1
        for pid in pids:
            try:
                os.kill(pid, 9)
            except OSError:
                continue
        time.sleep(0.01)


if __name__ == "__main__":
    sys.stdin.buffer.read()
    _sweep(sys.argv[1].encode())
