"""The first page: what this is, what is being played, where the standings are, what was played last."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from arena.facts.games import latest_games
from arena.facts.pools import pool_facts
from arena.facts.tournaments import running_facts
from arena.web.deps import SessionDep, SightDep, page

router = APIRouter()
LATEST = 10


@router.get("/")
def home(request: Request, session: SessionDep, sight: SightDep) -> HTMLResponse:
    return page(
        request,
        "home.html",
        pools=pool_facts(session),
        running=running_facts(session, sight=sight),
        games=latest_games(session, LATEST, sight),
    )
