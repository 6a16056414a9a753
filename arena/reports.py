"""What the results say, ready to be shown: standings, crosstables, ratings. The same results give the same bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.models import Block, Match, Seat, Tournament
from arena.models import Game as StoredGame
from arena.outcomes import pool_games, tournament_games
from arena.ratings import Game, Results, Standings, crosstable, elo, standings
from arena.store import entrants_of, version_labels

DIGITS = 4


def tournament_standings(session: Session, tournament: Tournament) -> dict[str, Any]:
    assert tournament.id is not None
    labels = version_labels(session)
    entrants = [labels[version] for version in entrants_of(session, tournament.id)]
    games = tournament_games(session, tournament.id)
    report = _standings(games, entrants)
    return {"tournament": tournament.name, **report, "faults": _faults(session, tournament.id, labels)}


def pool_ratings(session: Session, pool_id: int) -> dict[str, Any]:
    """Both numbers of a pool, told apart: Elo as games ended, and the standings by the fit of all results."""
    games = pool_games(session, pool_id)
    return {**_standings(games, []), "elo": {bot: round(value, 2) for bot, value in sorted(elo(games).items())}}


def tournament_crosstable(session: Session, tournament: Tournament) -> dict[str, Any]:
    assert tournament.id is not None
    games = tournament_games(session, tournament.id)
    if not games:
        return {"tournament": tournament.name, "bots": [], "cells": []}
    results = Results.of_games(games)
    cells = [
        {"bot": bot, "opponent": opponent, "score": round(cell.score, DIGITS), **_rounded(asdict(cell))}
        for (bot, opponent), cell in sorted(crosstable(results).items())
    ]
    return {"tournament": tournament.name, "bots": _ranked(games), "cells": cells}


def games_csv(session: Session, tournament_id: int) -> str:
    """One line for each seat of each game."""
    columns: tuple[Any, ...] = (
        Match.round, Match.number, Block.number, StoredGame.number, StoredGame.id, Seat.seat, Seat.version_id,
        Seat.placing, Seat.score, StoredGame.termination, Seat.is_faulty, Seat.decisions, Seat.think_ms,
    )  # fmt: skip
    query: Any = (
        select(*columns)
        .join(Block, col(Block.match_id) == Match.id)
        .join(StoredGame, col(StoredGame.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == StoredGame.id)
        .where(Match.tournament_id == tournament_id)
        .order_by(col(Match.number), col(Block.number), col(StoredGame.number), col(Seat.seat))
    )  # fmt: skip
    labels = version_labels(session)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            "round",
            "match",
            "block",
            "game",
            "game_id",
            "seat",
            "bot",
            "placing",
            "score",
            "termination",
            "faulty",
            "decisions",
            "think_ms",
        ]
    )
    for row in session.exec(query):
        values = list(row)
        writer.writerow([*values[:6], labels[values[6]], *values[7:12], round(values[12], 3)])
    return text.getvalue()


def _standings(games: Sequence[Game], entrants: Sequence[str]) -> dict[str, Any]:
    if not games:
        return {"rows": [], "games": 0, "blocks": 0, "warnings": []}
    table = standings(Results.of_games(games, entrants))
    return {
        "rows": [_rounded(asdict(row)) for row in table.rows],
        "games": table.games,
        "blocks": table.blocks,
        "draw_share": round(table.draw_share, DIGITS),
        "seats": [_rounded(asdict(seat)) for seat in table.seats],
        "within_blocks": _within(table),
        "warnings": list(table.warnings),
    }


def _within(table: Standings) -> dict[str, Any] | None:
    return None if table.within_blocks is None else _rounded(asdict(table.within_blocks))


def _ranked(games: Sequence[Game]) -> list[str]:
    return [row["bot"] for row in _standings(games, [])["rows"]]


def _faults(session: Session, tournament_id: int, labels: dict[int, str]) -> dict[str, int]:
    query = (
        select(Seat.version_id, func.count())
        .join(StoredGame, col(StoredGame.id) == Seat.game_id)
        .join(Block, col(Block.id) == StoredGame.block_id)
        .join(Match, col(Match.id) == Block.match_id)
        .where(Match.tournament_id == tournament_id, col(Seat.is_faulty))
        .group_by(col(Seat.version_id))
    )
    return dict(sorted((labels[version], count) for version, count in session.exec(query)))


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in values.items()}
