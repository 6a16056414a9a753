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

from tests.benchmarks import (
    compiled_rules,
    memory,
    one_table,
    random_play,
    refit,
    report,
    round_robin,
    standings_page,
    whole_match,
)
from tests.benchmarks.harness import FULL, QUICK

SECTIONS = {
    "random": random_play.section,
    "compiled": compiled_rules.section,
    "table": one_table.section,
    "match": whole_match.section,
    "tournament": round_robin.section,
    "refit": refit.section,
    "page": standings_page.section,
    "memory": memory.section,
}


def main(
    json_file: Annotated[Path, typer.Option("--json", metavar="FILE", help="Where the figures go.")] = Path(
        "bench.json"
    ),
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="SECTION", help=f"Any of: {', '.join(SECTIONS)}.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Too short to mean anything: only to see that it runs.")
    ] = False,
) -> None:
    """Measure everything, or some of it, and print one table."""
    for name in only or ():
        if name not in SECTIONS:
            sys.exit(f"Error: there is no section {name!r}; there are: {', '.join(SECTIONS)}")
    effort = QUICK if quick else FULL
    sections = []
    try:
        for name in only or SECTIONS:
            print(f"measuring: {name}", file=sys.stderr)
            sections.append(SECTIONS[name](effort))
    except report.PeerMissing as error:
        sys.exit(f"Error: {error}")
    except ModuleNotFoundError as error:
        sys.exit(f"Error: {error.name} is not installed: pip install -e '.[bench]'")
    json_file.write_text(json.dumps(report.to_json(sections, effort), indent=2, ensure_ascii=False) + "\n")
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(report.table(sections))
    console.print(f"Figures and rates: {json_file}")


if __name__ == "__main__":
    typer.run(main)
