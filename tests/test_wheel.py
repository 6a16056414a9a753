"""The package as pip builds it: what it needs beside its code is in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "referee", "arena", "proto", "sample_bots")
BUILD = "from setuptools import build_meta; build_meta.build_wheel('wheels')"
OUTPUTS = shutil.ignore_patterns(
    "__pycache__", ".built", "target", "node_modules", "bin", "build", "dist", "generated", "*.egg-info"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel holds, unpacked. One sample bot is built before: that must not show."""
    source = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=OUTPUTS)
        else:
            shutil.copy(ROOT / name, source / name)
    for output in ("target/deep/thing.o", "bin/bot", "minimal/bin/bot"):
        (source / "sample_bots/rust" / output).parent.mkdir(parents=True, exist_ok=True)
        (source / "sample_bots/rust" / output).touch()
    subprocess.run([sys.executable, "-c", BUILD], cwd=source, check=True, capture_output=True)
    (wheel,) = (source / "wheels").glob("*.whl")
    unpacked = tmp_path_factory.mktemp("installed")
    ZipFile(wheel).extractall(unpacked)
    return unpacked


@pytest.mark.slow
def test_new_bots_start_from_an_installed_package_too(installed: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee.cli", "new-bot", "my-bot", "--language", "rust"]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    made = {path.relative_to(tmp_path / "my-bot").as_posix() for path in (tmp_path / "my-bot").rglob("*")}
    assert {".gitignore", "Cargo.lock", "src/main.rs", "minimal/main.rs", "proto/bothy/v1/bot.proto"} <= made


@pytest.mark.slow
def test_a_wheel_has_every_source_of_the_sample_bots_and_nothing_that_was_built(installed: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "sample_bots/*/*"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    packed = [path.relative_to(installed).as_posix() for path in installed.glob("sample_bots/*/**/*") if path.is_file()]
    assert sorted(packed) == sorted(listed)


@pytest.mark.slow
def test_a_wheel_has_the_starter_kit_and_the_guides(installed: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "arena/courses/starter"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    assert len(listed) == 4
    for path in (*listed, "arena/courses/TEACHING.md", "sample_bots/CONTESTING.md", "arena/web/static/inline.js"):
        assert (installed / path).is_file()
