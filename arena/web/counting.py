"""Counts requests, for Prometheus: by the route that answered, never by the address that was asked for."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

API = "/api/v1"
SECONDS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)


class Counts:
    """Of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter("bothy_http_requests", "Requests answered.", labels, registry=self.registry)
        self.seconds = Histogram(
            "bothy_http_request_seconds", "Until an answer began.", ("route",), buckets=SECONDS, registry=self.registry
        )


class Counting:
    def __init__(self, app: ASGIApp, counts: Counts) -> None:
        self._app = app
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._count(scope, message["status"], time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, counted)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route_of(scope)
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "DELETE", "PUT") else "other"
        self._counts.requests.labels(method, route, str(status)).inc()
        self._counts.seconds.labels(route).observe(seconds)


def _route_of(scope: Scope) -> str:
    """The route's path with its parameters unfilled. Some versions of FastAPI leave out what it was included under."""
    route: str = getattr(scope.get("route"), "path", "none")
    is_short = scope["path"].startswith(f"{API}/") and not route.startswith(API) and route != "none"
    return f"{API}{route}" if is_short else route
