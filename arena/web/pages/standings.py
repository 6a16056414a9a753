"""Standings of a pool. They were computed beforehand: a look costs a few rows, however many games there are."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from markupsafe import Markup
from sqlmodel import Session, select
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.facts.names import names_of
from arena.facts.pools import PoolFact, pool_facts
from arena.facts.tournaments import TournamentFact, running_facts
from arena.models import PoolStandings
from arena.web.charts import whisker, whisker_scale
from arena.web.deps import SessionDep, SightDep, page
from arena.web.ids import Id
from arena.web.keeping import Kept
from arena.web.paging import PageNumber, Paging, paging
from arena.web.rendering import Rendering

router = APIRouter()
ROWS = 100
_tables: Kept[Markup] = Kept(most=200)
"""Rendered tables, by what they were computed from."""


@router.get("/standings")
def first_pool(request: Request, session: SessionDep) -> Response:
    """The pool where most has been played."""
    facts = pool_facts(session)
    if not facts:
        return page(request, "standings.html", facts=[], chosen=None, table="", paging=None, running=[])
    most = max(facts, key=lambda fact: fact.games)
    return RedirectResponse(f"/standings/{most.pool.id}", 303)


@router.get("/standings/{pool_id}")
def standings(
    request: Request, session: SessionDep, sight: SightDep, pool_id: Id, page: PageNumber = 1
) -> HTMLResponse:
    facts = pool_facts(session)
    chosen = next((fact for fact in facts if fact.pool.id == pool_id), None)
    if chosen is None:
        raise HTTPException(404, f"there is no pool {pool_id}")
    pages = paging(page, ROWS, chosen.bots)
    # By database as well: one process may serve several, in tests.
    key = (request.app.state.settings.database, pool_id, chosen.computed, page)
    table = _tables.value(key, lambda: _table(request.app.state.rendering, session, chosen, pages))
    running = [one for one in running_facts(session, sight=sight) if one.pool.id == chosen.pool.id]
    return _page(request, facts, chosen, table, pages, running)


def _page(
    request: Request,
    facts: list[PoolFact],
    chosen: PoolFact,
    table: Markup,
    pages: Paging,
    running: list[TournamentFact],
) -> HTMLResponse:
    return page(
        request, "standings.html", facts=facts, chosen=chosen, table=table, paging=pages, running=running
    )  # fmt: skip


def _table(rendering: Rendering, session: Session, chosen: PoolFact, pages: Paging) -> Markup:
    found = select(PoolStandings.report).where(PoolStandings.pool_id == chosen.pool.id)
    report: Any = session.exec(found).first() or {"rows": [], "minimum_blocks": 0}
    rows, scale = report["rows"], whisker_scale(report["rows"])
    shown = rows[pages.offset : pages.offset + pages.size]
    average = sum(row["rating"] for row in rows) / len(rows) if rows else 0.0
    names = names_of(session, [row["version"] for row in shown])
    context = {
        "chosen": chosen,
        "report": report,
        "rows": [(row, names[row["version"]], whisker(row, scale, average)) for row in shown],
    }
    return Markup(rendering.text("standings_table.html", context))  # a template's text
