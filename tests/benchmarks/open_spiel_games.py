"""OpenSpiel's hidden-information card games, played at random through its Python API."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

GAMES = (
    "bridge(use_double_dummy_result=false)",
    "crazy_eights",
    "dou_dizhu",
    "euchre",
    "gin_rummy",
    "hearts",
    "leduc_poker",
    "oh_hell",
    "skat",
)
"""Bridge with its play: by default it ends after the bidding, with a solver's result."""


def load(name: str) -> Any:
    return import_module("pyspiel").load_game(name)


def playout(name: str, random: Random) -> Callable[[], int]:
    """Plays one game and counts its decisions. What chance does is no decision, but takes its time, too.

    At the chance nodes of these games all outcomes are equally likely, so that they are chosen like actions: quicker
    than from `chance_outcomes`, which lists the probabilities as well.
    """
    game, choose = load(name), random.random

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(legal[int(choose() * len(legal))])
        return decisions

    return play
