"""Games as a list shows them: who played whom, and how it ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from arena.facts.names import Named, names_of
from arena.facts.sight import PUBLIC, Sight
from arena.models import Block, Game, Match, Pool, Seat, Tournament, Void


@dataclass(frozen=True, slots=True)
class SeatFact:
    seat: int
    bot: Named
    placing: int
    score: int
    is_faulty: bool


@dataclass(frozen=True, slots=True)
class GameFact:
    """A game that was played."""

    id: int
    tournament_id: int
    tournament: str
    pool: Pool
    ended: datetime
    termination: str
    detail: str
    void: str | None
    """Why it does not count, if it does not."""
    sandbox: str
    """The level at which its bots ran: see `arena.models.Block`."""
    seats: tuple[SeatFact, ...]

    def seat_of(self, versions: set[int]) -> SeatFact:
        """Where one of these versions sat."""
        return next(seat for seat in self.seats if seat.bot.version_id in versions)


def latest_games(session: Session, limit: int, sight: Sight = PUBLIC) -> list[GameFact]:
    return _facts(session, _games(sight).order_by(col(Game.id).desc()).limit(limit))


def latest_games_of(session: Session, versions: Sequence[int], limit: int, sight: Sight = PUBLIC) -> list[GameFact]:
    theirs = select(Seat.game_id).where(col(Seat.version_id).in_(versions))
    query = _games(sight).where(col(Game.id).in_(theirs))
    return _facts(session, query.order_by(col(Game.id).desc()).limit(limit))


def games_after(
    session: Session, game_id: int, limit: int, tournament_id: int | None = None, sight: Sight = PUBLIC
) -> list[GameFact]:
    """The next ones by their ids, of a tournament or of all."""
    query = _games(sight).where(col(Game.id) > game_id).order_by(col(Game.id)).limit(limit)
    return _facts(session, query if tournament_id is None else query.where(Tournament.id == tournament_id))


def games_of_match(session: Session, match_id: int, limit: int, sight: Sight = PUBLIC) -> list[GameFact]:
    query = _games(sight).where(Block.match_id == match_id)
    return _facts(session, query.order_by(col(Block.number), col(Game.number)).limit(limit))


def _games(sight: Sight) -> Any:
    columns: tuple[Any, ...] = (
        Game.id, Game.termination, Game.detail, Block.created, Block.pool_id, Tournament.id,
        Tournament.name, Void.reason, Block.sandbox,
    )  # fmt: skip
    return (
        select(*columns)
        .join(Block, col(Block.id) == Game.block_id)
        .join(Match, col(Match.id) == Block.match_id)
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .outerjoin(Void, col(Void.block_id) == Block.id)
        .where(sight.clause)
    )


def _facts(session: Session, query: Any) -> list[GameFact]:
    rows = session.exec(query).all()
    seats = _seats(session, [row[0] for row in rows])
    pools = {pool_id: session.get_one(Pool, pool_id) for pool_id in {row[4] for row in rows}}
    return [
        GameFact(number, tournament, name, pools[pool], ended, termination, detail, void, sandbox, tuple(seats[number]))
        for number, termination, detail, ended, pool, tournament, name, void, sandbox in rows
    ]


def _seats(session: Session, games: Sequence[int]) -> dict[int, list[SeatFact]]:
    query = select(Seat).where(col(Seat.game_id).in_(games)).order_by(col(Seat.game_id), col(Seat.seat))
    found = session.exec(query).all()
    names = names_of(session, {seat.version_id for seat in found})
    seats: dict[int, list[SeatFact]] = defaultdict(list)
    for seat in found:
        fact = SeatFact(seat.seat, names[seat.version_id], seat.placing, seat.score, seat.is_faulty)
        seats[seat.game_id].append(fact)
    return seats
