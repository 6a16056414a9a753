"""Playing against bots in the browser."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Query, Request
from sqlmodel import Session, select
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.exhibitions import exhibition_replay, last_exhibitions
from arena.models import Version, VersionStatus
from arena.settings import ArenaError
from arena.store import version_labels
from arena.web.boards import board_of_seat, offers_of
from arena.web.deps import SessionDep, SettingsDep, page
from arena.web.guests.table import Table, Wanted
from arena.web.guests.tables import Tables
from arena.web.ids import Id
from arena.web.pages.games import Step, replay_file, replay_page
from arena.web.signing_in import refuse_if_too_often
from referee.games import GAMES, game_of
from referee.games.base import AnyGame

router = APIRouter()
COOKIE = "bothy_seat"
"""A browser's key to its table."""
GAMES_BEGUN = (60, 600)
"""So many in so many seconds from one address: each has its bots started, and its replay kept."""
TOO_MANY = "too many games from your address: play one to its end, or wait a little"
TURN_SECONDS = 6.0
"""How long an answer waits for the bots: most have moved by then, and the page comes with the next question."""


@router.get("/play")
def choose(
    request: Request, session: SessionDep, game: str = "claim", players: Annotated[int | None, Query()] = None
) -> HTMLResponse:
    chosen = game_of(game)
    count = chosen.player_counts[0] if players is None else players
    chosen.check_players(count)
    table = _tables(request).of(request.cookies.get(COOKIE))
    return page(
        request,
        "play.html",
        games=list(GAMES.values()),
        chosen=chosen,
        players=count,
        defaults=chosen.resolve_options(count),
        bots=_opponents(session, chosen.key),
        table=None if table is None or table.is_over else table,
        last=last_exhibitions(session),
    )


@router.post("/play")
async def sit_down(request: Request, settings: SettingsDep, session: SessionDep) -> Response:
    form = await request.form()
    game = game_of(str(form.get("game", "")))
    names = [str(name) for name in form.getlist("opponent")]
    key = request.cookies.get(COOKIE) or secrets.token_urlsafe(32)
    wanted = Wanted(
        game.key,
        {option.name: option.name in form for option in game.option_specs},
        _seat(str(form.get("seat", "any")), len(names) + 1),
        _chosen(session, game, names),
    )
    await run_in_threadpool(refuse_if_too_often, request, "game", *GAMES_BEGUN, TOO_MANY)
    _tables(request).open(key, settings, wanted)
    answer = RedirectResponse("/play/table", 303)
    is_https = request.url.scheme == "https"
    answer.set_cookie(COOKIE, key, httponly=True, samesite="strict", secure=is_https, path="/play", max_age=86_400)
    return answer


@router.get("/play/table")
def look(request: Request) -> Response:
    table = _tables(request).of(request.cookies.get(COOKIE))
    if table is None:
        return RedirectResponse("/play", 303)
    table.hear()
    table.wait(TURN_SECONDS)
    return _shown(request, table)


@router.post("/play/table")
def move(request: Request, number: Annotated[int, Form()], choice: Annotated[int, Form()]) -> Response:
    table = _own(request)
    table.seat.answer(number, choice)  # an old page's answer changes nothing: the page that follows is the new one
    return RedirectResponse("/play/table", 303)


@router.get("/play/presence")
def is_here(request: Request) -> Response:
    _own(request).hear(by_itself=True)
    return Response(status_code=204)


@router.post("/play/leave")
def stand_up(request: Request) -> Response:
    table = _own(request)
    table.leave()
    table.wait(TURN_SECONDS)
    return RedirectResponse("/play/table", 303)


@router.get("/exhibitions/{number}")
def exhibition(request: Request, session: SessionDep, number: Id, step: Step = 0, view: str = "all") -> HTMLResponse:
    return replay_page(request, exhibition_replay(session, number).to_json(), step, view)


@router.get("/exhibitions/{number}/replay.json")
def download(session: SessionDep, number: Id) -> Response:
    return replay_file(exhibition_replay(session, number).to_json(), f"exhibition-{number}.json")


def _shown(request: Request, table: Table) -> HTMLResponse:
    key, seat = table.wanted.game, table.seat
    question, view = seat.question, seat.view
    texts = [action.text for action in question.legal] if question is not None else []
    return page(
        request,
        "table.html",
        table=table,
        rules=game_of(key),
        question=question,
        board=board_of_seat(key, view) if view is not None else None,
        offers=offers_of(key, view, texts),
    )


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _own(request: Request) -> Table:
    table = _tables(request).of(request.cookies.get(COOKIE))
    if table is None:
        raise HTTPException(404, "you have no table: sit down at one first")
    table.hear()
    return table


def _opponents(session: Session, key: str) -> list[tuple[str, str]]:
    """The active versions that play this game: label and digest."""
    active = session.exec(select(Version).where(Version.status == VersionStatus.ACTIVE))
    digests = {
        version.id: version.digest
        for version in active
        # One from afar is called to the matches that count.
        if version.id is not None and key in version.games and not version.is_from_afar
    }
    labels = version_labels(session, list(digests))
    return sorted((label, digests[number]) for number, label in labels.items())


def _chosen(session: Session, game: AnyGame, names: list[str]) -> list[tuple[str, str]]:
    game.check_players(len(names) + 1)
    digests = dict(_opponents(session, game.key))
    for name in names:
        if name not in digests:
            raise ArenaError(f"no active bot that plays {game.key} has the name {name!r}")
    return [(name, digests[name]) for name in names]


def _seat(text: str, players: int) -> int:
    if text == "any":
        return secrets.randbelow(players)
    if text.isascii() and text.isdigit() and len(text) == 1 and int(text) < players:
        return int(text)
    raise ArenaError(f"a seat is any, or from 0 to {players - 1}")
