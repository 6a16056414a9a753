"""What all commands of `arena` share."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

import typer
from rich.console import Console
from rich.table import Table

from arena.db import upgrade
from arena.settings import Settings, load_settings

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def ready_settings() -> Settings:
    """The settings, with a database that is up to date."""
    settings = load_settings()
    upgrade(settings.database)
    return settings


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def examples(*lines: str) -> str:
    return "Examples:\n\n" + "\n\n".join(f"  {line}" for line in lines)


def print_table(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]], note: str = "") -> None:
    table = Table(*columns, title=title, title_justify="left", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    # Not cut to a terminal's width where there is no terminal.
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    if note:
        print(note)
