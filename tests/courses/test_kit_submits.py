"""The kit's two ways to submit, against an arena that is really up: what it says, and where the token goes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from arena.cli.app import app
from arena.courses.enrolment import enrol, give_token, members_of
from arena.courses.roster import read_roster
from arena.courses.store import Wanted, add_assignment, add_course
from arena.db import upgrade, writing
from arena.leases import clock
from arena.models import VersionStatus
from arena.packages import keep_package
from arena.settings import ArenaError
from arena.store import add_version, owner_named
from arena.submissions import packed
from tests.arena_cli.commands import SAMPLES, SECONDS, Home

pytestmark = pytest.mark.slow
STUDENTS = ("anna", "bert", "cleo", "dora")
QUICK = {"startup_ms": 120_000, "grace_ms": 20_000, "bank_ms": 120_000}


@dataclass(frozen=True)
class Class:
    """A course on an arena that is up, and its students' tokens."""

    home: Home
    url: str
    tokens: Mapping[str, str]

    def kit(self, folder: Path, student: str, assignment: str = "cs101/hw1") -> Path:
        """As a student makes it: with an address and a token, and nothing else."""
        app(
            ["--server", self.url, "--token", self.tokens[student], "course", "kit", assignment, str(folder)],
            standalone_mode=False,
        )
        return folder


@pytest.fixture(scope="module")
def course() -> Iterator[Class]:
    """hw1 is open, for one a day; hw2 is late; hw3 is over."""
    home = Home(Path(tempfile.mkdtemp(prefix="ck-", dir="/tmp")))
    (home.folder / "home").mkdir()
    upgrade(home.database)
    tokens = set_up(home.database)
    arena = home.start("up", "--workers", 1, "--port", 0, "--json", ARENA_TRUST_BOTS="1")
    try:
        yield Class(home, url_of(arena), tokens)
    finally:
        arena.terminate()
        arena.communicate(timeout=SECONDS)
        for path in home.folder.glob("**/held/**/"):
            path.chmod(0o755)
        shutil.rmtree(home.folder, ignore_errors=True)


def set_up(url: str) -> dict[str, str]:
    with writing(url) as session:
        data = packed(SAMPLES / "python-random")
        digest = sha256(data).hexdigest()
        keep_package(session, digest, data)
        version, _ = add_version(session, owner_named(session, "local"), "python-random", digest, ["claim"])
        version.status = VersionStatus.ACTIVE
        session.add(version)
        made = add_course(session, "cs101", pseudonyms=True)
        enrol(
            session, made, read_roster("\n".join(["student_id,name", *(f"{one},{one}" for one in STUDENTS)]).encode())
        )
        now = clock(session)
        for key, deadline, late in (("hw1", 24.0, 0.0), ("hw2", -1.0, 48.0), ("hw3", -2.0, 1.0)):
            wanted = Wanted(
                "claim",
                now - timedelta(days=3),
                now + timedelta(hours=deadline),
                late_hours=late,
                late_percent_per_day=10,
                quota=1,
                failed_quota=1,
                blocks=2,
                clock=QUICK,
                baselines=("python-random",),
                thresholds=[{"baseline": "python-random", "score": 0.0, "points": 5}],
            )
            add_assignment(session, made, key, wanted)
        return {one.student_id: give_token(session, made, one) or "" for one in members_of(session, made)}


def url_of(arena: subprocess.Popen[str]) -> str:
    assert arena.stdout is not None
    told = ""
    while not told.endswith("}\n"):
        line = arena.stdout.readline()
        assert line, arena.stderr.read() if arena.stderr else ""
        told += line
    return str(json.loads(told)["url"])


def plain_environment(**given: str) -> dict[str, str]:
    """Of a machine that knows nothing of Bothy. A place for the interpreter's own name: `python`."""
    names = Path(tempfile.mkdtemp(prefix="py-", dir=given["HOME"]))
    (names / "python").symlink_to(sys.executable)
    return {"PATH": f"{names}:{os.environ['PATH']}", "LOOK_SECONDS": "0.2", **given}


