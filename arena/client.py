"""Speaks to an arena elsewhere, through its JSON API. What it refuses is an ArenaError with its own sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx

from arena.settings import ArenaError

SECONDS = 60.0
PAGE = 200


class Client:
    def __init__(self, server: str, token: str = "") -> None:
        place = urlsplit(server)
        if place.scheme not in ("http", "https") or not place.hostname or place.username or place.query:
            raise ArenaError("a server is written https://arena.example.org or http://127.0.0.1:8000")
        if not token.isascii() or not token.isprintable():
            raise ArenaError("this is no token: arena token create makes one")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.address = server.rstrip("/")
        self._place = f"{place.scheme}://{place.netloc.rpartition('@')[2]}"
        self._http = httpx.Client(base_url=f"{server.rstrip('/')}/api/v1", headers=headers, timeout=SECONDS)

    def get(self, path: str, **query: Any) -> Any:
        return self._ask("GET", path, params=query).json()

    def text(self, path: str) -> str:
        return self._ask("GET", path).text

    def post(self, path: str, body: Any = None) -> Any:
        return self._ask("POST", path, json=body).json()

    def send(self, path: str, data: bytes, **query: Any) -> Any:
        headers = {"Content-Type": "application/octet-stream"}
        return self._ask("POST", path, content=data, headers=headers, params=query).json()

    def items(self, path: str, **query: Any) -> Iterator[Any]:
        """All of a list, page by page."""
        after: int | None = 0
        while after is not None:
            page = self.get(path, after=after, limit=PAGE, **query)
            yield from page["items"]
            after = page["next"]

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        try:
            answer = self._http.request(method, path, **more)
        except httpx.HTTPError as error:
            raise ArenaError(f"no arena answers at {self._place}: {error or type(error).__name__}") from None
        if answer.is_success:
            return answer
        raise ArenaError(_sentence(answer, self._place))


def _sentence(answer: httpx.Response, place: str) -> str:
    try:
        return str(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        return f"{place} answered {answer.status_code}: is it an arena?"
