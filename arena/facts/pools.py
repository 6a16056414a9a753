"""Pools to choose from, and the standings of one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from arena.models import Pool, PoolStandings


@dataclass(frozen=True, slots=True)
class PoolFact:
    """A pool, and how much has been played in it as far as its standings know."""

    pool: Pool
    bots: int
    games: int
    computed: datetime | None


def pool_facts(session: Session) -> list[PoolFact]:
    """Without the standings themselves, which are long."""
    query = (
        select(Pool, PoolStandings.bots, PoolStandings.games, PoolStandings.created)
        .outerjoin(PoolStandings, col(PoolStandings.pool_id) == Pool.id)
        .order_by(col(Pool.game), col(Pool.players), col(Pool.id))
    )
    return [PoolFact(pool, bots or 0, games or 0, computed) for pool, bots, games, computed in session.exec(query)]
