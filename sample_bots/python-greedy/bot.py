"""Plays every game by taking what looks best right now. What looks best is a matter of the game: one file each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claim import ClaimSense
from lords_of_scotland import LordsSense
from schotten_totten import SchottenSense

from referee.bot import Bot, Question
from referee.games.base import Action

SENSES: dict[str, Callable[[Any], Callable[[Action], float]]] = {
    "claim": lambda view: ClaimSense(view).worth,
    "schotten_totten": lambda view: SchottenSense(view).worth,
    "lords_of_scotland": lambda view: LordsSense(view).worth,
}
"""By game: what makes of a view a function that says what an action is worth."""


class GreedyBot(Bot):
    def choose(self, question: Question) -> int:
        worth = SENSES[question.game.key](question.view)
        worths = [worth(action) for action in question.legal]
        best = max(worths)
        question.note = f"looks like {best:+.2f}"
        return worths.index(best)


if __name__ == "__main__":
    GreedyBot().run()
