"""Chooses at random, and takes its randomness from the referee."""

from __future__ import annotations

from referee.bot import Bot, Question


class ChancyBot(Bot):
    def choose(self, question: Question) -> int:
        question.note = f"one of {len(question.legal)}"
        return question.random.randrange(len(question.legal))


if __name__ == "__main__":
    ChancyBot().run()
