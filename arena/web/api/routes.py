"""What all routes of the API share: tags for what has not changed, limits, pages of lists."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Generic, TypeVar

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from arena.web.csrf import SAFE_METHODS
from arena.web.deps import current_viewer
from arena.web.ids import HIGHEST
from arena.web.signing_in import address_of

After = Annotated[int, Query(ge=0, le=HIGHEST, description="Only what has a higher id: `next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]

Item = TypeVar("Item")
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class Problem(BaseModel):
    """What is wrong, in one sentence."""

    error: str


class PageOf(BaseModel, Generic[Item]):
    """A part of a list, by id."""

    items: list[Item]
    next: int | None
    """To be given as `after` for the next page; none if this was the last."""


@dataclass(frozen=True)
class Limits:
    """Requests in a minute: of one user, or of one address that shows no token."""

    reads: int = 600
    writes: int = 60
    seconds: int = 60


PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": text}
    for code, text in {
        400: "A mistake of the asker's",
        401: "No token, or one that is not good",
        403: "Not with this token",
        404: "There is no such thing",
        408: "A body that came too slowly",
        411: "A body without Content-Length",
        413: "A body that is too large",
        422: "A parameter that cannot be read",
        429: "Too often; see Retry-After",
        503: "Something does not answer; try again",
    }.items()
}


class TaggedRoute(APIRoute):
    """Answers that have not changed since the asker last had them are not sent again."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def tagged(request: Request) -> Response:
            answer = await handle(request)
            if request.method != "GET" or answer.status_code != 200:
                return answer
            tag = f'"{sha256(bytes(answer.body)).hexdigest()[:32]}"'
            if _has(request.headers.get("if-none-match", ""), tag):
                return Response(status_code=304, headers={"ETag": tag})
            answer.headers["ETag"] = tag
            return answer

        return tagged


def api_router(tag: str) -> APIRouter:
    return APIRouter(tags=[tag], route_class=TaggedRoute)


def within_limits(request: Request) -> None:
    """Refuses who asks too often."""
    is_read = request.method in SAFE_METHODS
    limits: Limits = request.app.state.limits
    who = current_viewer(request).name or address_of(request)
    most = limits.reads if is_read else limits.writes
    wait = request.app.state.limiter.wait_seconds("reads" if is_read else "writes", who, most, limits.seconds)
    if wait:
        raise HTTPException(429, "too many requests: wait a little", {"Retry-After": str(wait)})


def page_of(items: Sequence[Item], limit: int, id_of: Callable[[Item], int]) -> dict[str, Any]:
    """What was found when asking for one more than fits on a page."""
    shown = items[:limit]
    return {"items": shown, "next": id_of(shown[-1]) if len(items) > limit else None}


def _has(header: str, tag: str) -> bool:
    known = [part.strip().removeprefix("W/") for part in header.split(",")]
    return tag in known or "*" in known
