"""`referee doctor` tries this host for real, and one that lacks bubblewrap."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.sandbox import Level, choose
from referee.sandbox.programs import host_program

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_orphans")]

REFEREE = [sys.executable, "-m", "referee.cli"]


def hiding(program: str) -> list[str]:
    """Comes before a command that is not to find this program."""
    own = [host_program("bwrap"), "--die-with-parent", "--dev-bind", "/", "/"]
    return [*own, "--ro-bind", "/dev/null", host_program(program), "--"]


def referee(*words: str, without: str | None = None) -> subprocess.CompletedProcess[str]:
    """A command of the referee's, if need be where a program of the host is hidden."""
    hidden = [] if without is None else hiding(without)
    return subprocess.run([*hidden, *REFEREE, *words], capture_output=True, text=True, timeout=300)


def test_the_doctor_says_what_works_here() -> None:
    done = referee("doctor", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert told["level"] == str(choose().level)
    assert {check["name"] for check in told["checks"] if check["level"] == "standard"} >= {
        "bubblewrap", "a seccomp filter", "the sandbox itself", "Python bots",
    }  # fmt: skip
    assert all(check["ok"] for check in told["checks"] if check["level"] <= Level.STANDARD)


def test_the_doctor_prints_the_command_that_mends_what_is_missing() -> None:
    done = referee("doctor", without="bwrap")
    assert done.returncode == 1
    assert "missing  bubblewrap" in done.stdout
    for name in ("bubblewrap", "the sandbox itself", "Python bots"):
        assert f"To mend {name}:\n  apt-get install bubblewrap\n" in done.stdout
    assert "The best level here is none: for your own bots only." in done.stdout


def test_no_bot_runs_without_a_sandbox_unless_that_is_asked_for() -> None:
    command = ["play", "claim", "sample_bots/python-random", "sample_bots/python-random", "--blocks", "1"]
    done = referee(*command, without="bwrap")
    said = " ".join(done.stderr.split())
    assert done.returncode != 0
    assert "to mend it: apt-get install bubblewrap" in said
    assert "bots of your own can do without: --sandbox none" in said
    assert "Traceback" not in said
    assert "sandbox none" in referee(*command, "--sandbox", "none", without="bwrap").stdout


def test_a_service_without_a_sandbox_says_what_follows(tmp_path: Path) -> None:
    command = [*hiding("bwrap"), *REFEREE, "serve", "--socket", "r.sock"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as service:
        assert service.stderr is not None
        try:
            assert "No sandbox here, so uploaded bots are refused" in service.stderr.readline()
        finally:
            service.kill()
