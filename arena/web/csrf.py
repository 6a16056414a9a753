"""Forms count only if one of our own pages sent them.

A page gives the browser a random cookie and writes the same value into its forms. Another site can make a browser
send a form, with our cookies, but it cannot read the value.
"""

from __future__ import annotations

import hmac
import secrets
from urllib.parse import urlsplit

from fastapi import HTTPException, Request
from starlette.responses import Response

from arena.web.bodies import small_body
from arena.web.viewers import ANYBODY, Viewer

COOKIE = "bothy_form"
FIELD = "form_token"
HEADER = "X-Form-Token"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
REFUSED = "this form is not from a page of this arena, or is too old: open the page again"


def form_token(request: Request) -> str:
    """The value for this browser's forms; a new one if it has none yet."""
    known: str | None = getattr(request.state, "form_token", None) or request.cookies.get(COOKIE)
    request.state.form_token = known if known and len(known) == 43 else secrets.token_urlsafe(32)
    return str(request.state.form_token)


def give_form_cookie(request: Request, response: Response) -> None:
    token = getattr(request.state, "form_token", None)
    if token is not None and request.cookies.get(COOKIE) != token:
        is_https = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=is_https, path="/")


async def same_site(request: Request) -> None:
    """Refuses what another site made a browser send. Whoever may not submit sends small forms only."""
    if request.method in SAFE_METHODS:
        return
    viewer: Viewer = getattr(request.state, "viewer", ANYBODY)
    if not viewer.may_submit:
        small_body(request)
    if _is_from_elsewhere(request):
        raise HTTPException(403, REFUSED)
    sent = request.headers.get(HEADER)
    if sent is None:
        sent = (await request.form()).get(FIELD)  # type: ignore[assignment]
    expected = request.cookies.get(COOKIE, "")
    if not expected or not isinstance(sent, str) or not hmac.compare_digest(sent.encode(), expected.encode()):
        raise HTTPException(403, REFUSED)


def _is_from_elsewhere(request: Request) -> bool:
    """What the browser itself says of where a request comes from, if it says so."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")