def submitted(kit: Path, home: Path, token: str, **given: str) -> subprocess.CompletedProcess[str]:
    environment = plain_environment(HOME=str(home), ARENA_TOKEN=token, **given)
    return subprocess.run(
        ["python", "submit.py"], cwd=kit, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def steps_of(kit: Path) -> list[dict[str, Any]]:
    """The CI file's own, in their order."""
    workflow = yaml.safe_load((kit / ".github" / "workflows" / "submit.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    steps: list[dict[str, Any]] = job["steps"]
    return steps


def filled_in(environment: Mapping[str, str], secrets: Mapping[str, str]) -> dict[str, str]:
    """What GitHub puts in: a secret, and nothing for a variable that is not set."""
    known = {f"${{{{ secrets.{name} }}}}": value for name, value in secrets.items()}
    return {name: known.get(text, "") for name, text in environment.items()}


def test_ci_submits_a_good_bot_and_shows_the_token_to_nobody(course: Class, tmp_path: Path) -> None:
    """The CI file's steps as they are written, in a clean copy of the kit; meanwhile every command line is read."""
    kit, token = course.kit(tmp_path / "hw1", "anna"), course.tokens["anna"]
    runs = [step for step in steps_of(kit) if "run" in step]
    assert [step["run"] for step in runs] == ["python submit.py"]
    environment = plain_environment(HOME=str(tmp_path), **filled_in(runs[0]["env"], {"ARENA_TOKEN": token}))
    assert (environment["ARENA_TOKEN"], environment["ARENA_SERVER"]) == (token, "")
    process = subprocess.Popen(
        ["bash", "-e", "-c", runs[0]["run"]],
        cwd=kit,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    seen = set()
    while process.poll() is None:
        seen |= command_lines()
        time.sleep(0.02)
    out = process.communicate()[0]
    assert process.returncode == 0, out
    assert any("submit.py" in line for line in seen)
    assert not any(token in line for line in seen)
    assert out.startswith("Submitted to cs101/hw1 as number ")
    assert "passed  " in out
    assert " of 5 points: beats python-random@1 by more than 0.0%; " in out
    kept = json.loads((kit / "results.json").read_text(encoding="utf-8"))
    assert kept["extra_data"]["pending"] is False
    assert kept["tests"][0]["max_score"] == 5
    assert token not in out
    for path in (*kit.rglob("*"), *course.home.folder.rglob("*.log")):
        assert not path.is_file() or token.encode() not in path.read_bytes(), path


def test_the_same_bot_again_takes_no_slot_and_another_has_to_wait(course: Class, tmp_path: Path) -> None:
    kit = course.kit(tmp_path / "hw1", "dora")
    first = submitted(kit, tmp_path, course.tokens["dora"])
    assert first.returncode == 0, first.stderr
    again = submitted(kit, tmp_path, course.tokens["dora"])
    assert (again.returncode, again.stdout) == (0, first.stdout)
    (kit / "my-bot" / "more.txt").write_text("another version")
    over = submitted(kit, tmp_path, course.tokens["dora"])
    assert (over.returncode, over.stdout) == (2, "")
    assert "has no free slot" in over.stderr
    assert "the next slot is free at " in over.stderr


def test_a_broken_bot_is_refused_with_what_it_printed(course: Class, tmp_path: Path) -> None:
    kit = course.kit(tmp_path / "hw1", "bert")
    (kit / "my-bot" / "bot.py").write_text("print('my last words')\nraise SystemExit(3)\n")
    done = submitted(kit, tmp_path, course.tokens["bert"])
    assert done.returncode == 1, done.stderr
    assert "FAILED  " in done.stdout
    assert "my last words" in done.stdout
    assert not (kit / "results.json").exists()


def test_a_late_bot_loses_its_percent_and_one_that_is_too_late_is_not_taken(course: Class, tmp_path: Path) -> None:
    kit = course.kit(tmp_path / "hw2", "cleo", "cs101/hw2")
    late = submitted(kit, tmp_path, course.tokens["cleo"])
    assert late.returncode == 0, late.stderr
    assert "It was late: 10 percent are taken off." in late.stdout
    over = submitted(course.kit(tmp_path / "hw3", "cleo", "cs101/hw3"), tmp_path, course.tokens["cleo"])
    assert (over.returncode, over.stdout) == (2, "")
    assert "cs101/hw3 is over since " in over.stderr


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("", "there is no token: set ARENA_TOKEN"),
        ("bothy_0_0", "this token is not good"),
        ("nonsense ☃", "what ARENA_TOKEN holds is no token"),
    ],
)
def test_a_token_that_is_none_is_a_sentence(course: Class, tmp_path: Path, token: str, sentence: str) -> None:
    kit = course.kit(tmp_path / "hw1", "anna")
    done = submitted(kit, tmp_path, token)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_kit_is_for_those_who_take_part(course: Class, tmp_path: Path) -> None:
    for words in (["--server", course.url], ["--server", course.url, "--token", "bothy_0_0"]):
        with pytest.raises(ArenaError):
            app([*words, "course", "kit", "cs101/hw1", str(tmp_path / "kit")], standalone_mode=False)
    assert not (tmp_path / "kit").exists()


def test_ones_own_results_come_from_afar_and_nobody_elses(
    course: Class, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--server", course.url, "--token", course.tokens["bert"], "course", "results", "cs101/hw2", "--json"]
    app(words, standalone_mode=False)
    assert json.loads(capsys.readouterr().out)["extra_data"] == {"bot": None, "submission": None, "pending": False}
    app([*words[:-1], "--team", "somebody-else", "--json"], standalone_mode=False)
    assert json.loads(capsys.readouterr().out)["extra_data"]["bot"] is None, "who is no admin gets their own"


# --- what goes over the wire -------------------------------------------------------------------


class Recorder(BaseHTTPRequestHandler):
    """Writes down what it is asked, and answers as its server says."""

    def do_POST(self) -> None:
        server: Any = self.server
        server.asked.append((self.requestline, dict(self.headers)))
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(server.answer)
        if server.location:
            self.send_header("Location", server.location)
        self.end_headers()

    do_GET = do_POST  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def recorders() -> Iterator[list[Any]]:
    servers: list[Any] = [HTTPServer(("127.0.0.1", 0), Recorder) for _ in range(2)]
    for server in servers:
        server.asked, server.answer, server.location = [], 401, ""
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield servers
    for server in servers:
        server.shutdown()
        server.server_close()


def test_the_token_is_in_one_header_and_follows_no_redirect(
    course: Class, tmp_path: Path, recorders: list[Any]
) -> None:
    kit, token = course.kit(tmp_path / "hw1", "anna"), course.tokens["anna"]
    here, elsewhere = recorders
    here.answer, here.location = 302, f"http://127.0.0.1:{elsewhere.server_port}/steal"
    done = submitted(kit, tmp_path, token, ARENA_SERVER=f"http://127.0.0.1:{here.server_port}/")
    assert done.returncode == 2
    assert elsewhere.asked == []
    ((line, headers),) = here.asked
    assert line == "POST /api/v1/submissions?assignment=cs101%2Fhw1 HTTP/1.1"
    assert [name for name, value in headers.items() if token in value] == ["Authorization"]
    assert token not in done.stdout + done.stderr


def test_an_arena_that_does_not_answer_is_a_sentence(course: Class, tmp_path: Path) -> None:
    kit = course.kit(tmp_path / "hw1", "anna")
    done = submitted(kit, tmp_path, "bothy_0_0", ARENA_SERVER="http://127.0.0.1:1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("submit.py: no arena answers: ")


def command_lines() -> set[str]:
    """Of every process there is, as anybody on the machine can read them."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.add(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue  # it has ended
    return found
