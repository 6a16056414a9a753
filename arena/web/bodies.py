"""How much anybody may send: little, unless it is a package from somebody who may submit."""

from __future__ import annotations

from fastapi import HTTPException, Request

from arena.submissions import MOST_BYTES

SMALL_BYTES = 256 * 1024
FORM_BYTES = 64 * 1024
"""For what a form has around the package."""


def declared_bytes(request: Request) -> int:
    """How long a body says that it is; one that does not say so is refused."""
    length = request.headers.get("content-length")
    if length is not None and length.isascii() and length.isdigit() and len(length) < 16:
        return int(length)
    if "transfer-encoding" in request.headers:
        raise HTTPException(411, "say how long the body is: send Content-Length")
    return 0


def small_body(request: Request) -> None:
    """For everything but packages."""
    if declared_bytes(request) > SMALL_BYTES:
        raise HTTPException(413, f"that is too much: at most {SMALL_BYTES // 1024} kB can be sent here")


def package_body(request: Request) -> None:
    if declared_bytes(request) > MOST_BYTES + FORM_BYTES:
        raise HTTPException(413, f"the package is too large: it has at most {MOST_BYTES // 1024 // 1024} MB")
