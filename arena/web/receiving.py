"""Bodies that are too long or come too slowly are refused before anything reads them: reading keeps them in memory."""

from __future__ import annotations

import time

import anyio
from fastapi import HTTPException, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.bodies import package_body, small_body
from arena.web.errors import answer

PACKAGES = ("/submit", "/api/v1/submissions")
"""Where packages are sent to."""
SMALL_SECONDS, PACKAGE_SECONDS = 20.0, 600.0
"""Until the whole of a body has come."""
TOO_SLOW = "this took too long to arrive: send it again"


class Receiving:
    def __init__(self, app: ASGIApp, small_seconds: float = SMALL_SECONDS) -> None:
        self._app = app
        self._small_seconds = small_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        is_package = scope["path"] in PACKAGES
        try:
            package_body(request) if is_package else small_body(request)
        except HTTPException as refused:
            await answer(request, refused.status_code, refused.detail)(scope, receive, send)
            return
        await self._app(scope, _in_time(receive, PACKAGE_SECONDS if is_package else self._small_seconds), send)


def _in_time(receive: Receive, seconds: float) -> Receive:
    """Receives a body as long as it comes in time. What is heard after it may take as long as it likes."""
    deadline = time.monotonic() + seconds
    is_whole = False

    async def receive_in_time() -> Message:
        nonlocal is_whole
        if is_whole:
            return await receive()
        with anyio.move_on_after(max(0.0, deadline - time.monotonic())):
            message = await receive()
            is_whole = not message.get("more_body", False)
            return message
        raise HTTPException(408, TOO_SLOW, {"Connection": "close"})

    return receive_in_time
