"""Ladders: their list, a page for each with its challenges, and the final standings of seasons that are over."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Form, Request
from sqlmodel import Session
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.accounts.roles import Scope
from arena.facts.ladders import challenge_values, ladder_report, ladders, last_matches
from arena.facts.names import names_of
from arena.ladders.joining import entries_of
from arena.ladders.models import Ladder, Season
from arena.ladders.store import ladder_with, pool_in, season_of
from arena.models import Tournament
from arena.progress import progress_of
from arena.store import entrants_of
from arena.web.api.ladders import challenged
from arena.web.deps import SessionDep, SettingsDep, ViewerDep, page
from arena.web.gates import needs
from arena.web.ids import Id
from arena.web.paging import Paging
from arena.web.tournament_context import drawn_rows, results_context
from arena.web.viewers import Viewer

router = APIRouter()
MATCHES = 30
CHALLENGES = 10


@router.get("/ladders")
def all_ladders(request: Request, session: SessionDep) -> HTMLResponse:
    found = [(ladder_report(session, one), pool_in(session, one)) for one in ladders(session)]
    return page(request, "ladders.html", found=found)


@router.get("/ladders/{ladder_id}")
def ladder(request: Request, session: SessionDep, viewer: ViewerDep, ladder_id: Id) -> HTMLResponse:
    found = ladder_with(session, ladder_id)
    season = season_of(session, found)
    return page(
        request,
        "ladder.html",
        ladder=ladder_report(session, found),
        pool=pool_in(session, found),
        matches=last_matches(session, season, MATCHES),
        challenges=challenge_values(session, found, CHALLENGES),
        **_choices(session, found, viewer),
        **_standings(session, season),
    )


@router.get("/ladders/{ladder_id}/seasons/{number}")
def season(request: Request, session: SessionDep, ladder_id: Id, number: Id) -> HTMLResponse:
    found = ladder_with(session, ladder_id)
    one = season_of(session, found, number)
    return page(request, "season.html", ladder=found, season=one, **_standings(session, one))


@router.post("/ladders/{ladder_id}/challenges", dependencies=[needs(Scope.SUBMIT)])
def challenge(
    settings: SettingsDep, viewer: ViewerDep, ladder_id: Id, challenger: str = Form(""), opponent: str = Form("")
) -> Response:
    challenged(settings, viewer, ladder_id, challenger, opponent)
    return RedirectResponse(f"/ladders/{ladder_id}#challenges", 303)


def _choices(session: Session, ladder: Ladder, viewer: Viewer) -> dict[str, Any]:
    """Who may challenge, and who may be challenged."""
    here = [entry.version_id for entry in entries_of(session, ladder) if entry.gone is None]
    names = sorted(names_of(session, here).values(), key=lambda one: one.label)
    return {"mine": [one for one in names if viewer.may_change(one.owner)], "others": names}


def _standings(session: Session, season: Season) -> dict[str, Any]:
    """As they are, or as they were when the season ended."""
    tournament = session.get_one(Tournament, season.tournament_id)
    progress = progress_of(session, tournament)
    if season.final is None:
        context = results_context(session, tournament, progress, Paging(1, 1, 1))
        return {name: context[name] for name in ("tournament", "progress", "report", "rows", "names")}
    names = names_of(session, entrants_of(session, season.tournament_id))
    return {
        "tournament": tournament,
        "progress": progress,
        "report": season.final,
        "rows": drawn_rows(season.final["rows"]),
        "names": {named.label: named for named in names.values()},
    }
