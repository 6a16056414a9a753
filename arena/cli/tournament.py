"""`arena tournament …`"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from arena.cli.context import AsJson, examples, print_json, ready_settings
from arena.cli.tables import print_crosstable, print_standings
from arena.db import reading
from arena.models import Format, Tournament
from arena.progress import Progress, progress_of
from arena.replays import tournament_replays
from arena.reports import games_csv, tournament_crosstable, tournament_standings
from arena.running import run as run_tournament
from arena.settings import ArenaError, Settings
from arena.store import tournament_named
from arena.tournaments import Plan, create, tournaments
from arena.tournaments import cancel as cancel_tournament
from referee.games import game_of

app = typer.Typer(no_args_is_help=True, help="Plan tournaments, run them, and see how they ended.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The tournament's name.")]
Workers = Annotated[
    int | None, typer.Option("--workers", "-w", min=0, max=64, help="How many matches this host plays at once.")
]


@app.command(
    "create",
    epilog=examples(
        "arena tournament create spring --game claim --bots greedy,random --blocks 50",
        "arena tournament create cup --game schotten_totten -o tactics=true --bots a,b,c,d --format knockout",
        "arena tournament create --file spring.toml",
    ),
)
def create_(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A name for it.")] = None,
    game: Annotated[str | None, typer.Option(help="The game's key.")] = None,
    bots: Annotated[str | None, typer.Option(help="Names, with commas between: greedy,anna/tricky@3.")] = None,
    format: Annotated[Format, typer.Option(help="Who meets whom.")] = Format.ROUND_ROBIN,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Seats at a table.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="K=V", help="An option of the game.")
    ] = None,
    blocks: Annotated[int, typer.Option("--blocks", "-n", help="Deals in every match.")] = 10,
    rounds: Annotated[int | None, typer.Option(help="For swiss: how many rounds.")] = None,
    seed: Annotated[str | None, typer.Option(help="64 hex digits or any text; by default at random.")] = None,
    file: Annotated[Path | None, typer.Option(dir_okay=False, help="A TOML file with the same things.")] = None,
    as_json: AsJson = False,
) -> None:
    """Plan a tournament. Nothing is played until it is run."""
    if file is not None:
        plan = _plan_from(file, name)
    elif name is None or game is None or bots is None:
        raise ArenaError("give a name, --game and --bots, or --file")
    else:
        plan = Plan(
            name, game, [bot.strip() for bot in bots.split(",")], format, players, _options(game, option),
            blocks, rounds, seed,
        )  # fmt: skip
    tournament = create(ready_settings().database, plan)
    if as_json:
        print_json({"name": tournament.name, "rounds": tournament.rounds, "blocks": tournament.blocks})
    else:
        print(f"{tournament.name} is planned.\n\nNext:  arena tournament run {tournament.name!r}")


@app.command("run", epilog=examples("arena tournament run spring", "arena tournament run spring --workers 4 --json"))
def run_(name: Name, workers: Workers = None, as_json: AsJson = False) -> None:
    """Play a tournament to its end, and show the standings. Stop it whenever you like: it goes on where it was."""
    settings = ready_settings()
    tournament_id = _id_of(settings, name)
    play_with_progress(settings, tournament_id, workers, quiet=as_json)
    _show_standings(settings, name, as_json)


app.command("resume", help="The same as run: goes on where a tournament was stopped or cancelled.")(run_)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """All tournaments, and how far they are."""
    settings = ready_settings()
    with reading(settings.database) as session:
        found = [progress_of(session, tournament) for tournament in tournaments(session)]
    if as_json:
        print_json([progress.to_json() for progress in found])
    for progress in found if not as_json else []:
        print(f"{progress.name}: {_sentence(progress)}")


@app.command("status", epilog=examples("arena tournament status spring --json"))
def status_(name: Name, as_json: AsJson = False) -> None:
    """How far a tournament is."""
    settings = ready_settings()
    with reading(settings.database) as session:
        progress = progress_of(session, tournament_named(session, name))
    if as_json:
        print_json(progress.to_json())
        return
    print(f"{progress.name}: {_sentence(progress)}")
    for trouble in progress.troubles:
        print(f"  trouble, to be tried again: {trouble}")


@app.command("cancel")
def cancel_(name: Name) -> None:
    """Stop a tournament. What was played stays; `resume` goes on with the rest."""
    settings = ready_settings()
    cancel_tournament(settings.database, _id_of(settings, name))
    print(f"{name} is cancelled; arena tournament resume {name!r} goes on with it")


@app.command("standings", epilog=examples("arena tournament standings spring"))
def standings_(name: Name, as_json: AsJson = False) -> None:
    """Who is ahead, and how sure that is."""
    _show_standings(ready_settings(), name, as_json)


@app.command("crosstable", epilog=examples("arena tournament crosstable spring"))
def crosstable_(name: Name, as_json: AsJson = False) -> None:
    """Everybody against everybody, with what is more than luck marked."""
    settings = ready_settings()
    with reading(settings.database) as session:
        report = tournament_crosstable(session, tournament_named(session, name))
    print_json(report) if as_json else print_crosstable(report)


@app.command(
    "export",
    epilog=examples(
        "arena tournament export spring --format csv > games.csv", "arena tournament export spring --replays games/"
    ),
)
def export_(
    name: Name,
    format: Annotated[str, typer.Option(help="csv or json.")] = "csv",
    replays: Annotated[
        Path | None, typer.Option(file_okay=False, help="A folder for all replays, once it is over.")
    ] = None,
) -> None:
    """Print all games, or write their replays."""
    settings = ready_settings()
    with reading(settings.database) as session:
        tournament = tournament_named(session, name)
        assert tournament.id is not None
        if replays is not None:
            replays.mkdir(parents=True, exist_ok=True)
            count = 0
            for label, replay in tournament_replays(session, tournament):
                replay.write(replays / f"{label}.json")
                count += 1
            print(f"{count} replays are in {replays}")
        elif format == "json":
            print_json(
                {
                    "standings": tournament_standings(session, tournament),
                    "crosstable": tournament_crosstable(session, tournament),
                }
            )
        elif format == "csv":
            sys.stdout.write(games_csv(session, tournament.id))
        else:
            raise ArenaError(f"an export is csv or json, not {format!r}")


def play_with_progress(settings: Settings, tournament_id: int, workers: int | None, quiet: bool) -> Progress:
    """Run it with a live bar on the terminal, or a line now and then where there is none."""
    console = Console(stderr=True)
    with Bar(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("blocks"),
        TimeElapsedColumn(), TimeRemainingColumn(),
        console=console, disable=quiet or not console.is_terminal, transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("starting", total=None)
        told = -1

        def show(progress: Progress) -> None:
            nonlocal told
            bar.update(task, total=progress.blocks, completed=progress.blocks_done, description=progress.name)
            tenth = progress.blocks_done * 10 // max(progress.blocks, 1)
            if not quiet and not console.is_terminal and tenth > told:
                told = tenth
                print(f"{progress.name}: {_sentence(progress)}", file=sys.stderr, flush=True)

        return run_tournament(settings, tournament_id, workers, show)


def _show_standings(settings: Settings, name: str, as_json: bool) -> None:
    with reading(settings.database) as session:
        report = tournament_standings(session, tournament_named(session, name))
    print_json(report) if as_json else print_standings(report)


def _sentence(progress: Progress) -> str:
    rounds = f", round {progress.round} of {progress.rounds}" if progress.rounds > 1 else ""
    return (
        f"{progress.status}, {progress.blocks_done} of {progress.blocks} blocks, "
        f"{progress.matches_done} of {progress.matches} matches{rounds}"
    )


def _id_of(settings: Settings, name: str) -> int:
    with reading(settings.database) as session:
        tournament: Tournament = tournament_named(session, name)
    assert tournament.id is not None
    return tournament.id


def _options(game: str, texts: list[str] | None) -> dict[str, Any]:
    specs = {spec.name: spec for spec in game_of(game).option_specs}
    options = {}
    for text in texts or []:
        name, _, value = text.partition("=")
        if name not in specs:
            raise ArenaError(f"{game} has no option {name!r}; it has: {', '.join(specs) or 'none'}")
        options[name] = specs[name].parse(value)
    return options


def _plan_from(path: Path, name: str | None) -> Plan:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path} is not TOML: {error}") from None
    known = {field.name for field in fields(Plan)}
    if unknown := sorted(set(values) - known):
        raise ArenaError(f"{path}: there is no key {unknown[0]!r}; there are: {', '.join(sorted(known))}")
    if name is not None:
        values["name"] = name
    missing = [key for key in ("name", "game", "bots") if key not in values]
    if missing:
        raise ArenaError(f"{path} lacks {missing[0]!r}")
    if "format" in values:
        values["format"] = _format(values["format"], path)
    return Plan(**values)


def _format(text: Any, path: Path) -> Format:
    try:
        return Format(text)
    except ValueError:
        raise ArenaError(f"{path}: format must be one of {', '.join(Format)}, not {text!r}") from None
