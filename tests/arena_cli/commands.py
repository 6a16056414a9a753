"""Runs `arena` as a user does: in a process of its own, with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sample_bots

ARENA = (sys.executable, "-m", "arena.cli")
SAMPLES = Path(next(iter(sample_bots.__path__)))
SECONDS = 240
"""Nothing takes so long, but a machine may be busy."""


@dataclass(frozen=True)
class Home:
    """An arena that keeps everything in one folder."""

    folder: Path

    def environment(self, **more: str) -> dict[str, str]:
        mine = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        # A folder of its own for sockets and the like, so that a test can see what is left behind.
        (self.folder / "tmp").mkdir(parents=True, exist_ok=True)
        given = {"ARENA_HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp"), "NO_COLOR": "1"}
        return {**mine, **given, "COLUMNS": "100", **more}

    def start(self, *arguments: object, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*ARENA, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=self.folder,
            env=self.environment(**environment),
        )

    def run(self, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments, **environment)
        out, err = process.communicate(timeout=SECONDS)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def output(self, *arguments: object, **environment: str) -> str:
        """What a command prints that must succeed."""
        done = self.run(*arguments, **environment)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    def json(self, *arguments: object, **environment: str) -> Any:
        return json.loads(self.output(*arguments, "--json", **environment))

    def complaint(self, *arguments: object, **environment: str) -> str:
        """The one sentence about a user's mistake."""
        done = self.run(*arguments, **environment)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert done.stderr.startswith("arena: ")
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr.removeprefix("arena: ").rstrip("\n")

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'home' / 'arena.db'}"
