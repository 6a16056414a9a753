"""The compiled wheel: built once, it holds the same sources, and the tests of the rules pass on it as they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.conftest import NOT_TESTED

ROOT = Path(__file__).parents[1]
BUILD = "from setuptools import build_meta; build_meta.build_wheel('wheels')"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
HEADER = Path(sysconfig.get_path("include")) / "Python.h"
TESTS = ("test_contract.py", "test_golden.py", "test_perft.py", "test_shuffle.py")

pytestmark = pytest.mark.slow


def build(source: Path, compiled: bool) -> Path:
    """The wheel that pip would build of the rules alone."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    shutil.copytree(ROOT / "referee", source / "referee", ignore=shutil.ignore_patterns("__pycache__"))
    (source / "proto" / "bothy").mkdir(parents=True)
    environment = {**os.environ, "BOTHY_COMPILED": "1" if compiled else ""}
    built = subprocess.run([sys.executable, "-c", BUILD], cwd=source, env=environment, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (source / "wheels").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mypyc", reason=f"{NOT_TESTED}the compiled rules: mypy is not installed")
    if shutil.which("cc") is None or not HEADER.exists():
        pytest.skip(f"{NOT_TESTED}the compiled rules: there is no C compiler, or no Python.h")
    return build(tmp_path_factory.mktemp("source"), compiled=True)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the wheel is found before the sources here."""
    unpacked = tmp_path_factory.mktemp("installed")
    ZipFile(wheel).extractall(unpacked)
    path = os.pathsep.join(map(str, (unpacked, ROOT, ROOT / "proto")))
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def test_the_busiest_rules_are_compiled_and_every_source_is_there_unchanged(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        compiled = {name.removesuffix(SUFFIX) + ".py" for name in names if name.endswith(SUFFIX) and "/" in name}
        sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "referee" / "games").rglob("*.py")}
        assert {f"referee/games/{game}/rules.py" for game in ("claim", "lords_of_scotland")} < compiled < sources
        assert all(packed.read(name) == (ROOT / name).read_bytes() for name in sources)


def test_the_rules_tests_pass_on_what_is_compiled(installed: dict[str, str]) -> None:
    """`-P`, so that nothing of this folder comes before the wheel."""
    python = [sys.executable, "-P"]
    where = "from referee.games.schotten_totten import turn; print(turn.__file__)"
    found = subprocess.run([*python, "-c", where], env=installed, check=True, capture_output=True, text=True)
    assert found.stdout.strip().endswith(SUFFIX)
    tests = [str(ROOT / "tests" / "games" / name) for name in TESTS]
    command = [*python, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    ran = subprocess.run(command, env=installed, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_without_being_asked_for_nothing_is_compiled(tmp_path: Path) -> None:
    wheel = build(tmp_path, compiled=False)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in ZipFile(wheel).namelist() if name.endswith(SUFFIX)]
