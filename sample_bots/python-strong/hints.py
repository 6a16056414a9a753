"""What a game tells the search besides its rules. The rules alone would do; hints make few iterations go far."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from referee.games.base import Action, Outcome


class Hints(ABC):
    """For one decision. A state here is one that was imagined: its hidden cards are guesses."""

    def __init__(self, view: Any) -> None:
        self.view = view
        """What the seat sees at the decision."""

    def weights(self, state: Any) -> Sequence[float]:
        """How much each legal action deserves to be looked at; here all alike."""
        return [1.0] * len(state.legal)

    def pick(self, state: Any, random: Random) -> Action:
        """What is quickly played after the tree is left; here anything."""
        legal = state.legal
        action: Action = legal[int(random.random() * len(legal))]
        return action

    def is_far_enough(self, state: Any, root: Any) -> bool:
        """Whether a game imagined from `root` may be judged here, before its end."""
        return False

    @abstractmethod
    def judge(self, state: Any) -> Sequence[float]:
        """What each seat may expect of a state that is not over: from 0, to come last, to 1, to win."""


def rewards(outcome: Outcome) -> list[float]:
    """For each seat the share of the others that it came before, a shared place half: 0 to 1."""
    places = outcome.placings
    others = len(places) - 1
    return [sum([(one > mine) + (one == mine) / 2 for one in places]) / others - 0.5 / others for mine in places]
