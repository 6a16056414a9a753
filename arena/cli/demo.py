"""`arena demo`: all games, played at random in process."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from referee.games import GAMES
from referee.games.shuffle import derive_seed
from referee.simulate import Simulation

MASTER = bytes(32)


def demo(games: Annotated[int, typer.Option(min=1, help="How many games of each kind.")] = 300) -> None:
    """Play every game at every size of table and show what random play makes of it."""
    table = Table("game", "players", "games", "decisions a game", "decisions/s", "seat 0 wins", title="Random play")
    for number, game in enumerate(GAMES.values()):
        for players in game.player_counts:
            options = game.resolve_options(players)
            simulation = Simulation(game, players, options, derive_seed(MASTER, "demo", 10 * number + players))
            for index in track(range(games), f"{game.title}, {players} players", console=Console(stderr=True)):
                simulation.play(index)
            facts = simulation.statistics.to_json()
            wins = facts["seats"][0]["wins"] / facts["games"]
            speed = f"{facts['decisions_per_second']:,.0f}"
            decisions = f"{facts['decisions_per_game']:.1f}"
            table.add_row(game.title, str(players), f"{games:,}", decisions, speed, f"{wins:.1%}")
    Console().print(table)
    print("Next:  .venv/bin/referee simulate claim --games 5 --replays games/")
    print("       .venv/bin/referee show games/claim-000001.json")
    print("       .venv/bin/referee --help")
