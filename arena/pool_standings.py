"""The standings of a pool, computed when something new was played and kept whole: looking at them is one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.db import reading, writing
from arena.models import Block, Match, PoolStandings, Seat, Tournament, Void, now
from arena.models import Game as StoredGame
from arena.outcomes import pool_games
from arena.ratings import Game, Results, records, standings
from arena.ratings.standings import MINIMUM_BLOCKS
from arena.store import version_labels

DIGITS = 4


def refresh(url: str, pool_id: int) -> bool:
    """Compute them again if blocks were played or voided since; whether that was so.

    It may take seconds, in which nobody who wants to write is kept waiting.
    """
    with reading(url) as session:
        if not is_stale(session, pool_id):
            return False
        facts = _facts(session, pool_id, pool_games(session, pool_id))
    with writing(url) as session:
        _store(session, pool_id, facts)
    return True


def is_stale(session: Session, pool_id: int) -> bool:
    known = select(PoolStandings.last_block_id, PoolStandings.void_blocks).where(PoolStandings.pool_id == pool_id)
    last, voids = _newest(session, pool_id), _void_blocks(session, pool_id)
    return last > 0 and session.exec(known).first() != (last, voids)


def keep(session: Session, pool_id: int, games: Sequence[Game]) -> None:
    """Of these games, which are all that count in the pool."""
    _store(session, pool_id, _facts(session, pool_id, games))


def _facts(session: Session, pool_id: int, games: Sequence[Game]) -> dict[str, Any]:
    return {
        "last_block_id": _newest(session, pool_id),
        "void_blocks": _void_blocks(session, pool_id),
        "games": len(games),
        "created": now(),
        **_table(session, pool_id, games),
    }


def _store(session: Session, pool_id: int, facts: dict[str, Any]) -> None:
    row = session.get(PoolStandings, pool_id)
    if row is None:
        session.add(PoolStandings(pool_id=pool_id, **facts))
    else:
        row.sqlmodel_update(facts)
        session.add(row)
    session.flush()


def _table(session: Session, pool_id: int, games: Sequence[Game]) -> dict[str, Any]:
    if not games:
        return {"bots": 0, "report": {"rows": [], "minimum_blocks": MINIMUM_BLOCKS}}
    results = Results.of_games(games)
    table, counted = standings(results), records(results)
    versions = {label: version for version, label in version_labels(session).items()}
    faults = _faults(session, pool_id)
    rows = [
        {
            "version": versions[row.bot],
            "label": row.bot,
            **_rounded(asdict(row)),
            **asdict(counted[row.bot]),
            "faults": faults.get(versions[row.bot], 0),
        }
        for row in table.rows
    ]
    report = {
        "rows": rows,
        "blocks": table.blocks,
        "draw_share": round(table.draw_share, DIGITS),
        "seats": [_rounded(asdict(seat)) for seat in table.seats],
        "warnings": list(table.warnings),
        "minimum_blocks": MINIMUM_BLOCKS,
    }
    return {"bots": len(rows), "report": report}


def _newest(session: Session, pool_id: int) -> int:
    return session.exec(select(func.max(Block.id)).where(Block.pool_id == pool_id)).one() or 0


def _void_blocks(session: Session, pool_id: int) -> int:
    query = select(func.count()).select_from(Void).join(Block, col(Block.id) == Void.block_id)
    return session.exec(query.where(Block.pool_id == pool_id)).one()


def _faults(session: Session, pool_id: int) -> dict[int, int]:
    """By version, in blocks that count."""
    query = (
        select(Seat.version_id, func.count())
        .join(StoredGame, col(StoredGame.id) == Seat.game_id)
        .join(Block, col(Block.id) == StoredGame.block_id)
        .join(Match, col(Match.id) == Block.match_id)
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .where(col(Tournament.is_rated))
        .where(Block.pool_id == pool_id, col(Seat.is_faulty), col(Block.id).not_in(select(Void.block_id)))
        .group_by(col(Seat.version_id))
    )
    return dict(session.exec(query).all())


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in values.items()}
