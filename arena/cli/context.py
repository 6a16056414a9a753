"""What all commands of `arena` share."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeAlias

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from arena.cli.remote import refuse_if_afar
from arena.db import upgrade
from arena.settings import Settings, load_settings

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]

WIDE = 200
"""Columns where nobody says how many there are: files and pipes are not cut to a terminal's width."""


def ready_settings() -> Settings:
    """The settings, with a database that is up to date: for what is done on the arena's own machine."""
    refuse_if_afar()
    settings = load_settings()
    upgrade(settings.database)
    return settings


def json_text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n"


def print_json(value: Any) -> None:
    print(json_text(value), end="")


def examples(*lines: str) -> str:
    return "Examples:\n\n" + "\n\n".join(f"  {line}" for line in lines)


def console() -> Console:
    """Names are anybody's, so nothing in them is taken for markup, emoji or numbers to be coloured."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDE
    return Console(width=width, markup=False, emoji=False, highlight=False)


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *notes: str) -> None:
    """Columns whose names end in `>` have their numbers on the right; names of bots may be folded, numbers not."""
    heads = [
        Column(Text(name.rstrip(">"), no_wrap=name.endswith(">")), justify="right" if name.endswith(">") else "left",
               overflow="fold", no_wrap=name.endswith(">"))
        for name in columns
    ]  # fmt: skip
    table = Table(*heads, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*[Text(cell) for cell in row])
    out = console()
    if title:
        out.print(Text(title, style="bold"))
    out.print(table)
    for note in notes:
        out.print(Text(note))


def print_facts(facts: dict[str, str]) -> None:
    """A fact a line, their names in a column of their own."""
    table = Table.grid(Column(no_wrap=True), Column(overflow="fold"), padding=(0, 2))
    for name, value in facts.items():
        table.add_row(Text(name), Text(value))
    console().print(table)


def quoted(name: str) -> str:
    """As a shell takes it."""
    return shlex.quote(name)
