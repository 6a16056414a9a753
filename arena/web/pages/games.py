"""The replay viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from arena.models import Block, Game, Match, Tournament
from arena.replays import stored_replay
from arena.web.deps import SessionDep, SightDep, page
from arena.web.eyes import eyes_of, views
from arena.web.film import film
from arena.web.ids import Id
from referee.replay import to_text

router = APIRouter()

Step = Annotated[int, Query(ge=0, le=10_000)]


@router.get("/games/{game_id}")
def game(
    request: Request, session: SessionDep, sight: SightDep, game_id: Id, step: Step = 0, view: str = "all"
) -> HTMLResponse:
    replay = stored_replay(session, game_id, sight).to_json()
    block = session.get_one(Block, session.get_one(Game, game_id).block_id)
    tournament = session.get_one(Tournament, session.get_one(Match, block.match_id).tournament_id)
    return replay_page(request, replay, step, view, tournament=tournament, block=block)


@router.get("/games/{game_id}/replay.json")
def download(session: SessionDep, sight: SightDep, game_id: Id) -> Response:
    return replay_file(stored_replay(session, game_id, sight).to_json(), f"game-{game_id}.json")


def replay_page(request: Request, replay: Mapping[str, Any], step: int, view: str, **more: Any) -> HTMLResponse:
    """A step of any replay, wherever it is kept."""
    shown = film(replay, eyes_of(view, len(replay["seats"])))
    return page(
        request,
        "replay.html",
        replay=replay,
        rules=shown.game,
        film=shown,
        frame=shown.frame(step),
        view=view,
        views=views(replay["seats"]),
        **more,
    )


def replay_file(replay: Mapping[str, Any], name: str) -> Response:
    return Response(
        # A lone surrogate in a bot's words is written as the JSON escape that it looks like.
        to_text(replay).encode("utf-8", "backslashreplace"),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
