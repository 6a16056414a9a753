"""Pools, and who is ahead in them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from sqlmodel import Session

from arena.models import Pool, PoolStandings
from arena.pools import pool_label, pools
from arena.settings import Missing
from arena.web.api.routes import api_router
from arena.web.deps import SessionDep, SettingsDep
from arena.web.ids import Id

router = api_router("pools")


class PoolOut(BaseModel):
    """A game, its options, a number of players."""

    id: int
    label: str
    game: str
    options: dict[str, Any]
    players: int


class StandingsOut(PoolOut):
    """Ratings of a pool, with their 95 % intervals."""

    games: int
    rows: list[dict[str, Any]]
    report: dict[str, Any]


@router.get("/pools")
def list_pools(session: SessionDep, game: str | None = None) -> list[PoolOut]:
    """All pools, or those of a game."""
    return [PoolOut(**_facts(pool)) for pool in pools(session, game)]


@router.get("/pools/{pool_id}")
def show_pool(session: SessionDep, pool_id: Id) -> PoolOut:
    return PoolOut(**_facts(_pool(session, pool_id)))


@router.get("/pools/{pool_id}/standings")
def pool_standings(session: SessionDep, settings: SettingsDep, pool_id: Id) -> StandingsOut:
    """Who is ahead, and how sure that is."""
    pool = _pool(session, pool_id)
    kept = session.get(PoolStandings, pool_id)
    if kept is None:  # nobody has computed them yet; from then on `arena.refreshing` does
        from arena.pool_standings import refresh  # scipy takes a second to load

        session.rollback()  # to see what is new then
        refresh(settings.database, pool_id)
        pool, kept = _pool(session, pool_id), session.get(PoolStandings, pool_id)
    report = dict(kept.report) if kept else {}
    return StandingsOut(**_facts(pool), games=kept.games if kept else 0, rows=report.pop("rows", []), report=report)


def _pool(session: Session, pool_id: int) -> Pool:
    pool = session.get(Pool, pool_id)
    if pool is None:
        raise Missing(f"there is no pool {pool_id}")
    return pool


def _facts(pool: Pool) -> dict[str, Any]:
    facts = {"game": pool.game, "options": pool.options, "players": pool.players}
    return {"id": pool.id, "label": pool_label(pool), **facts}
