"""`arena ratings …` and `arena replay`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from arena.cli import completion
from arena.cli.afar import tournaments as afar
from arena.cli.context import AsJson, examples, print_json, ready_settings
from arena.cli.remote import works_afar
from arena.cli.tables import print_standings
from arena.db import reading, writing
from arena.facts.sight import EVERYTHING
from arena.pools import pool_label, pools
from arena.replays import stored_replay
from referee.games import game_of
from referee.replay import to_text

app = typer.Typer(no_args_is_help=True, help="Ratings of a pool: a game, its options, a number of players.")
REPLAY_EXAMPLES = examples(
    "arena replay 17 > game.json && referee show game.json", "arena replay 17 --output game.json"
)
HIGHEST_ID = 2**31 - 1


@app.command("show", epilog=examples("arena ratings show", "arena ratings show --game claim --json"))
@works_afar("ratings show", afar.ratings)
def show_(
    game: Annotated[str | None, typer.Option(help="Of this game only.", autocompletion=completion.games)] = None,
    as_json: AsJson = False,
) -> None:
    """The ratings of every pool: by a fit of all results, and Elo as games ended."""
    from arena.reports import pool_ratings  # scipy takes a second to load

    if game is not None:
        game_of(game)
    settings = ready_settings()
    with reading(settings.database) as session:
        reports = [{"pool": pool_label(pool), **pool_ratings(session, pool)} for pool in pools(session, game)]
    if as_json:
        print_json(reports)
    elif not reports:
        print("There are no ratings yet: they come with the first tournament.")
    for report in reports if not as_json else []:
        print_standings(report, report["pool"])
        print()


@app.command("rebuild", epilog=examples("arena ratings rebuild", "arena ratings rebuild --json"))
def rebuild_(as_json: AsJson = False) -> None:
    """Compute all snapshots again from the stored results: the same results give the same numbers."""
    from arena.snapshots import rebuild

    settings = ready_settings()
    with writing(settings.database) as session:
        counts = {pool_label(pool): rebuild(session, pool.id or 0) for pool in pools(session)}
    if as_json:
        print_json(counts)
    elif not counts:
        print("There are no results yet, so there is nothing to rebuild.")
    for pool, count in counts.items() if not as_json else ():
        print(f"{pool}: computed again for {count} {'moment' if count == 1 else 'moments'}")


@works_afar("replay", afar.replay)
def replay(
    game: Annotated[
        int, typer.Argument(metavar="GAME", max=HIGHEST_ID, help="The game's id, as `arena tournament export` has it.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", dir_okay=False, help="A file; else it is printed.")
    ] = None,
) -> None:
    """Print the replay of a stored game, once its tournament is over."""
    settings = ready_settings()
    with reading(settings.database) as session:
        written = stored_replay(session, game, EVERYTHING)
    if output is None:
        sys.stdout.write(to_text(written.to_json()))
    else:
        written.write(output)
        print(f"{output} is written: try  referee show {output}")
