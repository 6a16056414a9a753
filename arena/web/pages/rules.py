"""The rules of each game, from the page that the engine's tests cite."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Request
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import HTMLResponse

from arena.web.deps import page
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
    """Ours, so it is not escaped; Markdown's own HTML is off all the same."""
    text = files(f"referee.games.{key}").joinpath("RULES.md").read_text(encoding="utf-8")
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for token in tokens:
        if token.children:  # links between files lead nowhere here
            token.children = [part for part in token.children if part.type not in ("link_open", "link_close")]
    return Markup(reader.renderer.render(tokens, reader.options, {}))
