"""Pools by name, and what bots were worth in them when a tournament last ended."""

from __future__ import annotations

import json
from typing import Any

from sqlmodel import Session, col, select

from arena.models import Pool, RatingSnapshot


def pools(session: Session, game: str | None = None) -> list[Pool]:
    query = select(Pool).order_by(col(Pool.id))
    return list(session.exec(query if game is None else query.where(Pool.game == game)))


def pool_label(pool: Pool) -> str:
    """`claim, 2 players (long=true)`"""
    options = ", ".join(f"{name}={json.dumps(value)}" for name, value in sorted(pool.options.items()))
    return f"{pool.game}, {pool.players} players{f' ({options})' if options else ''}"


def last_ratings(session: Session, version_id: int) -> list[dict[str, Any]]:
    """The last snapshot of a version in each pool that it has played in."""
    query = (
        select(RatingSnapshot, Pool)
        .join(Pool, col(Pool.id) == RatingSnapshot.pool_id)
        .where(RatingSnapshot.version_id == version_id)
        .order_by(col(RatingSnapshot.pool_id), col(RatingSnapshot.last_block_id))
    )
    last = {pool.id: (pool, snapshot) for snapshot, pool in session.exec(query)}
    return [
        {
            "pool": pool_label(pool),
            "rating": round(snapshot.rating, 2),
            "low": round(snapshot.low, 2),
            "high": round(snapshot.high, 2),
            "elo": round(snapshot.elo, 2),
            "games": snapshot.games,
        }
        for pool, snapshot in last.values()
    ]
