"""A hand-in from a student's machine to its feedback: a real arena with its web, checker, worker, referee and Redis."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.arena.arenas import Arena, enter, until
from tests.web.conftest import short_folder

BOT = """
from referee.bot import Bot

class First(Bot):
    def choose(self, question):
        return 0

First().run()
"""
BROKEN = "raise SystemExit('my own mistake 4711')"
ROSTER = (
    "student_id,name,email,team\ns1,Zoë Lautenschläger,zoe@example.org,Team Γ\ns2,محمد,,Team Γ\ns3,Alone Person,,\n"
)
ROSTER += "s4,Ö,,Four\ns5,ñ,,Four\n"
SECONDS = 300
ARENA = [sys.executable, "-c", "from arena.cli import main; main()"]


@dataclass(frozen=True)
class School:
    arena: Arena
    url: str
    tokens: dict[str, str]

    def here(self, *words: str) -> Any:
        return _run(self.arena, *words)

    def afar(self, student: str, *words: str, code: int = 0) -> Any:
        return _run(self.arena, "--server", self.url, *words, token=self.tokens[student], code=code)

    def submit(self, student: str, program: str, code: int = 0, name: str = "mine") -> Any:
        folder = self.arena.root / "work" / student
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "bot.py").write_text(program)
        (folder / "bot.toml").write_text(f'name = "{name}"\ngames = ["claim"]\nrun = ["python3", "bot.py"]\n')
        return self.afar(student, "bot", "submit", str(folder), "--assignment", "cs101/hw1", code=code)

    def feedback(self, student: str, handin: int) -> Any:
        """When all is played."""
        deadline = time.monotonic() + SECONDS
        while (facts := self.afar(student, "course", "feedback", str(handin)))["progress"]["status"] != "done":
            assert time.monotonic() < deadline, facts
            time.sleep(1)
        return facts


def _run(arena: Arena, *words: str, token: str = "", code: int = 0) -> Any:
    """A command in a process of its own; its JSON, or what it complains of."""
    given = arena.environment | {"ARENA_TOKEN": token}
    command = [*ARENA, *words, "--json"]
    done = subprocess.run(command, env=given, cwd=arena.root, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout) if done.stdout else done.stderr


@pytest.fixture(scope="module")
def school() -> Iterator[School]:
    root = short_folder()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARENA_TRUST_BOTS", "1")
        yield from _school(root)
    for path in root.glob("**/held/**/"):
        path.chmod(0o755)
    shutil.rmtree(root, ignore_errors=True)


def _school(root: Path) -> Iterator[School]:
    arena = Arena.at(root)
    enter(arena, "raw")
    (root / "roster.csv").write_text(ROSTER)
    _run(arena, "course", "create", "cs101", "--timezone", "Europe/Zurich", "--pseudonyms")
    _run(arena, "course", "roster", "import", "cs101", "roster.csv")
    tokens = {one["student_id"]: one["token"] for one in _run(arena, "course", "tokens", "cs101")}
    clock = ["--clock", "startup=120s,grace=20s,bank=120s"]
    _run(arena, "course", "assignment", "create", "cs101/hw1", "--game", "claim", "--deadline", "2099-12-31 23:59",
         "--baselines", "raw", "--blocks", "3", "--quota", "3", "--failed-quota", "2", *clock)  # fmt: skip
    up = arena.start("up", "--port", "0", "--workers", "1", "--json")
    assert up.stdout is not None
    text = ""
    while not text.rstrip().endswith("}"):
        line = up.stdout.readline()
        assert line, (root / "command.log").read_text()
        text += line
    yield School(arena, json.loads(text)["url"], tokens)
    up.send_signal(signal.SIGTERM)
    up.communicate(timeout=60)
    until(lambda: not arena.processes())


@pytest.mark.slow
def test_a_hand_in_from_a_students_machine_to_its_feedback(school: School) -> None:
    (sent,) = school.submit("s1", BOT)
    assert sent["status"] == "accepted", sent
    seen = school.feedback("s2", sent["handin_id"])  # a member of the same team, by a token of their own

    # First itself, then the baseline, all of it by the referee.
    assert [(one["opponent"], one["blocks_done"], one["status"]) for one in seen["matches"]] == [
        ("itself", 1, "done"),
        ("raw@1", 3, "done"),
    ]
    itself, against = seen["matches"]
    assert itself["score"] is None
    assert len(itself["games"]) == 2
    assert len(against["games"]) == 6
    assert 0 <= against["score"] <= 1
    assert seen["faults"] == []
    assert all(step["passed"] for step in seen["steps"])

    # Its replays are its team's, and of the games against itself, too.
    for game in (itself["games"][0], against["games"][-1]):
        replay = json.loads(
            subprocess.run(
                [*ARENA, "--server", school.url, "replay", str(game)],
                env=school.arena.environment | {"ARENA_TOKEN": school.tokens["s1"]},
                capture_output=True, text=True, check=True, timeout=SECONDS,
            ).stdout
        )  # fmt: skip
        assert replay["result"]["termination"] == "normal"
    assert "there is no hand-in" in school.afar("s3", "course", "feedback", str(sent["handin_id"]), code=2)

    # The same again is the same hand-in, and takes no slot.
    (again,) = school.submit("s2", BOT)
    assert again["handin_id"] == sent["handin_id"]
    board = school.afar("s3", "course", "leaderboard", "cs101/hw1")
    assert [row["score"] for row in board["rows"]] == [against["score"]]
    assert board["rows"][0]["team"].startswith("cs101-")


@pytest.mark.slow
def test_a_broken_bot_is_refused_and_counted_apart(school: School) -> None:
    (first,) = school.submit("s3", BROKEN, code=1)
    (second,) = school.submit("s3", BROKEN + "  # and again", code=1)
    assert (first["status"], second["status"]) == ("refused", "refused")
    assert any("my own mistake 4711" in step["log"] for step in first["steps"])
    refused = school.submit("s3", BOT, code=2)
    assert "no free slot" in refused
    assert "2 that are refused" in refused

    # An admin sees why; nothing of it is played.
    own = school.afar("s3", "course", "submissions", "cs101/hw1")
    everybodys = {one["id"]: one for one in school.here("course", "submissions", "cs101/hw1")}
    assert [one["id"] for one in own] == [first["handin_id"], second["handin_id"]]
    assert [everybodys[one["id"]]["tournament_id"] for one in own] == [None, None]


@pytest.mark.slow
def test_a_revoked_token_hands_nothing_in(school: School) -> None:
    assert school.here("course", "revoke", "cs101", "s4") == {"student_id": "s4", "revoked": True}
    assert "token is not good" in school.submit("s4", BOT, code=2)
    (sent,) = school.submit("s5", BOT)
    assert sent["status"] == "accepted"
