"""Marks that a plain bot's processes inherit, by which they are known again wherever they go.

One is a variable in the environment, which a program can clear for its children. The other is the score for being
killed when memory runs out: bots are to go before anything else in any case, hardly a program touches it, and even
a dead process still shows it.
"""

from __future__ import annotations

import itertools
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from referee.sandbox.proc import was_started_with

VARIABLE = "BOTHY_PROCESS"
REFEREE = uuid4().hex
"""In the variable of every bot of this referee, and in the command line of everything that leads to one."""
HIGHEST_SCORE = 1000

_numbers = itertools.count(1)
_scores_in_use: set[int] = set()


class Mark:
    """One bot's own."""

    def __init__(self) -> None:
        self.value = f"{REFEREE}.{next(_numbers)}"
        self._score: int | None = None

    def put_on(self, pid: int) -> None:
        """Before it has children: they inherit."""
        # The highest score is what every starting bot has before it has a mark: it tells nobody apart.
        free = [score for score in range(HIGHEST_SCORE - 1, _own_score(), -1) if score not in _scores_in_use]
        if free:
            with suppress(OSError):
                _score_file(pid).write_text(str(free[0]))
                self._score = free[0]
                _scores_in_use.add(free[0])

    def is_on(self, pid: int) -> bool:
        return self._has_score(pid) or was_started_with(pid, f"{VARIABLE}={self.value}\0".encode())

    def release(self) -> None:
        _scores_in_use.discard(self._score or 0)

    def _has_score(self, pid: int) -> bool:
        try:
            return self._score is not None and int(_score_file(pid).read_bytes()) == self._score
        except OSError:
            return False


def _score_file(pid: int | str) -> Path:
    return Path(f"/proc/{pid}/oom_score_adj")


def _own_score() -> int:
    try:
        return int(_score_file("self").read_bytes())
    except OSError:
        return HIGHEST_SCORE
