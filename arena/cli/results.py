"""`arena tournament standings`, `crosstable` and `export`: how it ended, or how it stands.

Reports are imported where they are needed: scipy takes a second to load, and most commands do without.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import Session

from arena.cli import completion
from arena.cli.afar import tournaments as afar
from arena.cli.context import AsJson, examples, json_text, print_json, ready_settings
from arena.cli.progress import sentence
from arena.cli.remote import works_afar
from arena.cli.tables import print_crosstable, print_standings
from arena.db import reading
from arena.models import Tournament, TournamentStatus
from arena.progress import progress_of
from arena.replays import tournament_replays
from arena.settings import ArenaError, Settings
from arena.store import tournament_named

STANDINGS_EXAMPLES = examples("arena tournament standings spring", "arena tournament standings spring --json")
CROSSTABLE_EXAMPLES = examples("arena tournament crosstable spring", "arena tournament crosstable spring --json")
EXPORT_EXAMPLES = examples(
    "arena tournament export spring > games.csv",
    "arena tournament export spring --json > spring.json",
    "arena tournament export spring --replays games/",
)

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="The tournament's name.", autocompletion=completion.tournaments)
]


class Kind(StrEnum):
    CSV = "csv"
    JSON = "json"


@works_afar("tournament standings", afar.standings)
def standings(name: Name, as_json: AsJson = False) -> None:
    """Who is ahead, and how sure that is."""
    show_standings(ready_settings(), name, as_json)


@works_afar("tournament crosstable", afar.crosstable)
def crosstable(name: Name, as_json: AsJson = False) -> None:
    """Everybody against everybody, with what is more than luck marked."""
    show_crosstable(ready_settings(), name, as_json)


def export(
    name: Name,
    format: Annotated[Kind, typer.Option(help="csv: a line for each seat of each game; json: standings too.")] = (
        Kind.CSV
    ),
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", dir_okay=False, help="A file.")] = None,
    replays: Annotated[
        Path | None, typer.Option(file_okay=False, help="A folder for all replays, once it is over.")
    ] = None,
) -> None:
    """Print everything that was played, or write the replays."""
    settings = ready_settings()
    with reading(settings.database) as session:
        tournament = tournament_named(session, name)
        if replays is not None:
            count = _write_replays(session, tournament, replays)
            facts = {"tournament": name, "replays": count, "folder": str(replays)}
            print_json(facts) if as_json else print(f"{count} replays are in {replays}")
            return
        text = _export(session, tournament, Kind.JSON if as_json else format)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")
        print(f"{output} is written", file=sys.stderr)


def show_standings(settings: Settings, name: str, as_json: bool) -> None:
    from arena.reports import tournament_standings

    with reading(settings.database) as session:
        tournament = tournament_named(session, name)
        report, title = tournament_standings(session, tournament), _title(session, tournament)
    print_json(report) if as_json else print_standings(report, title)


def show_crosstable(settings: Settings, name: str, as_json: bool) -> None:
    from arena.reports import tournament_crosstable

    with reading(settings.database) as session:
        tournament = tournament_named(session, name)
        report, title = tournament_crosstable(session, tournament), _title(session, tournament)
    print_json(report) if as_json else print_crosstable(report, title)


def _title(session: Session, tournament: Tournament) -> str:
    """Says so if it is not over: half-time standings look like others."""
    if tournament.status == TournamentStatus.DONE:
        return tournament.name
    return f"{tournament.name}: {sentence(progress_of(session, tournament))}"


def _export(session: Session, tournament: Tournament, kind: Kind) -> str:
    from arena.exports import games_csv, seat_rows
    from arena.reports import tournament_crosstable, tournament_standings

    assert tournament.id is not None
    if kind is Kind.CSV:
        return games_csv(session, tournament.id)
    return json_text(
        {
            "standings": tournament_standings(session, tournament),
            "crosstable": tournament_crosstable(session, tournament),
            "seats": list(seat_rows(session, tournament.id)),
        }
    )


def _write_replays(session: Session, tournament: Tournament, folder: Path) -> int:
    if tournament.status != TournamentStatus.DONE:
        raise ArenaError(f"{tournament.name} is not over: its deals are published when it is")
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for label, replay in tournament_replays(session, tournament):
        replay.write(folder / f"{label}.json")
        count += 1
    return count
