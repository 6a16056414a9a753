"""The commands of `referee`, put together. A user's mistake is one sentence and exit code 2."""

from __future__ import annotations

import os
import sys

import typer

from referee.cli import deal, show, simulate, verify
from referee.games.base import GameError

app = typer.Typer(
    name="referee",
    help="Rules, replays and games between bots.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.command(epilog=simulate.EXAMPLES)(simulate.simulate)
app.command(epilog=verify.EXAMPLES)(verify.verify)
app.command(epilog=show.EXAMPLES)(show.show)
app.command(epilog=deal.EXAMPLES)(deal.deal)


def main() -> None:
    try:
        app()
    except GameError as error:
        print(f"referee: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader (`| head`) has seen enough; keep Python from complaining when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        print(f"referee: {error.filename or 'a file'}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
