"""Ratings as they were at a moment: computed from results, kept for curves, and always to be had again."""

from __future__ import annotations

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from arena.models import Block, RatingSnapshot
from arena.outcomes import pool_games
from arena.ratings import Results, elo, standings
from arena.store import version_labels


def rebuild(session: Session, pool_id: int) -> int:
    """Throw a pool's snapshots away and take one of now; how many bots it has."""
    session.execute(delete(RatingSnapshot).where(col(RatingSnapshot.pool_id) == pool_id))
    return take(session, pool_id)


def take(session: Session, pool_id: int) -> int:
    """A snapshot of a pool as it stands; nothing if it is there already, or nobody has played."""
    last = session.exec(select(func.max(Block.id)).where(Block.pool_id == pool_id)).one()
    query = select(RatingSnapshot.id).where(RatingSnapshot.pool_id == pool_id, RatingSnapshot.last_block_id == last)
    if last is None or session.exec(query).first() is not None:
        return 0
    games = pool_games(session, pool_id)
    versions = {label: version for version, label in version_labels(session).items()}
    points = elo(games)
    rows = standings(Results.of_games(games)).rows
    for row in rows:
        session.add(
            RatingSnapshot(
                pool_id=pool_id,
                last_block_id=last,
                version_id=versions[row.bot],
                elo=points[row.bot],
                rating=row.rating,
                low=row.rating - row.plus_minus,
                high=row.rating + row.plus_minus,
                games=row.games,
            )
        )
    return len(rows)
