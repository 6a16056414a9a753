"""What all tests share."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.sandbox import keeper, proc
from referee.sandbox.marks import REFEREE

NOT_TESTED = "NOT TESTED: "
"""How the reason begins of a test that was skipped though the project promises it: told at the end of the run."""
STARTS_PROCESSES = {
    "arena",
    "arena_cli",
    "benchmarks",
    "browser",
    "cli",
    "docs",
    "e2e",
    "ladders",
    "sample_bots",
    "sandbox",
    "web",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start processes are slow: `make test-unit` leaves them out."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in STARTS_PROCESSES:
            item.add_marker(pytest.mark.slow)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What could not be tested here is never passed over in silence."""
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    found = sorted({reason[reason.index(NOT_TESTED) :].rstrip("')") for reason in reasons if NOT_TESTED in reason})
    if found:
        terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
    for reason in found:
        terminalreporter.write_line(reason, red=True)


@pytest.fixture(autouse=True)
def buried(request: pytest.FixtureRequest) -> None:
    """What earlier tests' referees left for this process to adopt is seen off first: it is not the next test's."""
    if request.node.get_closest_marker("slow") is None:
        return
    deadline = time.monotonic() + 5
    while adopted_keepers() and time.monotonic() < deadline:
        time.sleep(0.01)
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def adopted_keepers() -> list[int]:
    """Keepers of referees that are gone: they end soon."""
    own = keeper._ours[1].pid if keeper._ours is not None else 0
    return [pid for pid in own_children() - {own} if b"keeper.py" in command_of(pid)]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def no_orphans() -> Iterator[None]:
    """For tests that run a referee as a process: whatever outlives it is adopted by this one, and must end soon."""
    proc.adopt_orphans()
    keeper.ensure_keeper(REFEREE)  # our own, which stays
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
