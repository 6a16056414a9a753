"""The web application, put together."""

from __future__ import annotations

from fastapi import Depends, FastAPI
from starlette.staticfiles import StaticFiles

from arena.door.rule import rule
from arena.settings import Settings
from arena.web import api, errors, pages, watching
from arena.web.api.routes import PROBLEMS, Limits, within_limits
from arena.web.counting import Counting, Counts
from arena.web.csrf import same_site
from arena.web.deps import know_courses
from arena.web.guests.tables import Tables
from arena.web.limits import Limiter
from arena.web.receiving import Receiving
from arena.web.rendering import STATIC, Rendering
from arena.web.security import SafeHeaders
from arena.web.signing_in import know_browser, know_program

API = [Depends(know_program), Depends(within_limits)]
PAGES = [Depends(know_browser), Depends(same_site), Depends(know_courses)]


def create_app(settings: Settings) -> FastAPI:
    """The application for an arena whose database is up to date."""
    app = FastAPI(
        title="Bothy",
        summary="An arena for card-playing bots.",
        version="1",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # FastAPI's own pages come from other hosts
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.rendering = Rendering(afar_rule=rule(settings.patience_minutes))
    app.state.tables = Tables()
    app.state.limiter = Limiter(settings.redis_url)
    app.state.limits = Limits()
    app.state.counts = Counts()
    app.add_middleware(Receiving)
    app.add_middleware(Counting, counts=app.state.counts)
    app.add_middleware(SafeHeaders)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.include_router(watching.router, include_in_schema=False)
    for router in api.ROUTERS:
        app.include_router(router, prefix="/api/v1", dependencies=API, responses=PROBLEMS)
    for router in pages.ROUTERS:
        app.include_router(router, include_in_schema=False, dependencies=PAGES)
    errors.install(app)
    return app
