"""Plays every game by choosing at random: the bot to start from, and the one to beat first."""

from referee.bot import Bot, Question


class RandomBot(Bot):
    def choose(self, question: Question) -> int:
        return question.random.randrange(len(question.legal))


if __name__ == "__main__":
    RandomBot().run()
