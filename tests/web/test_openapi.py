"""The API against its own description: requests made up from it are answered as it says."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode, checks
from schemathesis.schemas import APIOperation

from arena.accounts.roles import Role
from arena.web.api.routes import Limits
from tests.ladders.ladders import begin, play
from tests.web.conftest import short_folder
from tests.web.duel import fill
from tests.web.sites import Site

POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
EXAMPLES = 5
"""For each operation, each kind of request and each asker."""
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def open_site(valkey: str) -> Iterator[Site]:
    """An arena in which two have met, without limits."""
    root = short_folder()
    site = Site.at(root, valkey)
    fill(site)
    begin(site.settings.database)
    play(site.settings.database)
    site.app.state.limits = Limits(reads=10**6, writes=10**6)
    yield site
    shutil.rmtree(root, ignore_errors=True)


@pytest.mark.parametrize(("role", "mode"), [(None, POSITIVE), (Role.ADMIN, POSITIVE), (Role.ADMIN, NEGATIVE)])
def test_it_answers_as_it_is_described(open_site: Site, role: Role | None, mode: GenerationMode) -> None:
    token = None if role is None else open_site.token("root", role)
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", open_site.app)
    operations: list[APIOperation[Any, Any, Any, Any]] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 20
    for operation in operations:
        ask(operation, token, mode)


def ask(operation: APIOperation[Any, Any, Any, Any], token: str | None, mode: GenerationMode) -> None:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def try_one(case: Case[Any]) -> None:
        if case.headers:
            case.headers.pop("Authorization", None)
        case.call_and_validate(headers=headers, checks=CHECKS)

    try_one()
