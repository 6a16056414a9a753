"""The rules of each game, from the page that the engine's tests cite."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from arena.web.deps import page
from arena.web.prose import as_html
from referee.games import GAMES, game_of

router = APIRouter()


@router.get("/rules")
def all_rules(request: Request) -> HTMLResponse:
    return page(request, "all_rules.html", games=list(GAMES.values()))


@router.get("/rules/{key}")
def rules(request: Request, key: str) -> HTMLResponse:
    game = game_of(key)
    return page(request, "rules.html", game=game, text=rules_as_html(game.key))


@cache
def rules_as_html(key: str) -> Markup:
    return as_html(files(f"referee.games.{key}").joinpath("RULES.md").read_text(encoding="utf-8"))
