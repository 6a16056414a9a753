"""Stored results as the ratings see them: the games of a tournament, or of a whole pool. Void blocks do not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from sqlmodel import Session, col, select

from arena.models import Block, Match, Seat, Tournament, Void
from arena.models import Game as StoredGame
from arena.ratings import Game
from arena.store import version_labels

BLOCKS_APART = 1_000_000
"""More than a match can have: keeps the blocks of two matches apart."""


def tournament_games(session: Session, tournament_id: int) -> list[Game]:
    """In the order of the plan, the same whoever played what when; blocks are numbered by it, not by their ids."""
    query = _seats().where(Match.tournament_id == tournament_id)
    rows = session.exec(query.order_by(col(Match.number), col(Block.number), col(StoredGame.number), col(Seat.seat)))
    return list(_games(rows, version_labels(session), by_plan=True))


def pool_games(session: Session, pool_id: int) -> list[Game]:
    """Those that count, in the order in which they ended."""
    rated = _seats().join(Tournament, col(Tournament.id) == Match.tournament_id).where(col(Tournament.is_rated))
    query = rated.where(Block.pool_id == pool_id)
    rows = session.exec(query.order_by(col(Block.id), col(StoredGame.number), col(Seat.seat)))
    return list(_games(rows, version_labels(session), by_plan=False))


def _seats() -> Any:
    columns: tuple[Any, ...] = (Block.id, Match.number, Block.number, StoredGame.number, Seat.version_id, Seat.placing)
    return (
        select(*columns)
        .join(Match, col(Match.id) == Block.match_id)
        .join(StoredGame, col(StoredGame.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == StoredGame.id)
        .where(col(Block.id).not_in(select(Void.block_id)))
    )


def _games(rows: Iterable[Any], labels: dict[int, str], by_plan: bool) -> Iterator[Game]:
    for (block_id, match, block, _), seats in groupby(rows, key=lambda row: tuple(row[:4])):
        together = list(seats)
        if len({seat[4] for seat in together}) < len(together):
            continue  # a bot that meets itself says nothing of anybody's strength
        yield Game(
            block=match * BLOCKS_APART + block if by_plan else block_id,
            bots=tuple(labels[seat[4]] for seat in together),
            placings=tuple(seat[5] for seat in together),
        )
