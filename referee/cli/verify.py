"""`referee verify`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.arguments import AsJson, examples, print_json
from referee.games.base import GameError
from referee.replay import read_json
from referee.verify import Difference
from referee.verify import verify as verify_replay

EXAMPLES = examples("referee verify games/claim-000001.json", "referee verify games/*.json --json")


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Replay files.")],
    as_json: AsJson = False,
) -> None:
    """Replay games from their seeds and actions, and report the first difference in each file.

    The exit code is 0 if every file is true, 1 if not.
    """
    reports = []
    for path in files:
        report = _report(path)
        reports.append(report)
        if not as_json:
            print(f"{report['file']}: {report['message']}")
    true = sum(report["ok"] for report in reports)
    if as_json:
        print_json(reports)
    elif len(files) > 1:
        print(f"{true} of {len(files)} files are true")
    if true < len(files):
        raise typer.Exit(1)


def _report(path: Path) -> dict[str, Any]:
    try:
        verify_replay(read_json(path))
    except GameError as error:
        message = str(error).removeprefix(f"{path}: ")
        what, step = (error.what, error.step) if isinstance(error, Difference) else ("file", None)
        return {"file": str(path), "ok": False, "what": what, "step": step, "message": message}
    return {"file": str(path), "ok": True, "what": None, "step": None, "message": "ok"}
