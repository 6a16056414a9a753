"""Being told to stop, by Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def told_to_stop() -> Iterator[threading.Event]:
    """An event that the first of these signals sets; the next one ends us where we are.

    An exception in the middle of a transaction could leave it open, and everybody else waiting for it. So we are
    told, and stop between two transactions.
    """
    told = threading.Event()

    def tell(*_: object) -> None:
        told.set()
        for number, handler in before.items():
            signal.signal(number, handler)

    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():  # which alone may handle signals
        before = {number: signal.signal(number, tell) for number in SIGNALS}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
