"""What pages and the API are given: settings, a look at the database, whoever is looking, and a page to answer with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Depends, Request
from sqlmodel import Session, select
from starlette.responses import HTMLResponse

from arena.accounts.roles import Scope
from arena.courses.models import Course
from arena.db import reading
from arena.facts.sight import EVERYTHING, PUBLIC, Sight
from arena.models import Owner
from arena.settings import Settings
from arena.web.csrf import FIELD, form_token, give_form_cookie
from arena.web.rendering import Rendering
from arena.web.viewers import ANYBODY, Viewer


def current_settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


SettingsDep = Annotated[Settings, Depends(current_settings)]


def reading_session(settings: SettingsDep) -> Iterator[Session]:
    with reading(settings.database) as session:
        yield session


SessionDep = Annotated[Session, Depends(reading_session)]
"""For looking. What writes does so in a short transaction of its own: `with writing(settings.database) as session`."""


def current_viewer(request: Request) -> Viewer:
    """Whoever is looking; without a token that is anybody."""
    viewer: Viewer = getattr(request.state, "viewer", ANYBODY)
    return viewer


ViewerDep = Annotated[Viewer, Depends(current_viewer)]


def current_sight(session: SessionDep, viewer: ViewerDep) -> Sight:
    """What whoever is looking may see."""
    if viewer.is_admin:
        return EVERYTHING
    if not viewer.is_known or Scope.READ not in viewer.scopes:
        return PUBLIC
    return Sight(session.exec(select(Owner.id).where(Owner.name == viewer.name)).first())


SightDep = Annotated[Sight, Depends(current_sight)]


def know_courses(request: Request, settings: SettingsDep) -> None:
    """For pages: whether there is anything behind a link to the courses."""
    with reading(settings.database) as session:
        request.state.has_courses = session.exec(select(Course.id).limit(1)).first() is not None


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A template as an answer. It knows `path`, `viewer`, `has_courses`, and what its forms need (see form.html)."""
    rendering: Rendering = request.app.state.rendering
    shared = {
        "path": request.url.path,
        "viewer": current_viewer(request),
        "has_courses": getattr(request.state, "has_courses", False),
        "form_field": FIELD,
        "form_token": form_token(request),
    }
    answer = HTMLResponse(rendering.text(template, {**shared, **context}), status)
    give_form_cookie(request, answer)
    return answer
