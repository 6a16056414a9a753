"""The commands of `arena`, put together. A user's mistake is one sentence and exit code 2."""

from __future__ import annotations

import sys

import typer
from sqlalchemy.exc import OperationalError

from arena.cli import bot, demo, ratings, stations, tournament
from arena.settings import ArenaError
from referee.games.base import GameError

USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""click's UsageError: typer has it in different places from version to version."""

app = typer.Typer(
    name="arena",
    help="Tournaments of bots, and what they show.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(stations.init)
app.command()(demo.demo)
app.command()(stations.up)
app.command(epilog=stations.WORKER_EXAMPLES)(stations.worker)
app.command()(stations.doctor)
app.add_typer(bot.app, name="bot")
app.add_typer(tournament.app, name="tournament")
app.add_typer(ratings.app, name="ratings")
app.command(epilog=ratings.REPLAY_EXAMPLES)(ratings.replay)


def main() -> None:
    sys.exit(_run())


def _run() -> int:
    try:
        code = app(standalone_mode=False)
        return code if isinstance(code, int) else 0
    except USAGE_ERROR as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        return _complain(f"{message.rstrip('.')} (see arena --help)") if message else 2
    except (ArenaError, GameError) as error:
        return _complain(str(error))
    except OperationalError as error:
        return _complain(f"the database does not answer: {str(error.orig).splitlines()[0]}")
    except (typer.Abort, KeyboardInterrupt):
        print("arena: stopped; run it again to go on", file=sys.stderr)
        return 130


def _complain(sentence: str) -> int:
    print(f"arena: {sentence}", file=sys.stderr)
    return 2
