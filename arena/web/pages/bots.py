"""Bots: their list, and a page for each."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from sqlmodel import Session
from starlette.responses import HTMLResponse

from arena.door.presence import here_versions
from arena.facts.bot_list import bot_count, bot_facts
from arena.facts.bots import (
    bot_with_owner,
    fault_counts,
    faults_of,
    opponents_of,
    rating_curve,
    records_by_seat,
    versions_of,
)
from arena.facts.games import latest_games_of
from arena.facts.names import Named
from arena.leases import clock
from arena.models import Pool
from arena.web.charts import Chart, rating_chart
from arena.web.deps import SessionDep, SightDep, ViewerDep, page
from arena.web.ids import Id
from arena.web.paging import PageNumber, paging
from referee.games import GAMES

router = APIRouter()
ROWS = 100
LAST_GAMES = 20
LAST_FAULTS = 20

Search = Annotated[str, Query(max_length=80)]


@router.get("/bots")
def bots(request: Request, session: SessionDep, number: Annotated[PageNumber, Query(alias="page")] = 1,
         q: Search = "") -> HTMLResponse:  # fmt: skip
    pages = paging(number, ROWS, bot_count(session, q))
    facts = bot_facts(session, q, pages.offset, pages.size)
    titles = {key: game.title for key, game in GAMES.items()}
    return page(request, "bots.html", facts=facts, paging=pages, q=q, titles=titles)


@router.get("/bots/{bot_id}")
def bot(request: Request, session: SessionDep, viewer: ViewerDep, sight: SightDep, bot_id: Id) -> HTMLResponse:
    found = bot_with_owner(session, bot_id)
    if found is None:
        raise HTTPException(404, f"there is no bot {bot_id}")
    one, owner = found
    versions = versions_of(session, bot_id)
    ids = [version.id for version in versions if version.id is not None]
    is_own = viewer.owns(owner.name)
    return page(
        request,
        "bot.html",
        named=Named(0, bot_id, owner.name, one.name, 0),
        bot=one,
        owner=owner,
        versions=versions,
        is_own=is_own,
        here=here_versions(session, clock(session)),
        charts=_charts(session, ids, {version.id or 0: version.number for version in versions}),
        seats=records_by_seat(session, ids),
        opponents=opponents_of(session, ids),
        faults=faults_of(session, ids, with_logs=is_own, limit=LAST_FAULTS, sight=sight),
        fault_counts=fault_counts(session, ids, sight),
        games=latest_games_of(session, ids, LAST_GAMES, sight),
        titles={key: game.title for key, game in GAMES.items()},
    )


def _charts(session: Session, versions: list[int], numbers: dict[int, int]) -> list[tuple[Pool, Chart]]:
    """Ratings over time, a chart for each pool."""
    moments = rating_curve(session, versions)
    pools = dict.fromkeys(moment.pool_id for moment in moments)
    return [
        (session.get_one(Pool, pool), rating_chart([one for one in moments if one.pool_id == pool], numbers))
        for pool in pools
    ]
