from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.sandbox import Level, Sandbox, Unavailable, choose
from referee.sandbox.contained import StrictSandbox
from referee.sandbox.delegation import own_cgroup
from referee.sandbox.packages import PackageStore
from tests.sandbox.bots import made
from tests.sandbox.packages import SMALL


@pytest.fixture(params=list(reversed(Level)), ids=str)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """A sandbox of every level that this host has."""
    try:
        return choose(request.param)
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture
def cgroups() -> Iterator[Path]:
    """A cgroup of the tests' own beside those of everybody else, which it leaves alone."""
    own = own_cgroup()
    if own is None:
        pytest.skip("this host has no cgroup v2")
    folder = own / f"bothy-tests-{os.getpid()}"
    try:
        folder.mkdir()
    except OSError as error:
        pytest.skip(f"no cgroup can be made in {own}: {error.strerror}")
    yield folder
    assert made(folder) == []
    folder.rmdir()


@pytest.fixture
def strict(cgroups: Path) -> StrictSandbox:
    return StrictSandbox(cgroups)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where an archive is unpacked; whatever happens, nothing may come to lie outside."""
    inside = tmp_path / "outer" / "inside"
    inside.mkdir(parents=True)
    yield inside
    assert os.listdir(inside.parent) == ["inside"]
    assert os.listdir(tmp_path) == ["outer"]


@pytest.fixture
def store(tmp_path: Path) -> PackageStore:
    return PackageStore(tmp_path / "packages", SMALL)


@pytest.fixture
def standard() -> Sandbox:
    return choose(Level.STANDARD)
