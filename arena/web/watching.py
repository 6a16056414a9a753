"""For whoever watches over an arena: is it alive, is it ready, and what does it do?"""

from __future__ import annotations

from collections.abc import Iterator

import redis
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import func, text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, select
from starlette.responses import JSONResponse, PlainTextResponse, Response

from arena.db import reading
from arena.models import Block, Game, Match, MatchStatus, Tournament, TournamentStatus, Version
from arena.settings import Settings
from arena.uploads.models import Upload, UploadStatus
from arena.web.deps import SettingsDep

router = APIRouter()


@router.get("/healthz")
def is_alive() -> Response:
    """It answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
def is_ready(settings: SettingsDep) -> Response:
    """What it needs answers, too."""
    parts = {"database": _database_answers(settings), "redis": _redis_answers(settings)}
    return JSONResponse({"ready": all(parts.values()), **parts}, 200 if all(parts.values()) else 503)


@router.get("/metrics")
def metrics(request: Request, settings: SettingsDep) -> Response:
    own = CollectorRegistry()
    own.register(ArenaCollector(settings))
    text = generate_latest(request.app.state.counts.registry) + generate_latest(own)
    return Response(text, media_type=CONTENT_TYPE_LATEST)


class ArenaCollector(Collector):
    """What the database says at this moment."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with reading(self._settings.database) as session:
            for name, (help_text, value) in _gauges(session).items():
                yield GaugeMetricFamily(f"bothy_{name}", help_text, value)


def _gauges(session: Session) -> dict[str, tuple[str, int]]:
    running = Tournament.status == TournamentStatus.RUNNING
    due = select(func.count()).select_from(Match).join(Tournament).where(running, Match.status == MatchStatus.PLANNED)
    return {
        # Rows are only ever added, so the highest id is a count that costs nothing.
        "games": ("Games played.", session.exec(select(func.max(Game.id))).one() or 0),
        "blocks": ("Blocks played.", session.exec(select(func.max(Block.id))).one() or 0),
        "versions": ("Versions of bots.", session.exec(select(func.count()).select_from(Version)).one()),
        "tournaments_running": (
            "Tournaments being played.",
            session.exec(select(func.count()).select_from(Tournament).where(running)).one(),
        ),
        "matches_due": ("Matches of running tournaments that are not over.", session.exec(due).one()),
        "submissions_waiting": (
            "Packages that wait to be checked.",
            session.exec(select(func.count()).select_from(Upload).where(Upload.status == UploadStatus.WAITING)).one(),
        ),
    }


def _database_answers(settings: Settings) -> bool:
    try:
        with reading(settings.database) as session:
            session.execute(text("SELECT 1 FROM alembic_version"))
    except SQLAlchemyError:
        return False
    return True


def _redis_answers(settings: Settings) -> bool:
    """One that is not there is not needed."""
    if not settings.redis_url:
        return True
    try:
        with redis.Redis.from_url(settings.redis_url, socket_timeout=2, socket_connect_timeout=2) as connection:
            return bool(connection.ping())
    except redis.RedisError:
        return False
