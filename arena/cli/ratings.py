"""`arena ratings …` and `arena replay`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlmodel import col, select

from arena.cli.context import AsJson, examples, print_json, print_table, ready_settings
from arena.cli.tables import print_standings
from arena.db import reading, writing
from arena.models import Pool
from arena.replays import stored_replay
from arena.reports import pool_ratings
from arena.snapshots import rebuild
from referee.replay import to_text

app = typer.Typer(no_args_is_help=True, help="Ratings of a pool: a game, its options, a number of players.")
REPLAY_EXAMPLES = examples("arena replay 17 > game.json && referee show game.json")


@app.command("show", epilog=examples("arena ratings show", "arena ratings show --json"))
def show_(as_json: AsJson = False) -> None:
    """The ratings of every pool: the standings by a fit of all results, and Elo as games ended."""
    settings = ready_settings()
    with reading(settings.database) as session:
        pools = list(session.exec(select(Pool).order_by(col(Pool.id))))
        reports = [{"pool": _label(pool), **pool_ratings(session, pool.id or 0)} for pool in pools]
    if as_json:
        print_json(reports)
        return
    for report in reports:
        _print(report)


@app.command("rebuild")
def rebuild_(as_json: AsJson = False) -> None:
    """Compute all ratings again from the stored results: the same results give the same numbers."""
    settings = ready_settings()
    with writing(settings.database) as session:
        counts = {_label(pool): rebuild(session, pool.id or 0) for pool in session.exec(select(Pool))}
    if as_json:
        print_json(counts)
        return
    for pool, count in counts.items():
        print(f"{pool}: {count} ratings")


def replay(
    game: Annotated[int, typer.Argument(metavar="GAME", help="The game's id, as `arena tournament export` gives it.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", dir_okay=False, help="A file; else it is printed.")
    ] = None,
) -> None:
    """Print the replay of a stored game, once its tournament is over."""
    settings = ready_settings()
    with reading(settings.database) as session:
        written = stored_replay(session, game)
    if output is not None:
        written.write(output)
        print(f"{output} is written: try  referee show {output}")
    else:
        print(to_text(written.to_json()), end="")


def _label(pool: Pool) -> str:
    options = ", ".join(f"{name}={json.dumps(value)}" for name, value in sorted(pool.options.items()))
    return f"{pool.game}, {pool.players} players{f' ({options})' if options else ''}"


def _print(report: dict[str, Any]) -> None:
    print_standings({"tournament": report["pool"], **report})
    rows = [[bot, f"{value:.0f}"] for bot, value in sorted(report.get("elo", {}).items(), key=lambda item: -item[1])]
    print_table("Elo, as games ended", ["bot", "Elo"], rows)
    print()
