"""`arena tournament …`: plan, run, look after."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli import completion, results
from arena.cli.afar import tournaments as afar
from arena.cli.context import (
    AsJson,
    examples,
    print_json,
    quoted,
    ready_settings,
)
from arena.cli.listings import print_games, print_status, print_tournaments
from arena.cli.plans import plan_of
from arena.cli.progress import play_with_progress
from arena.cli.remote import works_afar
from arena.db import reading, writing
from arena.facts.games import games_after
from arena.facts.plain import game_values
from arena.facts.plans import tournament_report
from arena.facts.sight import EVERYTHING
from arena.models import Format, Kind, TournamentStatus
from arena.settings import Settings
from arena.store import LOCAL_OWNER, tournament_named
from arena.tournaments import cancel as cancel_tournament
from arena.tournaments import create, tournaments
from arena.voids import void_block
from referee.games import GAMES
from referee.limits import EXAMPLE

app = typer.Typer(no_args_is_help=True, help="Plan tournaments, run them, and see how they ended.")
app.command("standings", epilog=results.STANDINGS_EXAMPLES)(results.standings)
app.command("crosstable", epilog=results.CROSSTABLE_EXAMPLES)(results.crosstable)
app.command("export", epilog=results.EXPORT_EXAMPLES)(results.export)

Name = results.Name
HIGHEST = 2**31 - 1
"""That a database can count."""
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
@works_afar("tournament create", afar.create)
def create_(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A name for it.")] = None,
    game: Annotated[
        str | None, typer.Option(help=f"One of: {', '.join(GAMES)}.", autocompletion=completion.games)
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Names, with commas between: greedy,anna/tricky@3.", autocompletion=completion.bot_list),
    ] = None,
    format: Annotated[Format, typer.Option(help="Who meets whom. In a gauntlet the first bot meets all others.")] = (
        Format.ROUND_ROBIN
    ),
    players: Annotated[int | None, typer.Option("--players", "-p", help="Seats at a table.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="K=V", help="An option of the game.")
    ] = None,
    blocks: Annotated[int, typer.Option("--blocks", "-n", help="Deals in every match.")] = 10,
    rounds: Annotated[int | None, typer.Option(min=1, max=1000, help="For swiss: how many rounds.")] = None,
    seed: Annotated[str | None, typer.Option(help="64 hex digits or any text; by default at random.")] = None,
    clock: Annotated[
        str, typer.Option(metavar="BUDGETS", help="Any of startup=10s,grace=200ms,bank=20s (the defaults).")
    ] = "",
    limits: Annotated[str, typer.Option(metavar="LIMITS", help=f"What each bot may use, any of {EXAMPLE}.")] = "",
    freeze: Annotated[bool, typer.Option("--freeze", help="Bots stand still while others are to move.")] = False,
    owner: Annotated[str, typer.Option(help="Whose bots are meant where a name has no owner.")] = LOCAL_OWNER,
    file: Annotated[Path | None, typer.Option(dir_okay=False, help="A TOML file with the same words.")] = None,
    as_json: AsJson = False,
) -> None:
    """Plan a tournament. Nothing is played until it is run."""
    plan = plan_of(
        name, game, bots, format, players, option, blocks, rounds, seed, clock, limits, freeze, owner, file
    )  # fmt: skip
    settings = ready_settings()
    tournament = create(settings.database, plan)
    if as_json:
        print_json(_facts(settings, tournament.name))
    else:
        print(f"{tournament.name} is planned.\n\nNext:  arena tournament run {quoted(tournament.name)}")


@app.command("run", epilog=examples("arena tournament run spring", "arena tournament run spring --workers 4 --json"))
@works_afar("tournament run", afar.run)
def run_(name: Name, workers: Workers = None, as_json: AsJson = False) -> None:
    """Play a tournament to its end, and show the standings. Stop it whenever you like: it goes on where it was."""
    settings = ready_settings()
    progress = play_with_progress(settings, _id_of(settings, name), workers, quiet=as_json)
    results.show_standings(settings, name, as_json)
    if progress.status == TournamentStatus.CANCELLED and not as_json:
        print(f"\n{name} was cancelled; arena tournament resume {quoted(name)} goes on with it.")


app.command(
    "resume",
    help="The same as run: go on where a tournament was stopped or cancelled.",
    epilog=examples("arena tournament resume spring"),
)(run_)


@app.command("list", epilog=examples("arena tournament list", "arena tournament list --json"))
@works_afar("tournament list", afar.list_tournaments)
def list_(as_json: AsJson = False) -> None:
    """All tournaments, and how far they are. What answers hand-ins is with these: arena course submissions."""
    settings = ready_settings()
    with reading(settings.database) as session:
        shown = [one for one in tournaments(session) if one.kind != Kind.SUBMISSION]
        found = [tournament_report(session, one) for one in shown]
    print_json(found) if as_json else print_tournaments(found)


@app.command("status", epilog=examples("arena tournament status spring", "arena tournament status spring --json"))
@works_afar("tournament status", afar.status)
def status_(name: Name, as_json: AsJson = False) -> None:
    """How far a tournament is, who plays, and what is void. Its seed is shown when it is over."""
    settings = ready_settings()
    facts = _facts(settings, name)
    print_json(facts) if as_json else print_status(facts)


@app.command("games", epilog=examples("arena tournament games spring", "arena tournament games spring --json"))
@works_afar("tournament games", afar.games)
def games_(name: Name, as_json: AsJson = False) -> None:
    """All games that were played in it, with the ids that `arena replay` takes."""
    settings = ready_settings()
    with reading(settings.database) as session:
        tournament_id = tournament_named(session, name).id
        found = [game_values(game) for game in games_after(session, 0, HIGHEST, tournament_id, EVERYTHING)]
    print_json(found) if as_json else print_games(found)


@app.command("cancel", epilog=examples("arena tournament cancel spring"))
@works_afar("tournament cancel", afar.cancel)
def cancel_(name: Name, as_json: AsJson = False) -> None:
    """Stop a tournament. What was played stays; `resume` goes on with the rest."""
    settings = ready_settings()
    cancel_tournament(settings.database, _id_of(settings, name))
    if as_json:
        print_json(_facts(settings, name))
    else:
        print(f"{name} is cancelled; arena tournament resume {quoted(name)} goes on with it.")


@app.command(
    "void", epilog=examples("arena tournament void spring --match 3 --block 7 --reason 'the host was swapping'")
)
def void_(
    name: Name,
    match: Annotated[int, typer.Option(min=1, max=HIGHEST, help="The match, numbered from 1 as in exports.")],
    block: Annotated[int, typer.Option(min=1, max=HIGHEST, help="Its block, numbered from 1.")],
    reason: Annotated[str, typer.Option(help="Why it shall not count.")],
    as_json: AsJson = False,
) -> None:
    """Have a block count no more. Nothing is deleted: the reason is added, and the ratings are computed without it."""
    from arena.snapshots import rebuild  # scipy takes a second to load

    settings = ready_settings()
    with writing(settings.database) as session:
        tournament = tournament_named(session, name)
        void_block(session, tournament, match, block, reason)
        rebuild(session, tournament.pool_id)
    if as_json:
        print_json({"tournament": name, "match": match, "block": block, "reason": reason})
    else:
        print(f"Block {block} of match {match} of {name} does not count any more.")


def _facts(settings: Settings, name: str) -> dict[str, Any]:
    with reading(settings.database) as session:
        tournament = tournament_named(session, name)
        return tournament_report(session, tournament)


def _id_of(settings: Settings, name: str) -> int:
    with reading(settings.database) as session:
        tournament_id = tournament_named(session, name).id
    assert tournament_id is not None
    return tournament_id
