"""What is sent to the web: how much, how slowly, and by whom."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.types import Message

from arena.submissions import MOST_BYTES
from arena.web.bodies import FORM_BYTES, SMALL_BYTES
from arena.web.receiving import Receiving
from arena.web.serving import served
from tests.web.sites import Site

TOO_LONG = 10**12
PATIENCE_SECONDS = 60.0


@pytest.fixture
def address(site: Site) -> Iterator[tuple[str, int]]:
    """Of the web, really served."""
    with served(site.settings, "127.0.0.1", 0) as url:
        parts = urlsplit(url)
        yield parts.hostname or "", parts.port or 0


def first_line(address: tuple[str, int], path: str, *headers: str) -> str:
    """What is answered to the head of a request, none of whose body has been sent."""
    head = "\r\n".join([f"POST {path} HTTP/1.1", "Host: arena.test", *headers, "", ""])
    with socket.create_connection(address, PATIENCE_SECONDS) as connection:
        connection.sendall(head.encode())
        return connection.recv(4096).decode().split("\r\n")[0]


@pytest.mark.parametrize(
    "path",
    ["/login", "/play", "/play/table", "/submit", "/api/v1/tokens", "/api/v1/tournaments", "/api/v1/submissions"],
)
def test_what_is_too_long_is_refused_before_any_of_it_has_come(address: tuple[str, int], path: str) -> None:
    assert " 413 " in first_line(address, path, f"Content-Length: {TOO_LONG}", "Content-Type: application/json")
    assert " 411 " in first_line(address, path, "Transfer-Encoding: chunked", "Content-Type: application/json")


def test_only_packages_may_be_long(address: tuple[str, int]) -> None:
    assert " 413 " in first_line(address, "/api/v1/tokens", f"Content-Length: {SMALL_BYTES + 1}")
    assert " 401 " in first_line(address, "/api/v1/submissions", f"Content-Length: {MOST_BYTES + FORM_BYTES}")
    assert " 413 " in first_line(address, "/api/v1/submissions", f"Content-Length: {MOST_BYTES + FORM_BYTES + 1}")


@pytest.mark.parametrize("path", ["/login", "/play", "/api/v1/tokens"])
def test_what_comes_too_slowly_is_given_up(site: Site, path: str) -> None:
    """It would be waited for as long as somebody likes."""
    sent = asyncio.run(_asked(site, path, None))
    assert sent[0]["status"] == 408
    assert b"too long to arrive" in sent[1]["body"]


def test_whoever_hangs_up_while_sending_is_no_error_of_ours(site: Site) -> None:
    asyncio.run(_asked(site, "/login", {"type": "http.disconnect"}))


@pytest.mark.parametrize("number", ["0", "-1", "99999", "99999999999", "99999999999999999999999", "x", "1e3", "²"])
@pytest.mark.parametrize(
    "path",
    [
        "/bots/{}", "/standings/{}", "/tournaments/{}", "/tournaments/{}/live", "/tournaments/{}/games.csv",
        "/tournaments/{}/results.json", "/tournaments/{}/replays.zip", "/games/{}", "/games/{}/replay.json",
        "/exhibitions/{}", "/exhibitions/{}/replay.json",
    ],
)  # fmt: skip
def test_a_number_that_nothing_has_is_not_found(site: Site, path: str, number: str) -> None:
    answer = site.visitor().get(path.format(number))
    assert answer.status_code == 404, answer.text
    assert "There is no" in answer.text


async def _asked(site: Site, path: str, heard: Message | None) -> list[Message]:
    """What is sent to somebody who announces a form, and of whom then this is heard, or nothing."""
    sent: list[Message] = []

    async def receive() -> Message:
        if heard is None:
            await asyncio.sleep(PATIENCE_SECONDS)
        return heard or {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": b"", "client": ("127.0.0.1", 1), "server": ("arena.test", 80),
        "headers": [(b"content-length", b"9"), (b"content-type", b"application/x-www-form-urlencoded")],
    }  # fmt: skip
    await Receiving(site.app, small_seconds=0.05)(scope, receive, send)
    return sent
