"""The guides for contestants and teachers, from the pages that the tests follow to the letter."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from arena.settings import Missing
from arena.web.deps import page
from arena.web.prose import as_html

router = APIRouter()
GUIDES = {
    "contestants": ("Take part", "sample_bots", "CONTESTING.md"),
    "teachers": ("A course on an arena", "arena.courses", "TEACHING.md"),
}


@router.get("/guides")
def all_guides(request: Request) -> HTMLResponse:
    return page(request, "all_guides.html", guides={key: title for key, (title, _, _) in GUIDES.items()})


@router.get("/guides/{key}")
def guide(request: Request, key: str) -> HTMLResponse:
    if key not in GUIDES:
        raise Missing(f"there is no guide for {key!r}: there are {' and '.join(GUIDES)}")
    return page(request, "guide.html", title=GUIDES[key][0], text=guide_as_html(key))


@cache
def guide_as_html(key: str) -> Markup:
    _, package, name = GUIDES[key]
    return as_html(files(package).joinpath(name).read_text(encoding="utf-8"))
