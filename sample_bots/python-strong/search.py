"""Information-set Monte-Carlo tree search: one tree over many imagined deals, for any game and number of players.

Each iteration imagines a deal that looks like the seat's own view, goes down the tree with it, adds one node, plays on
from there, and tells every node on its way what came of it for the seat that chose it: each seat plays for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import Any

from hints import Hints, rewards
from tree import Node

from referee.games.base import Action, AnyGame, Seat

ROOT = Action("", "")


class Search:
    def __init__(self, game: AnyGame, view: Any, hints: Hints, random: Random) -> None:
        self.game, self.view, self.hints, self.random = game, view, hints, random
        self.root = Node(ROOT)

    def run(self, iterations: int, deadline: float | None = None) -> None:
        """At least one iteration, so that there is an answer; then until one of the budgets is used up."""
        self._iterate()
        for _ in range(iterations - 1):
            if deadline is not None and monotonic() >= deadline:
                return
            self._iterate()

    def best(self) -> Node:
        """The action that was tried most: the steadiest of what looked good."""
        return max(self.root.children.values(), key=lambda child: (child.visits, child.total))

    def _iterate(self) -> None:
        imagined = self.game.determinize(self.view, self.random)
        path, state = self._descend(imagined)
        result = self._play_on(state, imagined)
        self.root.visits += 1
        for seat, node in path:
            node.visits += 1
            node.total += result[seat]

    def _descend(self, imagined: Any) -> tuple[list[tuple[Seat, Node]], Any]:
        """Down the tree to its first new node: the seats and nodes on the way, and the state there."""
        state, node, is_new = imagined, self.root, False
        path: list[tuple[Seat, Node]] = []
        while state.to_act is not None and not is_new and not self.hints.is_far_enough(state, imagined):
            seat, action = state.to_act, self._selected(node, state)
            is_new = action not in node.children and len(state.legal) > 1
            node = node.children.setdefault(action, Node(action))
            path.append((seat, node))
            state = self.game.advance(state, action)
        return path, state

    def _selected(self, node: Node, state: Any) -> Action:
        legal: tuple[Action, ...] = state.legal
        if len(legal) == 1:
            return legal[0]
        if not all([action in node.weights for action in legal]):
            node.weights.update(zip(legal, self.hints.weights(state), strict=True))
        return node.select(legal)

    def _play_on(self, state: Any, imagined: Any) -> Sequence[float]:
        """What the seats get from here on, by quick play."""
        advance, pick, is_far_enough = self.game.advance, self.hints.pick, self.hints.is_far_enough
        while state.to_act is not None and not is_far_enough(state, imagined):
            state = advance(state, pick(state, self.random))
        outcome = self.game.outcome(state)
        return rewards(outcome) if outcome is not None else self.hints.judge(state)
