"""Random play in process: our games beside those of OpenSpiel (C++) and RLCard (Python).

A decision includes making the list of legal actions; dealing is included. All run on one core, timed by the processor
time that they use. The games are not the same, so a ratio is to the median game of a library, with the ratios to its
fastest and slowest beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from random import Random

from referee.games import game_of
from referee.games.base import OptionValue
from referee.games.shuffle import derive_seed
from tests.benchmarks import open_spiel_games, rlcard_games
from tests.benchmarks.harness import Contestant, Effort, Rates, measured, ratio, typical
from tests.benchmarks.report import Figure, Must, Section

TITLE = "random play in process"
OURS = "Bothy"
MUSTS = {
    "OpenSpiel": Must("≥", 0.25),
    "RLCard env.run": Must("≥", 10),
    "RLCard env.step": Must("≥", 10),
}
"""By group of peers."""
VARIANTS: tuple[tuple[str, int, dict[str, OptionValue]], ...] = (
    ("claim", 2, {}),
    ("schotten_totten", 2, {}),
    ("schotten_totten", 2, {"expert": True}),
    ("schotten_totten", 2, {"tactics": True}),
    ("schotten_totten", 2, {"tactics": True, "expert": True}),
    ("lords_of_scotland", 2, {}),
    ("lords_of_scotland", 3, {"bruce": True}),
    ("lords_of_scotland", 4, {}),
    ("lords_of_scotland", 5, {}),
)
SEED = b"random play".ljust(32)


def section(effort: Effort) -> Section:
    everyone = contestants()
    return section_of(everyone, measure(everyone, effort))


def measure(everyone: list[Contestant], effort: Effort) -> Rates:
    return measured(everyone, effort, time.process_time)


def section_of(everyone: list[Contestant], rates: Rates) -> Section:
    figures = [
        _figure(mine, group, everyone, rates) for group in MUSTS for mine in everyone if mine.group == OURS
    ]  # fmt: skip
    return Section(TITLE, "decisions", figures, everyone, rates)


def contestants() -> list[Contestant]:
    """Everyone chooses in the same way, from a random source of its own."""
    spiel, rlcard = open_spiel_games, rlcard_games
    return [
        *[Contestant(_name(*variant), OURS, playout(*variant)) for variant in VARIANTS],
        *[Contestant(f"OpenSpiel {name}", "OpenSpiel", spiel.playout(name, Random(1))) for name in spiel.GAMES],
        *[Contestant(f"RLCard {name}, run", "RLCard env.run", rlcard.run(name)) for name in rlcard.GAMES],
        *[
            Contestant(f"RLCard {name}, step", "RLCard env.step", rlcard.playout(name, Random(1)))
            for name in rlcard.GAMES
        ],
    ]


def playout(key: str, players: int, options: dict[str, OptionValue]) -> Callable[[], int]:
    """Plays the next game of a series and counts its decisions."""
    game, numbers, choose = game_of(key), count(), Random(1).random
    deal, advance = game.deal, game.advance_by

    def play() -> int:
        decisions = 0
        state = deal(derive_seed(SEED, "game", next(numbers)), players, options)
        while state.to_act is not None:
            state = advance(state, int(choose() * len(state.legal)))
            decisions += 1
        return decisions

    return play


def _name(key: str, players: int, options: dict[str, OptionValue]) -> str:
    many = len(game_of(key).player_counts) > 1
    return ", ".join([key, *([f"{players} players"] if many else []), *options])


def _figure(mine: Contestant, group: str, everyone: list[Contestant], rates: Rates) -> Figure:
    peers = [rates[peer.name] for peer in everyone if peer.group == group]
    ratios = [ratio(rates[mine.name], peer).median for peer in peers]
    return Figure(
        what=mine.name,
        beside=f"{group}, {len(peers)} games",
        ratio=ratio(rates[mine.name], typical(peers)),
        must=MUSTS[group],
        extent=(min(ratios), max(ratios)),
    )
