"""Headers on every answer: nothing from other hosts, nothing inline, no frames, no guessing of types."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOR_EVER = "public, max-age=31536000, immutable"


class SafeHeaders:
    """Adds the headers, and says who may keep an answer: static files anybody, the rest nobody unasked."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add(MutableHeaders(scope=message), scope, message["status"])
            await send(message)

        await self._app(scope, receive, send_safely)


def _add(headers: MutableHeaders, scope: Scope, status: int) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    if "cache-control" not in headers:
        is_kept = scope["path"].startswith("/static/") and b"v=" in scope["query_string"] and status == 200
        headers["Cache-Control"] = FOR_EVER if is_kept else "private, no-cache"
    if scope["scheme"] == "https":
        headers["Strict-Transport-Security"] = "max-age=31536000"
