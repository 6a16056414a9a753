"""Who sends a request: pages know a browser by its cookie, the API knows a program by its token."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPBearer
from sqlmodel import Session
from starlette.responses import Response

from arena.accounts import logins
from arena.accounts.tokens import find_token
from arena.db import reading
from arena.web.limits import Limiter
from arena.web.viewers import ANYBODY, Viewer

BEARER = HTTPBearer(bearerFormat="bothy_…", description="A token of `arena token create`.", auto_error=False)
"""For the API's description; what is sent is looked at below."""
COOKIE = "bothy_login"
SCHEME = "bearer"
WRONG_TOKENS = (10, 60)
"""So many in so many seconds from one address."""
TOO_MANY = "too many wrong tokens from your address: wait a little"


def know_browser(request: Request) -> None:
    """For pages: the cookie's user, or anybody."""
    secret = request.cookies.get(COOKIE)
    if secret:
        with reading(request.app.state.settings.database) as session:
            found = logins.find(session, secret)
        request.state.viewer = Viewer.of(*found) if found else ANYBODY


def know_program(request: Request, _: Annotated[object, Depends(BEARER)]) -> None:
    """For the API: the token's user, or anybody if there is none. A token that is not good is refused."""
    header = request.headers.get("authorization")
    if header is None:
        return
    scheme, _, text = header.partition(" ")
    with reading(request.app.state.settings.database) as session:
        viewer = shown(session, request, text.strip()) if scheme.lower() == SCHEME else None
    if viewer is None:
        sentence = "this token is not good: it is wrong, expired or revoked"
        raise HTTPException(401, sentence, {"WWW-Authenticate": "Bearer"})
    request.state.viewer = viewer


def shown(session: Session, request: Request, text: str) -> Viewer | None:
    """Whose token this is; guessing is slow."""
    found = find_token(session, text)
    if found is None:
        refuse_if_too_often(request, "wrong-token", *WRONG_TOKENS, TOO_MANY)
        return None
    return Viewer.of(*found)


def refuse_if_too_often(
    request: Request, what: str, most: int, seconds: int, sentence: str, who: str | None = None
) -> None:
    """By user, if one is given, else by address: a whole school may have one."""
    limiter: Limiter = request.app.state.limiter
    if wait := limiter.wait_seconds(what, who or address_of(request), most, seconds):
        raise HTTPException(429, sentence, {"Retry-After": str(wait)})


def address_of(request: Request) -> str:
    return request.client.host if request.client is not None else "nobody"


def give_login(request: Request, response: Response, secret: str) -> None:
    is_https = request.url.scheme == "https"
    seconds = logins.DAYS * 24 * 3600
    response.set_cookie(COOKIE, secret, max_age=seconds, httponly=True, samesite="lax", secure=is_https, path="/")
