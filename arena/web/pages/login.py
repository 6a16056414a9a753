"""Signing in with a token, and out again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from arena.accounts import logins
from arena.accounts.tokens import find_token
from arena.db import writing
from arena.web.deps import SettingsDep, page
from arena.web.signing_in import COOKIE, TOO_MANY, WRONG_TOKENS, give_login, refuse_if_too_often

router = APIRouter()


@router.get("/login")
def form(request: Request, next: str = "/") -> Response:
    return page(request, "login.html", next=local(next), sentence="")


@router.post("/login")
def sign_in(
    request: Request, settings: SettingsDep, token: Annotated[str, Form()] = "", next: Annotated[str, Form()] = "/"
) -> Response:
    with writing(settings.database) as session:
        found = find_token(session, token.strip())
        secret = logins.begin(session, found[0]) if found else None
    if secret is None:
        refuse_if_too_often(request, "wrong-token", *WRONG_TOKENS, TOO_MANY)
        sentence = "This token is not good: it is wrong, expired or revoked."
        return page(request, "login.html", 403, next=local(next), sentence=sentence)
    answer = RedirectResponse(local(next), 303)
    give_login(request, answer, secret)
    return answer


@router.post("/logout")
def sign_out(request: Request, settings: SettingsDep) -> Response:
    with writing(settings.database) as session:
        logins.end(session, request.cookies.get(COOKIE, ""))
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


def local(path: str) -> str:
    """A path of this arena, whatever was asked for: nobody is sent elsewhere."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if is_ours else "/"
