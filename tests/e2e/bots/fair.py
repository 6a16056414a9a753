"""A fair bot: what it chooses follows from the question alone.

fair.py [--slow SECONDS] [--start SECONDS] [--only COMMITMENT]: thinks for so long in that game, or starts so late.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from hashlib import sha256

from referee.bot import Bot, Question


class FairBot(Bot):
    def __init__(self, slow: float = 0.0, only: str = "") -> None:
        self._slow, self._only = slow, only

    def choose(self, question: Question) -> int:
        if self._slow and question.game.commitment.startswith(self._only):
            time.sleep(self._slow)
        known = (question.view, question.events, [action.text for action in question.legal])
        return int.from_bytes(sha256(repr(known).encode()).digest()) % len(question.legal)


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--slow", type=float, default=0.0)
    parser.add_argument("--start", type=float, default=0.0)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    time.sleep(arguments.start)
    FairBot(arguments.slow, arguments.only).run()
