"""`referee simulate`"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from referee.cli.arguments import (
    AsJson,
    GameKey,
    OptionTexts,
    Players,
    examples,
    master_seed,
    parse_options,
    print_json,
)
from referee.cli.summary import print_summary
from referee.games import game_of
from referee.games.base import OptionError
from referee.simulate import Simulation

EXAMPLES = examples(
    "referee simulate claim --games 1000",
    "referee simulate schotten_totten -o tactics=true --replays games/",
    "referee simulate lords_of_scotland --players 4 --seed monday --json",
)


def simulate(
    game: GameKey,
    players: Players = None,
    option: OptionTexts = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 100,
    seed: Annotated[
        str | None,
        typer.Option(help="Same seed, same games: 64 hex digits or any text; by default a random one is drawn."),
    ] = None,
    replays: Annotated[Path | None, typer.Option(help="A folder for the replays, one file a game.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play random games in process and tell how they went."""
    rules = game_of(game)
    if games < 1:
        raise OptionError(f"--games must be at least 1, not {games}")
    players = rules.player_counts[0] if players is None else players
    options = rules.resolve_options(players, parse_options(rules, option))
    master = master_seed(seed)
    simulation = Simulation(rules, players, options, master)
    files = _play(simulation, games, replays, quiet=as_json)
    summary = {"game": rules.key, "players": players, "options": options, "seed": master.hex()}
    summary |= simulation.statistics.to_json()
    if as_json:
        print_json(summary)
    else:
        print_summary(summary, rules.title, files)


def _play(simulation: Simulation, games: int, folder: Path | None, quiet: bool) -> list[Path]:
    """The replay files that were written, if any were wanted."""
    if folder is not None:
        if folder.exists() and not folder.is_dir():
            raise OptionError(f"--replays needs a folder, but {folder} is a file")
        folder.mkdir(parents=True, exist_ok=True)
    width = max(6, len(str(games)))
    files: list[Path] = []
    for number in _with_progress(simulation.game.title, games, quiet):
        written = simulation.play(number, record=folder is not None)
        if written is not None and folder is not None:
            files.append(folder / f"{simulation.game.key}-{number + 1:0{width}d}.json")
            written.write(files[-1])
    return files


def _with_progress(title: str, games: int, quiet: bool) -> Iterator[int]:
    """The numbers of the games, with a bar on a terminal that goes away at the end."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, disable=hidden, transient=True) as progress:
        yield from progress.track(range(games), description=title)
