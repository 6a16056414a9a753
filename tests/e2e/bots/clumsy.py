"""A bot of the kit with a bug: clumsy.py BUG"""

from __future__ import annotations

import sys

from referee.bot import Bot, Choice, GameInfo, Question
from referee.results import Result


class ClumsyBot(Bot):
    def choose(self, question: Question) -> Choice:
        if question.number < 4:
            return 0
        match sys.argv[1]:
            case "index":
                return len(question.legal)
            case "text":
                return "fly away"
            case "exception":
                raise KeyError("the plan")
            case _:
                return 0

    def game_over(self, game: GameInfo, result: Result) -> None:
        if sys.argv[1] == "game_over":
            raise RuntimeError("I cannot lose")


if __name__ == "__main__":
    ClumsyBot().run()
