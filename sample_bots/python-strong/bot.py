"""Plays every game by searching: it imagines what is hidden, plays on from there, and does what turned out best."""

from __future__ import annotations

import sys

from budget import DEFAULT_BUDGET, Budget
from claim import ClaimHints
from hints import Hints
from lords_of_scotland import LordsHints
from schotten_totten import SchottenHints
from search import Search

from referee.bot import Bot, Question
from referee.games.base import Action

HINTS: dict[str, type[Hints]] = {
    "claim": ClaimHints,
    "schotten_totten": SchottenHints,
    "lords_of_scotland": LordsHints,
}
"""By game: what the search is told about it besides the rules."""


class StrongBot(Bot):
    def __init__(self, budget: Budget = DEFAULT_BUDGET) -> None:
        self.budget = budget

    def choose(self, question: Question) -> Action:
        """Nothing but the view is looked at: what the seat cannot see is dealt anew for each thought."""
        game = question.game
        search = Search(game.rules, question.view, HINTS[game.key](question.view), question.random)
        search.run(self.budget.iterations[game.key], self.budget.deadline(question.bank_left_ms))
        best = search.best()
        question.note = f"{best} {best.visits} of {search.root.visits} visits, expects {best.mean:.0%}"
        return best.action


if __name__ == "__main__":
    StrongBot(Budget.from_arguments(sys.argv[1:])).run()
