"""Ratings as they were when a tournament ended: computed from results, kept for curves, always to be had again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from arena.models import Block, Match, RatingSnapshot, Tournament, TournamentStatus
from arena.outcomes import pool_games
from arena.pool_standings import keep
from arena.ratings import Game, Results, elo, standings
from arena.store import version_labels


def take_at_end(session: Session, tournament: Tournament) -> int:
    """A snapshot of the pool up to a tournament's last block; how many bots it has."""
    last = session.exec(_last_blocks().where(Match.tournament_id == tournament.id)).one()
    if last is None:
        return 0
    games = pool_games(session, tournament.pool_id)
    keep(session, tournament.pool_id, games)
    return _take(session, tournament.pool_id, last, games)


def rebuild(session: Session, pool_id: int) -> int:
    """Throw a pool's snapshots away and compute them again from the results alone; how many there are."""
    moments = _moments(session, pool_id)
    session.execute(delete(RatingSnapshot).where(col(RatingSnapshot.pool_id) == pool_id))
    games = pool_games(session, pool_id)
    if games:
        keep(session, pool_id, games)
    return sum(_take(session, pool_id, last, games) > 0 for last in moments)


def _take(session: Session, pool_id: int, last: int, all_games: Sequence[Game]) -> int:
    """A snapshot up to a block; nothing if it is there already, or nobody has played."""
    query = select(RatingSnapshot.id).where(RatingSnapshot.pool_id == pool_id, RatingSnapshot.last_block_id == last)
    games = [game for game in all_games if game.block <= last]
    if not games or session.exec(query).first() is not None:
        return 0
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


def _moments(session: Session, pool_id: int) -> list[int]:
    """The last blocks of all tournaments that are over, and of snapshots that are there: none is ever lost."""
    ended = (
        _last_blocks()
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .where(Block.pool_id == pool_id, Tournament.status == TournamentStatus.DONE, col(Tournament.is_rated))
        .group_by(col(Tournament.id))
    )
    taken = select(RatingSnapshot.last_block_id).where(RatingSnapshot.pool_id == pool_id)
    return sorted({last for last in (*session.exec(ended), *session.exec(taken)) if last is not None})


def _last_blocks() -> Any:
    return select(func.max(Block.id)).join(Match, col(Match.id) == Block.match_id)
