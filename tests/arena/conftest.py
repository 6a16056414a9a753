from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.redis_server import start_redis, url_of
from tests.arena.arenas import Arena, kill, outcome, with_trio
from tests.arena.postgres import Postgres


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder with a short path, because there will be sockets in it. Nothing of a test outlives it."""
    folder = Path(tempfile.mkdtemp(prefix="bt-", dir="/tmp"))
    yield folder
    kill(Arena(folder, None).processes())  # type: ignore[arg-type]  # of a test that failed
    _remove(folder)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="bt-pg-", dir="/tmp"))
    server = Postgres(folder)
    server.start()
    yield server
    server.crash()  # nobody needs its data any more
    _remove(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, root: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{root}/arena.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def arena(root: Path, database: str) -> Arena:
    return Arena.at(root, database)


@pytest.fixture
def redis_url(root: Path) -> Iterator[str]:
    """A Redis that is there for one test."""
    server = start_redis(root / "redis", root / "redis.sock", root / "redis.log")
    yield url_of(root / "redis.sock")
    server.stop()


@pytest.fixture(scope="session")
def undisturbed() -> Iterator[dict[str, str]]:
    """What a round robin gives that one worker plays and nobody disturbs."""
    folder = Path(tempfile.mkdtemp(prefix="bt-", dir="/tmp"))
    arena = with_trio(Arena.at(folder))
    arena.run("cup", workers=1)
    yield outcome(arena)
    _remove(folder)


def _remove(folder: Path) -> None:
    """With the packages that a referee holds: their folders are read-only, and we may not be root."""
    for path in folder.glob("**/held/**/"):
        path.chmod(0o755)
    shutil.rmtree(folder, ignore_errors=True)
