"""Mistakes as one sentence: as JSON for programs, as a page for people."""

from __future__ import annotations

from urllib.parse import quote

import grpc
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from redis import RedisError
from sqlalchemy.exc import DataError, DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, RedirectResponse, Response

from arena.settings import ArenaError, Missing
from arena.web.deps import page
from arena.web.gates import SignInFirst
from arena.web.security import HEADERS
from referee.games.base import GameError

AWAY: dict[type[Exception], str] = {
    DBAPIError: "the database",
    RedisError: "the queue",
    grpc.RpcError: "the referee",
}
SENTENCES = {
    404: "there is nothing at this address",
    405: "this address does not take that method",
}


def install(app: FastAPI) -> None:
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(SignInFirst, _sign_in)
    mistakes: tuple[type[Exception], ...] = (ArenaError, GameError)
    for mistake in mistakes:
        app.add_exception_handler(mistake, _mistaken)
    app.add_exception_handler(DataError, _unkeepable)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)
    for absence in AWAY:
        app.add_exception_handler(absence, _away)


def answer(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """The sentence, in whichever form the asker reads."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status, headers)
    shown = page(request, "error.html", status, sentence=sentence)
    shown.headers.update(headers or {})
    return shown


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    is_plain = error.detail in ("Not Found", "Method Not Allowed")  # Starlette's own words
    sentence = SENTENCES[error.status_code] if is_plain else error.detail
    return answer(request, error.status_code, sentence, dict(error.headers or {}))


def _misunderstood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["loc"][0] == "path" and not request.url.path.startswith("/api/"):
        return answer(request, 404, SENTENCES[404])
    place = ".".join(str(part) for part in first["loc"][1:]) or "the request"
    return answer(request, 422, f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}")


def _sign_in(request: Request, error: Exception) -> Response:
    """Back here afterwards, if there is something to see here."""
    path = request.url.path if request.method == "GET" else "/submit"
    return RedirectResponse(f"/login?next={quote(path)}", 303)


def _mistaken(request: Request, error: Exception) -> Response:
    return answer(request, 404 if isinstance(error, Missing) else 400, str(error))


def _unkeepable(request: Request, error: Exception) -> Response:
    """PostgreSQL takes no zero bytes, and no numbers beyond its own."""
    return answer(request, 400, "something in this request cannot be kept in a database")


def _gone(request: Request, error: Exception) -> Response:
    """Whoever hung up while sending hears nothing of this."""
    return Response(status_code=400)


def _broken(request: Request, error: Exception) -> Response:
    """Our own mistake: it goes to the log, and nothing of it to the asker. Nobody else adds headers to this answer."""
    shown = answer(request, 500, "something is wrong here, and it is not your fault: please tell who runs this arena")
    shown.headers.update(HEADERS)
    return shown


def _away(request: Request, error: Exception) -> Response:
    """Something that the web needs does not answer; it may in a moment."""
    what = next(name for kind, name in AWAY.items() if isinstance(error, kind))
    return answer(request, 503, f"{what} does not answer: try again in a moment", {"Retry-After": "5"})
