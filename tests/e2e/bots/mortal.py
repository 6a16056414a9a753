"""A bot of the kit that dies without a word at a question of one game: mortal.py COMMITMENT"""

from __future__ import annotations

import os
import sys

from referee.bot import Bot, Question


class MortalBot(Bot):
    def choose(self, question: Question) -> int:
        if question.game.commitment == sys.argv[1] and question.number > 6:
            os._exit(1)
        return 0


if __name__ == "__main__":
    MortalBot().run()
