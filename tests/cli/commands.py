"""Runs `referee` as a user does: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

REFEREE = (sys.executable, "-m", "referee.cli")
ROOT = Path(__file__).parents[2]


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*REFEREE, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", **environment},
        check=False,
    )


def output(*arguments: object, **environment: str) -> str:
    """What a command prints that must succeed without a complaint."""
    done = run(*arguments, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def json_output(*arguments: object) -> Any:
    return json.loads(output(*arguments, "--json"))


def complaint(*arguments: object, **environment: str) -> str:
    """The one sentence about a user's mistake."""
    done = run(*arguments, **environment)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("referee: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.removeprefix("referee: ").rstrip("\n")
