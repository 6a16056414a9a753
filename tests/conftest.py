"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

STARTS_PROCESSES = {"arena", "arena_cli", "benchmarks", "browser", "cli", "docs", "e2e", "sample_bots", "sandbox"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start processes are slow: `make test-unit` leaves them out."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in STARTS_PROCESSES:
            item.add_marker(pytest.mark.slow)
