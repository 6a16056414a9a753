"""`referee doctor`"""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table

from referee.cli.arguments import AsJson, examples, print_json
from referee.sandbox import Level
from referee.sandbox.choice import runtimes
from referee.sandbox.probe import Check, missing, probe, python_bots

EXAMPLES = examples("referee doctor", "referee doctor --json")


def doctor(as_json: AsJson = False) -> None:
    """Try what the sandbox needs on this host, and say what is missing and how to mend it.

    The exit code is 0 if strangers' bots can be played here, 1 if not.
    """
    checks = [*probe(runtimes()), python_bots(runtimes())]
    best = _best(checks)
    if as_json:
        print_json({"level": best, "checks": [_as_json(check) for check in checks]})
    else:
        _print_table(checks, best)
    if best is None or best < Level.STANDARD:
        raise typer.Exit(1)


def _best(checks: list[Check]) -> Level | None:
    levels = [level for level in Level if not missing(checks, level)]
    return max(levels, default=None)


def _as_json(check: Check) -> dict[str, object]:
    facts = {"name": check.name, "level": check.level, "ok": check.is_ok, "detail": check.detail}
    return facts if check.is_ok else {**facts, "mend": check.mend}


def _print_table(checks: list[Check], best: Level | None) -> None:
    console = Console()
    table = Table("", "what", "for level", "found", box=None, pad_edge=False)
    for check in checks:
        sign = "[green]ok[/green]" if check.is_ok else "[red]missing[/red]"
        table.add_row(sign, check.name, check.level, check.detail)
    console.print(table)
    broken = [check for check in checks if not check.is_ok]
    for check in broken:
        console.print(f"\nTo mend [bold]{check.name}[/bold]:", highlight=False)
        console.print(f"  {check.mend}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"\n{_verdict(best)}", highlight=False)


def _verdict(best: Level | None) -> str:
    if best is None:
        return "No bot can be run on this host."
    if best < Level.STANDARD:
        return "The best level here is none: for your own bots only."
    return f"The best level here is {best}: strangers' bots can be played."
