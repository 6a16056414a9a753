from __future__ import annotations

import pytest

from referee.sandbox import Level, Sandbox, Unavailable, choose


@pytest.fixture(params=list(reversed(Level)), ids=str)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """A sandbox of every level that this host has."""
    try:
        return choose(request.param)
    except Unavailable as reason:
        pytest.skip(str(reason))
