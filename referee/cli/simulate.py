"""`referee simulate`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

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
from referee.games import game_of
from referee.simulate import Simulation

EXAMPLES = examples(
    "referee simulate claim --games 1000",
    "referee simulate schotten_totten -o tactics=true --seed monday --replays games/",
    "referee simulate lords_of_scotland --players 4 --json",
)


def simulate(
    game: GameKey,
    players: Players = None,
    option: OptionTexts = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: Annotated[
        str | None,
        typer.Option(help="Same seed, same games: 64 hex digits or any text; by default a random one is drawn."),
    ] = None,
    replays: Annotated[
        Path | None, typer.Option(file_okay=False, help="A folder for the replays, one file a game.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play random games in process and tell how they went."""
    rules = game_of(game)
    options = parse_options(rules, option)
    players = rules.player_counts[0] if players is None else players
    master = master_seed(seed)
    simulation = Simulation(rules, players, rules.resolve_options(players, options), master)
    if replays is not None:
        replays.mkdir(parents=True, exist_ok=True)
    width = max(6, len(str(games)))
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=as_json or not console.is_terminal,
        transient=True,
    ) as progress:
        task = progress.add_task(rules.title, total=games)
        for number in range(games):
            written = simulation.play(number, record=replays is not None)
            if written is not None and replays is not None:
                written.write(replays / f"{rules.key}-{number + 1:0{width}d}.json")
            progress.advance(task)
    summary = {"game": rules.key, "players": players, "options": simulation.options, "seed": master.hex()}
    summary |= simulation.statistics.to_json()
    if as_json:
        print_json(summary)
    else:
        _print_summary(summary, rules.title, replays)


def _print_summary(summary: dict[str, Any], title: str, replays: Path | None) -> None:
    console = Console()
    facts = Table.grid(padding=(0, 2))
    rows = [
        ("games", f"{summary['games']:,}  ({summary['games_per_second']:,.0f} a second)"),
        ("decisions", f"{summary['decisions']:,}  ({summary['decisions_per_second']:,.0f} a second)"),
        ("decisions a game", f"{summary['decisions_per_game']:.1f}"),
        ("legal actions", f"{summary['branching_mean']:.1f} on average, {summary['branching_max']} at most"),
        ("forced", f"{summary['forced_share']:.1%} of the decisions"),
        ("draws", f"{summary['draw_share']:.1%} of the games"),
    ]
    for row in rows:
        facts.add_row(*row)
    seats = Table("seat", "wins", "placings", "mean score", box=None, pad_edge=False)
    for seat in summary["seats"]:
        share = seat["wins"] / summary["games"]
        places = "  ".join(f"{place}: {count}" for place, count in seat["placings"].items())
        seats.add_row(str(seat["seat"]), f"{seat['wins']} ({share:.1%})", places, f"{seat['mean_score']:.2f}")
    console.print(f"[bold]{title}[/bold], {summary['players']} players, random play")
    console.print(facts)
    console.print()
    console.print(seats)
    print(f"\nThe same games again: --seed {summary['seed']}")
    if replays is not None:
        print(f"Replays are in {replays}: try  referee show {replays}/FILE  or  referee verify {replays}/*")
