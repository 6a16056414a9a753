"""What the results say, ready to be shown: standings, crosstables, ratings. The same results give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.models import Block, Match, Pool, Seat, Tournament
from arena.models import Game as StoredGame
from arena.outcomes import pool_games, tournament_games
from arena.ratings import Game, Results, Standings, crosstable, elo, standings
from arena.ratings.standings import MINIMUM_BLOCKS
from arena.store import entrants_of, version_labels
from arena.voids import voids_of

DIGITS = 4


def tournament_standings(session: Session, tournament: Tournament) -> dict[str, Any]:
    assert tournament.id is not None
    labels = version_labels(session)
    entrants = [labels[version] for version in entrants_of(session, tournament.id)]
    games = tournament_games(session, tournament.id)
    return {
        "tournament": tournament.name,
        "status": str(tournament.status),
        **_standings(games, entrants),
        "faults": _faults(session, tournament.id, labels),
        "void_blocks": len(voids_of(session, tournament)),
    }


def pool_ratings(session: Session, pool: Pool) -> dict[str, Any]:
    """Both numbers of a pool, told apart: Elo as games ended, and the standings by the fit of all results."""
    assert pool.id is not None
    games = pool_games(session, pool.id)
    points = {bot: round(value, 2) for bot, value in sorted(elo(games).items())}
    facts = {"game": pool.game, "options": pool.options, "players": pool.players}
    return {**facts, **_standings(games, []), "elo": points}


def tournament_crosstable(session: Session, tournament: Tournament) -> dict[str, Any]:
    """Bots in the order of the standings, and a cell for each two that met."""
    assert tournament.id is not None
    games = tournament_games(session, tournament.id)
    report = {"tournament": tournament.name, "status": str(tournament.status)}
    if not games:
        return {**report, "bots": [], "cells": []}
    results = Results.of_games(games)
    cells = [
        {"bot": bot, "opponent": opponent, "score": round(cell.score, DIGITS), **_rounded(asdict(cell))}
        for (bot, opponent), cell in sorted(crosstable(results).items())
    ]
    return {**report, "bots": [row.bot for row in standings(results).rows], "cells": cells}


def _standings(games: Sequence[Game], entrants: Sequence[str]) -> dict[str, Any]:
    """The same keys whether somebody has played or not."""
    table = standings(Results.of_games(games, entrants)) if games else None
    return {
        "rows": [_rounded(asdict(row)) for row in table.rows] if table else [],
        "games": table.games if table else 0,
        "blocks": table.blocks if table else 0,
        "minimum_blocks": MINIMUM_BLOCKS,
        "draw_share": round(table.draw_share, DIGITS) if table else None,
        "seats": [_rounded(asdict(seat)) for seat in table.seats] if table else [],
        "within_blocks": _within(table) if table else None,
        "warnings": list(table.warnings) if table else [],
    }


def _within(table: Standings) -> dict[str, Any] | None:
    within = table.within_blocks
    return None if within is None else _rounded({**asdict(within), "saved": within.saved})


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
