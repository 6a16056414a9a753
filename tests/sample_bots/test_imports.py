"""What the sample bots lean on: a contestant has no more than this."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SAMPLE_BOTS = Path(__file__).parents[2] / "sample_bots"
PYTHON_FILES = sorted(SAMPLE_BOTS.glob("*/*.py"))
OFFERED = ("bothy", "grpc", "referee.bot", "referee.games", "referee.practice")


@pytest.mark.parametrize("path", PYTHON_FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_sample_bot_imports_only_what_is_offered_to_bots(path: Path) -> None:
    own = {sibling.stem for sibling in path.parent.glob("*.py")}
    foreign = [name for name in imports_of(path) if name.split(".")[0] not in {*own, *sys.stdlib_module_names}]
    assert [name for name in foreign if not is_offered(name)] == []


def is_offered(name: str) -> bool:
    return any(f"{name}.".startswith(f"{offered}.") for offered in OFFERED)


def imports_of(path: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names
