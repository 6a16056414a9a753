"""Games as plain values, for JSON and for tables."""

from __future__ import annotations

from typing import Any

from arena.accounts.tokens import utc
from arena.facts.games import GameFact, SeatFact

NAMES = ("id", "tournament_id", "tournament", "termination", "detail", "void", "sandbox")


def game_values(game: GameFact) -> dict[str, Any]:
    facts = {name: getattr(game, name) for name in NAMES}
    return {**facts, "pool_id": game.pool.id, "ended": utc(game.ended), "seats": [_seat(seat) for seat in game.seats]}


def _seat(seat: SeatFact) -> dict[str, Any]:
    named = {"bot": seat.bot.label, "version_id": seat.bot.version_id}
    return named | {name: getattr(seat, name) for name in ("seat", "placing", "score", "is_faulty")}
