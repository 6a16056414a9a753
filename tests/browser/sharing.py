"""One arena for all the processes that test at once: the first opens it, the last closes it."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.arena.arenas import Arena, kill
from tests.browser.site import Site, opened, remove


@contextmanager
def shared_site() -> Iterator[Site]:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:8]
    root = Path(f"/tmp/bt-{run}")  # short, because there will be sockets in it
    site = _enter(root)
    try:
        yield site
    finally:
        _leave(root, site)


def _enter(root: Path) -> Site:
    with _alone(root):
        known = _known(root)
        if known is None:
            site, users = _opened_whole(root), 1
        else:
            site, users = Site(Arena.at(root), known["url"], known["pid"]), known["users"] + 1
        _write(root, site, users)
        return site


def _leave(root: Path, site: Site) -> None:
    with _alone(root):
        known = _known(root)
        assert known is not None
        if known["users"] > 1:
            _write(root, site, known["users"] - 1)
            return
        try:
            site.stop()
        finally:
            kill(site.arena.processes())
            remove(root)
            _lock(root).unlink()


def _opened_whole(root: Path) -> Site:
    """Or not at all."""
    try:
        return opened(root)
    except BaseException:
        kill(Arena.at(root).processes())
        remove(root)
        raise


def _known(root: Path) -> dict[str, Any] | None:
    file = root / "site.json"
    return json.loads(file.read_text()) if file.exists() else None


def _write(root: Path, site: Site, users: int) -> None:
    (root / "site.json").write_text(json.dumps({"url": site.url, "pid": site.pid, "users": users}))


def _lock(root: Path) -> Path:
    return root.with_suffix(".lock")


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    with _lock(root).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
