"""Every address that can be looked at, as it is written in the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fastapi.routing import APIRoute

from arena.web import api, pages, watching


def looks() -> Iterator[str]:
    """But for those whose answers never end."""
    routes = [("", route) for router in (*pages.ROUTERS, watching.router) for route in router.routes]
    routes += [("/api/v1", route) for router in api.ROUTERS for route in router.routes]
    for before, route in routes:
        assert isinstance(route, APIRoute)
        if "GET" in (route.methods or ()) and not route.path.endswith("/live"):
            yield before + route.path


def filled_in(path: str, known: Mapping[str, object]) -> str:
    """1 for whatever is not known."""
    return re.sub(r"\{(\w+)\}", lambda found: str(known.get(found[1], 1)), path)
