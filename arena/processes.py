"""Processes that the arena starts and ends: its Redis, its referee, its workers. They die with it, however it ends."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

STOP_SECONDS = 10.0
RESTART_PAUSE_SECONDS = 1.0
PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent(sign: signal.Signals = signal.SIGKILL) -> None:
    """Called in a new process: the kernel ends it when the one that started it ends."""
    _libc.prctl(PR_SET_PDEATHSIG, sign, 0, 0, 0)


class Child:
    """A process of the arena's, with its output in a file, started again if it ends without being asked to.

    It is started from one thread that lives as long as the child: the kernel's "die with the parent" means
    the thread.
    """

    def __init__(
        self, name: str, command: Sequence[str], log: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        self._command = list(command)
        self._log = log
        self._environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None
        self._error: OSError | None = None
        self._stopping = threading.Event()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._keep, name=f"keeper of {name}", daemon=True)

    def start(self) -> None:
        """Start it; an OSError if that cannot be done."""
        self._thread.start()
        self._started.wait()
        if self._error is not None:
            raise self._error

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def begin_stop(self) -> None:
        """Ask it to end, without waiting."""
        self._stopping.set()

    def stop(self) -> None:
        """Ask it to end, wait, and make it end."""
        self.begin_stop()
        self._thread.join()

    def _keep(self) -> None:
        while not self._stopping.is_set():
            try:
                self._process = self._begin()
            except OSError as error:  # a full disk, perhaps: it may pass, unless it was so from the beginning
                if not self._started.is_set():
                    self._error = error
                    self._stopping.set()
            else:
                self._started.set()
                self._wait(self._process)
            self._started.set()
            self._stopping.wait(RESTART_PAUSE_SECONDS)

    def _begin(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "arena.orphanless", str(os.getpid()), *self._command],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None and not self._stopping.wait(0.1):
            pass
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(is_ready: Callable[[], bool], seconds: float) -> bool:
    """Whether something came true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if is_ready():
            return True
        time.sleep(0.02)
    return is_ready()
