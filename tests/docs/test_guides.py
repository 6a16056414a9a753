"""The teacher's guide and the contestant's guide, followed to the letter from a clean start: an empty folder with the
sample bots in it, a shell, and what the guides say. Only the port is another one, because 8000 may be taken.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from arena.courses.grading import evidence_of, highest_bound
from tests.docs.pages import BUILT, ROOT, blocks_of
from tests.docs.test_commands import APPS

TEACHING = ROOT / "arena" / "courses" / "TEACHING.md"
CONTESTING = ROOT / "sample_bots" / "CONTESTING.md"
SECONDS = 900
"""Nothing takes so long, but a machine may be busy."""


@dataclass(frozen=True)
class Desk:
    """Somebody's folder, and a shell in it."""

    folder: Path
    home: Path
    port: int

    def typed(self, page: Path, *roles: str) -> str:
        """What stands in the guide's blocks of these roles, one after the other."""
        text = "".join(block.text for block in blocks_of(page) if block.language == "sh" and block.role in roles)
        assert all(any(block.role == role for block in blocks_of(page)) for role in roles)
        return text.replace("8000", str(self.port))

    def start(self, script: str) -> subprocess.Popen[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        path = f"{self.home / 'bin'}:{os.environ['PATH']}"
        temporary = self.home / "tmp"
        temporary.mkdir(exist_ok=True)
        return subprocess.Popen(
            ["bash", "-euc", script],
            cwd=self.folder,
            env=environment | {"PATH": path, "HOME": str(self.home), "TMPDIR": str(temporary), "NO_COLOR": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def follow(self, page: Path, *roles: str, stdin: str = "") -> str:
        process = self.start(self.typed(page, *roles))
        out, _ = process.communicate(stdin, timeout=SECONDS)
        assert process.returncode == 0, out
        return out


@pytest.fixture
def desks() -> Iterator[tuple[Desk, Desk]]:
    """The teacher's and a student's."""
    home = Path(tempfile.mkdtemp(prefix="gd-", dir="/tmp"))
    (home / "bin").mkdir()
    for name in APPS:
        script = home / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from {name}.cli import main; main()" "$@"\n')
        script.chmod(0o755)
    (home / "bin" / "python").symlink_to(sys.executable)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for name in ("teacher", "student"):
        (home / name).mkdir()
    shutil.copytree(ROOT / "sample_bots", home / "teacher" / "sample_bots", ignore=shutil.ignore_patterns(*BUILT))
    yield Desk(home / "teacher", home, port), Desk(home / "student", home, port)
    for path in home.glob("**/held/**/"):
        path.chmod(0o755)
    shutil.rmtree(home, ignore_errors=True)


def until_up(arena: subprocess.Popen[str], port: int) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        assert arena.poll() is None, arena.communicate()[0]
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz").is_success:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise AssertionError("the arena did not come up")


@pytest.mark.slow
def test_both_guides_lead_from_an_empty_folder_to_grades_and_a_final(desks: tuple[Desk, Desk]) -> None:
    teacher, student = desks
    (roster,) = [block.text for block in blocks_of(TEACHING) if block.role == "roster.csv"]
    (teacher.folder / "roster.csv").write_text(roster, encoding="utf-8")
    arena = teacher.start("exec " + teacher.typed(TEACHING, "serve"))
    try:
        until_up(arena, teacher.port)
        set_up = teacher.follow(TEACHING, "set-up")
        assert "3 students are new" in set_up
        assert "kit is ready" in set_up
        tokens = {row["student_id"]: row for row in _rows(teacher.folder / "tokens.csv")}
        assert (teacher.folder / "tokens.csv").stat().st_mode & 0o077 == 0

        zoe = tokens["17-001"]["token"]
        told = student.follow(CONTESTING, "start", "improve", "submit", "look", stdin=f"{zoe}\n")
        assert "Submitted to cs101/hw1 as number 1." in told
        assert " of 6 points: beats python-random@1 by more than 50.0%" in told
        assert zoe not in told
        lee = student.typed(CONTESTING, "start", "submit").replace("hw1 hw1", "hw1 hw2").replace("cd hw1", "cd hw2")
        process = student.start(lee)
        assert "Submitted to cs101/hw1" in process.communicate(tokens["17-002"]["token"] + "\n", timeout=SECONDS)[0]
        assert process.returncode == 0

        graded = teacher.follow(TEACHING, "grade")
        assert "hw1.csv has the points of 3 students." in graded
        assert "cs101 hw1 final is planned: 2 bots, round-robin." in graded
        assert "Zoë Müller" in graded.split("cs101 hw1 final is planned")[1], "revealed"
    finally:
        arena.terminate()
        arena.communicate(timeout=SECONDS)
    rows = {row["student_id"]: row for row in _rows(teacher.folder / "hw1.csv")}
    assert rows["17-001"]["name"] == "Zoë Müller"
    assert {row["pending"] for row in rows.values()} == {"no"}
    assert {row["blocks python-greedy@1"] for row in rows.values()} == {"40"}
    assert rows["17-002"]["points"] == rows["17-003"]["points"], "one team"
    results = [json.loads(path.read_text(encoding="utf-8")) for path in (teacher.folder / "hw1").iterdir()]
    assert sorted(one["score"] for one in results) == sorted(float(rows[one]["points"]) for one in ("17-001", "17-002"))


def test_the_guides_table_of_lower_ends_is_what_the_grading_computes() -> None:
    text = TEACHING.read_text(encoding="utf-8")
    for blocks in (20, 40, 100, 400):
        shared = evidence_of([1.0, 1.0, 1.0, 0.5] * (blocks // 4), blocks)
        assert shared.score == 0.875
        assert f"| {blocks} | {highest_bound(blocks) * 100:.1f} % | {shared.low * 100:.1f} % |" in text


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
