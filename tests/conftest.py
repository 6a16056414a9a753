"""What all tests share."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.sandbox import proc
from referee.sandbox.keeper import ensure_keeper
from referee.sandbox.marks import REFEREE

STARTS_PROCESSES = {"arena", "arena_cli", "benchmarks", "browser", "cli", "docs", "e2e", "sample_bots", "sandbox"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start processes are slow: `make test-unit` leaves them out."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in STARTS_PROCESSES:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def no_orphans() -> Iterator[None]:
    """For tests that run a referee as a process: whatever outlives it is adopted by this one, and must end soon."""
    proc.adopt_orphans()
    ensure_keeper(REFEREE)  # our own, which stays
    before = own_children()
    yield
    deadline = time.monotonic() + 20
    while left := own_children() - before:
        assert time.monotonic() < deadline, left
        for pid in left:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.01)


def own_children() -> set[int]:
    return {one.pid for one in proc.processes().values() if one.parent == os.getpid()}
