"""What `referee simulate` prints at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table


def print_summary(summary: dict[str, Any], title: str, files: list[Path]) -> None:
    console = Console(highlight=False)
    options = "".join(f", {name}={str(value).lower()}" for name, value in summary["options"].items())
    console.print(f"[bold]{title}[/bold], {summary['players']} players{options}, random play")
    console.print(_facts(summary))
    console.print()
    console.print(_seats(summary))
    print(f"\nThe same games again: --seed {summary['seed']}")
    if files:
        print(f"{len(files):,} {'replays' if len(files) > 1 else 'replay'} in {files[0].parent}; to read one:")
        print(f"  referee show {files[0]}")


def _facts(summary: dict[str, Any]) -> Table:
    table = Table.grid(padding=(0, 2))
    rows = [
        ("games", f"{summary['games']:,} ({summary['games_per_second']:,.0f} a second)"),
        ("decisions", f"{summary['decisions']:,} ({summary['decisions_per_second']:,.0f} a second)"),
        ("decisions a game", f"{summary['decisions_per_game']:.1f}"),
        ("legal actions", f"{summary['branching_mean']:.1f} on average, {summary['branching_max']} at most"),
        ("forced", f"{summary['forced_share']:.1%} of the decisions"),
        ("draws", f"{summary['draw_share']:.1%} of the games"),
    ]
    for row in rows:
        table.add_row(*row)
    return table


def _seats(summary: dict[str, Any]) -> Table:
    """Results by seat; a shared first place is a win of both."""
    table = Table(box=None, pad_edge=False)
    places = [str(place) for place in range(1, summary["players"] + 1)]
    for heading in ["seat", "wins", *(f"place {place}" for place in places), "mean score"]:
        table.add_column(heading, justify="left" if heading == "seat" else "right")
    for seat in summary["seats"]:
        counts = [f"{seat['placings'].get(place, 0):,}" for place in places]
        share = seat["wins"] / summary["games"]
        table.add_row(str(seat["seat"]), f"{share:.1%}", *counts, f"{seat['mean_score']:.2f}")
    return table
