"""RLCard's games, played at random in two ways: by its own runner, and by the leanest loop that its API allows."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

GAMES = ("bridge", "doudizhu", "gin-rummy", "leduc-holdem", "limit-holdem", "no-limit-holdem", "uno")


def load(name: str) -> Any:
    return import_module("rlcard").make(name, config={"seed": 1})


def run(name: str) -> Callable[[], int]:
    """`env.run` with RLCard's own random agents, as its examples do; it counts its steps itself."""
    env = load(name)
    agent = import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions)
    env.set_agents([agent] * env.num_players)

    def play() -> int:
        before: int = env.timestep
        env.run(is_training=False)
        after: int = env.timestep
        return after - before

    return play


def playout(name: str, random: Random) -> Callable[[], int]:
    """`reset` and `step` alone, choices made as for the other contestants. Observations are part of each step."""
    env, choose = load(name), random.random

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choose() * len(legal))])
            decisions += 1
        return decisions

    return play
