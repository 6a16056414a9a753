from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.redis_server import start_redis, url_of
from tests.web.duel import Played, fill, known
from tests.web.sites import Site


@pytest.fixture(scope="session")
def valkey() -> Iterator[str]:
    """A Redis for all tests of a process."""
    folder = short_folder()
    server = start_redis(folder / "redis", folder / "redis.sock", folder / "redis.log")
    yield url_of(folder / "redis.sock")
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def root() -> Iterator[Path]:
    folder = short_folder()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def kept() -> Iterator[Path]:
    """Homes that tests begin with, made once: copying a database is faster than making one."""
    folder = short_folder()
    for name, do in {"empty": lambda site: site, "played": fill}.items():
        do(Site.at(folder / name))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def site(root: Path, valkey: str, kept: Path) -> Site:
    """An arena in which nothing has happened, and whose limits nobody has used up."""
    return _copied(kept / "empty", root, valkey)


@pytest.fixture
def played(root: Path, valkey: str, kept: Path) -> Played:
    """One in which two have met."""
    return known(_copied(kept / "played", root, valkey))


def _copied(kept: Path, root: Path, valkey: str) -> Site:
    shutil.copytree(kept, root, dirs_exist_ok=True)
    site = Site.at(root, valkey)
    site.app.state.limiter.forget()
    return site


def short_folder() -> Path:
    """Sockets need short paths."""
    return Path(tempfile.mkdtemp(prefix="bw-", dir="/tmp"))
