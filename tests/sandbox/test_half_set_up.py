"""A sandbox whose referee is gone before it is set up goes, too."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from pathlib import Path

from referee.sandbox import Launch
from referee.sandbox.bubblewrap import LAUNCHER_ENVIRONMENT, wrap
from tests.sandbox.bots import bot_folder, processes_with
from tests.sandbox.test_referee_dies import gone_within


def test_a_sandbox_that_nobody_listens_to_ends_by_itself(tmp_path: Path) -> None:
    """bwrap once died of telling a dead referee about its first process, which then waited for bwrap for ever."""
    mark = f"mark-{os.getpid()}-half"
    wrapped = wrap(Launch(bot_folder(tmp_path), ("sleep", "60", mark)))
    ours, theirs = socket.socketpair()
    os.close(wrapped.information)
    ours.close()
    with theirs:
        subprocess.run(
            wrapped.command, env=LAUNCHER_ENVIRONMENT, cwd="/", stdin=theirs.fileno(), stderr=subprocess.DEVNULL,
            pass_fds=wrapped.fds, timeout=60, check=False,
        )  # fmt: skip
    wrapped.close()
    if not gone_within(mark, 15):
        left = processes_with(mark)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        raise AssertionError(f"still there: {left}")
