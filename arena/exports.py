"""Everything that was played, for other programs: one row for each seat of each game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, select

from arena.cells import safe_cell
from arena.models import Block, Game, Match, Seat, Void
from arena.store import version_labels

COLUMNS = (
    "round", "match", "block", "game", "game_id", "seat", "bot", "placing", "score", "termination", "faulty",
    "decisions", "think_ms", "void",
)  # fmt: skip


def seat_rows(session: Session, tournament_id: int) -> Iterator[dict[str, Any]]:
    """In the order of the plan. Matches, blocks and games are numbered from 1, seats from 0; void has the reason."""
    fields: tuple[Any, ...] = (
        Match.round, Match.number, Block.number, Game.number, Game.id, Seat.seat, Seat.version_id, Seat.placing,
        Seat.score, Game.termination, Seat.is_faulty, Seat.decisions, Seat.think_ms, Void.reason,
    )  # fmt: skip
    query: Any = (
        select(*fields)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == Game.id)
        .outerjoin(Void, col(Void.block_id) == Block.id)
        .where(Match.tournament_id == tournament_id)
        .order_by(col(Match.number), col(Block.number), col(Game.number), col(Seat.seat))
    )
    labels = version_labels(session)
    for found in session.exec(query):
        row = dict(zip(COLUMNS, found, strict=True))
        for number in ("match", "block", "game"):
            row[number] += 1
        yield {**row, "bot": labels[row["bot"]], "think_ms": round(row["think_ms"], 3), "void": row["void"] or ""}


def games_csv(session: Session, tournament_id: int) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in seat_rows(session, tournament_id):
        writer.writerow(row | {name: safe_cell(row[name]) for name in ("bot", "void")})
    return text.getvalue()
