"""The tree of a search: what was tried after what, how often, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from referee.games.base import Action

EXPLORATION = 1.0
"""How much a little-tried action is favoured over one that has done well."""


class Node:
    """What follows an action. It stands for all states that this line of actions leads to, whatever is hidden."""

    __slots__ = ("action", "children", "total", "visits", "weights")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.visits = 0
        self.total = 0.0
        """The sum of the rewards of the seat that took the action."""
        self.children: dict[Action, Node] = {}
        self.weights: dict[Action, float] = {}
        """What was said of the actions after this one."""

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    def __str__(self) -> str:
        return f"{self.action}:"

    def select(self, legal: Sequence[Action], exploration: float = EXPLORATION) -> Action:
        """The legal action with the best mean and, the fewer its visits and the greater its weight, a bonus.

        Only what is legal in the state at hand takes part: in another imagined deal other actions are.
        """
        children, weights = self.children, self.weights
        tried = [children[action] for action in legal if action in children]
        visits = sum([child.visits for child in tried])
        # What nobody has tried yet is taken to be as good as the rest.
        usual = sum([child.total for child in tried]) / visits if visits else 0.5
        bonus = exploration * sqrt(visits + 1) / sum([weights[action] for action in legal])
        best, best_score = legal[0], -1.0
        for action in legal:
            child = children.get(action)
            if child is None:
                score = usual + bonus * weights[action]
            else:
                score = child.total / child.visits + bonus * weights[action] / (1 + child.visits)
            if score > best_score:
                best, best_score = action, score
        return best
