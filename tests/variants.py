"""Every game in every variant and for every number of players: what the contract tests run over."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from referee.games import GAMES
from referee.games.base import Action, AnyGame, OptionValue
from referee.games.shuffle import derive_seed


@dataclass(frozen=True)
class Variant:
    game: AnyGame
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    def deal(self, number: int) -> Any:
        return self.game.deal(self.seed(number), self.players, dict(self.options))

    def seed(self, number: int) -> bytes:
        return derive_seed(self.name.encode(), "contract", number)

    @property
    def name(self) -> str:
        switched_on = [name for name, value in self.options if value is True]
        return "-".join([self.game.key, str(self.players), *switched_on])


def _variants() -> list[Variant]:
    return [
        Variant(game, players, tuple(zip((spec.name for spec in game.option_specs), values, strict=True)))
        for game in GAMES.values()
        for players in game.player_counts
        for values in product(*(spec.choices for spec in game.option_specs))
    ]


VARIANTS = _variants()


def random_states(variant: Variant, number: int) -> list[tuple[Any, Action | None]]:
    """A random game: every state with the action chosen there, the last one with None."""
    random = Random(number)
    state = variant.deal(number)
    course: list[tuple[Any, Action | None]] = []
    while state.to_act is not None:
        action = random.choice(state.legal)
        course.append((state, action))
        state = variant.game.advance(state, action)
    return [*course, (state, None)]
