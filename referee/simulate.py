"""Random play in process: for statistics, for replays to try things on, and for trust in the rules."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee import replay, results
from referee.games.base import AnyGame, Outcome
from referee.games.shuffle import derive_seed

RANDOM = "random@1"
"""Who sits at every seat."""


def random_game(game: AnyGame, state: Any, random: Random) -> Any:
    """The state at the end of a game of random choices."""
    choose, advance = random.random, game.advance_by
    while state.to_act is not None:
        state = advance(state, int(choose() * len(state.legal)))
    return state


@dataclass(slots=True)
class Statistics:
    """What a number of games looked like."""

    players: int
    games: int = 0
    decisions: int = 0
    forced: int = 0
    branching_sum: int = 0
    branching_max: int = 0
    seconds: float = 0.0
    """Time spent playing; writing replays is not counted."""
    placings: list[Counter[int]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    draws: int = 0

    def __post_init__(self) -> None:
        self.placings = [Counter() for _ in range(self.players)]
        self.scores = [0] * self.players

    def count_game(self, branchings: list[int], outcome: Outcome) -> None:
        self.games += 1
        self.decisions += len(branchings)
        self.forced += branchings.count(1)
        self.branching_sum += sum(branchings)
        self.branching_max = max(self.branching_max, *branchings)
        self.draws += outcome.placings.count(1) > 1
        for seat in range(self.players):
            self.placings[seat][outcome.placings[seat]] += 1
            self.scores[seat] += outcome.scores[seat]

    def to_json(self) -> dict[str, Any]:
        games, decisions, seconds = max(self.games, 1), max(self.decisions, 1), max(self.seconds, 1e-9)
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "games_per_second": round(self.games / seconds, 1),
            "decisions_per_second": round(self.decisions / seconds, 1),
            "decisions_per_game": round(self.decisions / games, 3),
            "branching_mean": round(self.branching_sum / decisions, 3),
            "branching_max": self.branching_max,
            "forced_share": round(self.forced / decisions, 4),
            "draw_share": round(self.draws / games, 4),
            "seats": [
                {
                    "seat": seat,
                    "placings": {str(place): count for place, count in sorted(self.placings[seat].items())},
                    "wins": self.placings[seat][1],
                    "mean_score": round(self.scores[seat] / games, 3),
                }
                for seat in range(self.players)
            ],
        }


class Simulation:
    """Games 0, 1, 2, … of a master seed. A game's deal and choices follow from the seed and its number alone."""

    def __init__(self, game: AnyGame, players: int, options: dict[str, Any], master: bytes) -> None:
        self.game, self.players, self.options, self.master = game, players, options, master
        self.statistics = Statistics(players)

    def play(self, number: int, record: bool = False) -> replay.Replay | None:
        """Play one game; its replay if wanted."""
        seed = derive_seed(self.master, "game", number)
        random = Random(derive_seed(self.master, "choices", number))
        started = time.perf_counter()
        state = self.game.deal(seed, self.players, self.options)
        self.statistics.seconds += time.perf_counter() - started
        written = replay.begin(self.game, state, seed, (RANDOM,) * self.players) if record else None
        started = time.perf_counter()
        branchings: list[int] = []
        while state.to_act is not None:
            legal = state.legal
            branchings.append(len(legal))
            action = legal[int(random.random() * len(legal))]
            if written is not None:
                written.steps.append(replay.Step(state.to_act, tuple(entry.text for entry in legal), action.text))
            state = self.game.advance(state, action)
        self.statistics.seconds += time.perf_counter() - started
        outcome = self.game.outcome(state)
        assert outcome is not None
        self.statistics.count_game(branchings, outcome)
        if written is not None:
            written.result = results.normal(outcome)
        return written
