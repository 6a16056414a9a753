"""Games that visitors played: unrated, and replayable."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel
from sqlmodel import col, select
from starlette.responses import Response

from arena.accounts.tokens import utc
from arena.exhibitions import exhibition_replay
from arena.models import Exhibition
from arena.web.api.routes import After, Limit, PageOf, api_router, page_of
from arena.web.deps import SessionDep
from arena.web.ids import Id
from referee.replay import to_text

router = api_router("exhibitions")


class ExhibitionOut(BaseModel):
    id: int
    game: str
    options: dict[str, Any]
    seats: list[str]
    result: dict[str, Any]
    created: datetime


@router.get("/exhibitions")
def list_exhibitions(session: SessionDep, after: After = 0, limit: Limit = 50) -> PageOf[ExhibitionOut]:
    query = select(Exhibition).where(col(Exhibition.id) > after).order_by(col(Exhibition.id)).limit(limit + 1)
    return PageOf(**page_of([_out(one) for one in session.exec(query)], limit, lambda one: one.id))


@router.get("/exhibitions/{exhibition_id}/replay", response_model=dict[str, Any])
def show_exhibition(session: SessionDep, exhibition_id: Id) -> Response:
    """The whole game as a file that `referee show` and `referee verify` read."""
    text = to_text(exhibition_replay(session, exhibition_id).to_json())
    return Response(text.encode("utf-8", "backslashreplace"), media_type="application/json")


def _out(one: Exhibition) -> ExhibitionOut:
    return ExhibitionOut(
        id=one.id or 0,
        game=one.game,
        options=one.options,
        seats=one.seats,
        result=one.result,
        created=utc(one.created),
    )
