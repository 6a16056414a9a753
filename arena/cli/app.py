"""The commands of `arena`, put together."""

from __future__ import annotations

import sys

import typer

from arena.cli import demo
from referee.games.base import GameError

app = typer.Typer(
    name="arena",
    help="Tournaments of bots, and what they show.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(demo.demo)


@app.callback()
def arena() -> None:
    """Tournaments of bots, and what they show."""


def main() -> None:
    try:
        app()
    except GameError as error:
        print(f"arena: {error}", file=sys.stderr)
        sys.exit(2)
