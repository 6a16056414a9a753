"""Tournaments: their list, and a page for each."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from arena.facts.schedule import match_count
from arena.facts.sight import tournament_with
from arena.facts.tournaments import form_of, tournament_count, tournament_facts
from arena.models import Pool, TournamentStatus
from arena.progress import progress_of
from arena.store import entrants_of
from arena.voids import voids_of
from arena.web.deps import SessionDep, SightDep, page
from arena.web.ids import Id
from arena.web.paging import PageNumber, paging
from arena.web.tournament_context import MATCHES, results_context
from referee.limits import Limit, Limits

router = APIRouter()
ROWS = 50

Number = Annotated[PageNumber, Query(alias="page")]


@router.get("/tournaments")
def tournaments(request: Request, session: SessionDep, sight: SightDep, number: Number = 1) -> HTMLResponse:
    pages = paging(number, ROWS, tournament_count(session, sight))
    facts = tournament_facts(session, pages.offset, ROWS, sight)
    return page(request, "tournaments.html", facts=facts, paging=pages)


@router.get("/tournaments/{tournament_id}")
def tournament(
    request: Request, session: SessionDep, sight: SightDep, tournament_id: Id, number: Number = 1
) -> HTMLResponse:
    found = tournament_with(session, tournament_id, sight)
    limits = Limits.from_numbers(found.limits or {})
    pages = paging(number, MATCHES, match_count(session, tournament_id))
    return page(
        request,
        "tournament.html",
        pool=session.get_one(Pool, found.pool_id),
        commitment=sha256(bytes.fromhex(found.seed)).hexdigest(),
        seed=found.seed if found.status == TournamentStatus.DONE else None,
        limits=[limits.text(limit) for limit in Limit],
        voids=voids_of(session, found),
        form=form_of(found),
        entrants=len(entrants_of(session, tournament_id)),
        **results_context(session, found, progress_of(session, found), pages),
    )
