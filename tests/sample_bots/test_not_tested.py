"""A language that this machine has no tools for is reported as not tested, never passed in silence, and fails in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns, which

import pytest

from tests.docs.pages import ROOT
from tests.sample_bots.languages import LANGUAGES, SAMPLE_BOTS, require_built, why_not_built

TOOLS = ("bash", "cat", "cut", "date", "env", "find", "id", "make", "mkdir", "rm", "sh", "sort", "tail", "touch", "tr")
"""What every machine with make has."""
BUILT = tuple(language for language in LANGUAGES if language != "python")
SESSION = """
from tests.sample_bots import languages

def test_a_bot_without_its_tools():
    languages.not_tested("the sample bot in cobol: it needs a mainframe")
"""


@pytest.fixture
def bare_machine(tmp_path: Path) -> Path:
    """Copies of the sample bots, unbuilt, and a PATH with the commonest tools only: not even apt-get."""
    leftovers = ("target", "node_modules", "bin", "build", "dist", "generated", ".built")
    copytree(SAMPLE_BOTS, tmp_path / "sample_bots", ignore=ignore_patterns(*leftovers))
    (tmp_path / "path").mkdir()
    for tool in TOOLS:
        found = which(tool)
        assert found is not None
        (tmp_path / "path" / tool).symlink_to(found)
    return tmp_path


def build(machine: Path, *goals: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(machine / "path"), "HOME": str(machine)}
    command = ["make", "--no-print-directory", "-C", str(machine / "sample_bots"), *goals]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_without_tools_every_language_says_what_it_needs(bare_machine: Path) -> None:
    done = build(bare_machine)
    assert done.returncode == 0, done.stderr
    for language in BUILT:
        reason = why_not_built(bare_machine / "sample_bots/.built" / language)
        assert reason.startswith("it needs "), language
        assert f"NOT BUILT: the sample bot in {language} needs" in done.stderr


def test_a_tool_that_is_too_old_does_not_count(bare_machine: Path) -> None:
    for tool, says in (("go", "go1.19.8"), ("protoc", "")):
        (bare_machine / "path" / tool).write_text(f"#!/bin/sh\necho {says}\n")
        (bare_machine / "path" / tool).chmod(0o755)
    assert build(bare_machine, ".built/go").returncode == 0
    assert "Go 1.24 or later" in why_not_built(bare_machine / "sample_bots/.built/go")


def test_it_is_tried_again_the_next_time(bare_machine: Path) -> None:
    assert all("NOT BUILT" in build(bare_machine, ".built/java").stderr for _ in range(2))


def test_a_build_that_fails_is_a_failure(bare_machine: Path) -> None:
    """Tools that are here and do not work are something else than tools that are not here."""
    for tool, says in (("node", "v20.0.0"), ("npm", ""), ("protoc", "")):
        (bare_machine / "path" / tool).write_text(f"#!/bin/sh\necho {says}\ntest -n '{says}'\n")
        (bare_machine / "path" / tool).chmod(0o755)
    assert build(bare_machine, ".built/typescript").returncode != 0
    assert not (bare_machine / "sample_bots/.built/typescript").exists()


@pytest.mark.parametrize("language", BUILT)
def test_every_language_but_python_is_skipped_without_its_stamp(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.sample_bots.languages.STAMPS", tmp_path)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=f"NOT TESTED: the sample bot in {language}: it is not built"):
        require_built(SAMPLE_BOTS / language / "minimal")


def session(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A run of pytest with a bot that cannot be tested."""
    (folder / "test_session.py").write_text(SESSION)
    (folder / "conftest.py").write_text("from tests.conftest import pytest_terminal_summary\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    inherited = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
    settings = {**inherited, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)


def test_what_was_not_tested_is_told_at_the_end_of_the_run(tmp_path: Path) -> None:
    done = session(tmp_path)
    assert done.returncode == 0, done.stdout
    assert "NOT TESTED: the sample bot in cobol: it needs a mainframe" in done.stdout


def test_ci_fails_if_a_language_could_not_be_tested(tmp_path: Path) -> None:
    done = session(tmp_path, CI="true")
    assert done.returncode == 1, done.stdout
    assert "NOT TESTED: the sample bot in cobol: it needs a mainframe" in done.stdout


def test_ci_says_that_it_is_ci() -> None:
    assert "export CI=true" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
