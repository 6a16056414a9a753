"""Every command line in the documentation is one that the commands take, and the tour of the README works."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
import typer

from arena.cli.app import app as arena
from referee.cli.app import app as referee
from tests.docs.pages import BUILT, ROOT, blocks, blocks_of

APPS = {"referee": referee, "arena": arena}
OTHERS = ("cd", "git", "export", "read", "unset", "uv")
"""What else a user may be told to type; not ours to test."""


@dataclass(frozen=True)
class Line:
    page: Path
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {' '.join(self.words)}"


def lines() -> list[Line]:
    typed = [(block.page, line) for block in blocks("sh") for line in block.text.splitlines()]
    found = [Line(page, tuple(shlex.split(line, comments=True))) for page, line in typed]
    return [line for line in found if line.words]


def program(line: Line) -> str:
    return line.words[0].removeprefix(".venv/bin/")


every_line = pytest.mark.parametrize("line", lines(), ids=lambda line: line.name)


@every_line
def test_every_program_in_the_documentation_is_known(line: Line) -> None:
    assert program(line) in (*APPS, *OTHERS, "make", "python")


@pytest.mark.parametrize("line", [one for one in lines() if program(one) in APPS], ids=lambda line: line.name)
def test_every_command_line_is_taken(line: Line) -> None:
    """Parsed down to the last argument, but not run."""
    command: Any = typer.main.get_command(APPS[program(line)])
    context, arguments = command.make_context(program(line), list(line.words[1:])), list(line.words[1:])
    name, chosen, rest = command.resolve_command(context, arguments)
    chosen.make_context(name, rest, parent=context)


@pytest.mark.parametrize("line", [one for one in lines() if program(one) == "make"], ids=lambda line: line.name)
def test_every_make_target_is_there(line: Line) -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(line.words[1:]) <= set(targets)


@pytest.mark.parametrize("line", [one for one in lines() if program(one) == "python"], ids=lambda line: line.name)
def test_every_python_module_is_there(line: Line) -> None:
    if line.words[1:] == ("submit.py",):  # of the starter kit
        assert (ROOT / "arena" / "courses" / "starter" / "submit.py").is_file()
        return
    assert line.words[1] == "-m"
    module = ROOT / line.words[2].replace(".", "/")
    assert module.with_suffix(".py").exists() or (module / "__main__.py").exists() or line.words[2] == "pytest"


@pytest.mark.slow
def test_the_tour_of_the_readme_works_as_it_is_typed(tmp_path: Path) -> None:
    """In a folder that has the sample bots and nothing else."""
    copytree(ROOT / "sample_bots", tmp_path / "sample_bots", ignore=ignore_patterns(*BUILT))
    tour = "".join(block.text for block in blocks_of(ROOT / "README.md") if block.role == "tour")
    assert "referee play" in tour
    assert "referee verify" in tour
    scripts = tmp_path / "bin"
    scripts.mkdir()
    for name in APPS:
        script = scripts / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from {name}.cli import main; main()" "$@"\n')
        script.chmod(0o755)
    done = subprocess.run(
        ["bash", "-euc", tour],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "files are true" in done.stdout
    assert "is ready to play" in done.stdout
