"""How fast, as ratios to what others use: `make bench`.

A section is a module with a function that measures and returns a `Section`; a new one is one more line in `SECTIONS`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tests.benchmarks import random_play, report
from tests.benchmarks.harness import FULL, QUICK

SECTIONS = (
    random_play.section,
)  # fmt: skip


def main(
    json_file: Annotated[Path, typer.Option("--json", metavar="FILE", help="Where the figures go.")] = Path(
        "bench.json"
    ),
    quick: Annotated[
        bool, typer.Option("--quick", help="Too short to mean anything: only to see that it runs.")
    ] = False,
) -> None:
    """Measure everything and print one table."""
    effort = QUICK if quick else FULL
    try:
        sections = [section(effort) for section in SECTIONS]
    except ModuleNotFoundError as error:
        sys.exit(f"Error: {error.name} is not installed: pip install -e '.[bench]'")
    json_file.write_text(json.dumps(report.to_json(sections, effort), indent=2, ensure_ascii=False) + "\n")
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(report.table(sections))
    console.print(f"Figures and rates: {json_file}")


if __name__ == "__main__":
    typer.run(main)
