"""How long to think: so many iterations, so many seconds, or whichever is used up first."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

ITERATIONS: Mapping[str, int] = {"claim": 400, "schotten_totten": 200, "lords_of_scotland": 150}
"""For each decision, by game. About 100 ms each on a machine of its own: the grace of the default clock is 200."""
SHARE = 1 / 20
"""The share of the time bank that one decision may take: it is never used up, and all is well with a full one."""
LEAST_SECONDS = 0.005


@dataclass(frozen=True)
class Budget:
    """Iterations alone make play reproducible, as long as the bank is full enough for them; seconds do not."""

    iterations: Mapping[str, int] = field(default_factory=lambda: ITERATIONS)
    seconds: float = float("inf")

    def deadline(self, bank_left_ms: int) -> float:
        """When to stop, by the monotonic clock."""
        affordable = max(LEAST_SECONDS, SHARE * bank_left_ms / 1000)
        return monotonic() + min(self.seconds, affordable)

    @classmethod
    def from_arguments(cls, words: Sequence[str]) -> Budget:
        """As written in bot.toml: `run = ["python3", "bot.py", "--iterations", "1000", "--seconds", "0.15"]`."""
        parser = argparse.ArgumentParser(prog="bot.py", description=__doc__)
        parser.add_argument("--iterations", type=_positive_int, metavar="N", help="for each decision, in every game")
        parser.add_argument(
            "--seconds", type=_positive, default=cls.seconds, metavar="S", help="for each decision; not reproducible"
        )
        asked = parser.parse_args(words)
        iterations = ITERATIONS if asked.iterations is None else dict.fromkeys(ITERATIONS, asked.iterations)
        return cls(iterations, asked.seconds)


def _positive(text: str) -> float:
    if not (number := float(text)) > 0:
        raise ValueError
    return number


def _positive_int(text: str) -> int:
    return round(_positive(str(int(text))))


DEFAULT_BUDGET = Budget()
