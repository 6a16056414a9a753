"""A bot of the kit that stumbles over a question of one game: mortal.py [--at-once] COMMITMENT"""

from __future__ import annotations

import os
import sys

from referee.bot import Bot, Question


class MortalBot(Bot):
    def choose(self, question: Question) -> int:
        if question.game.commitment == sys.argv[-1] and question.number > 6:
            if "--at-once" in sys.argv:
                os._exit(9)
            raise RuntimeError("this is the end")
        return 0


if __name__ == "__main__":
    MortalBot().run()
