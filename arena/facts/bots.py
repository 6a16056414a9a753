"""A bot's own page: what it was worth when, whom it met, where it sat, what it did wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import case, func
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from arena.facts.names import Named, names_of
from arena.facts.sight import PUBLIC, Sight
from arena.models import Block, Bot, Game, Log, Match, Owner, Pool, RatingSnapshot, Seat, Tournament, Version, Void


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses, each opponent in a game counted by itself."""

    wins: int
    draws: int
    losses: int

    @property
    def pairs(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / self.pairs if self.pairs else 0.5


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent, in one pool."""

    pool: Pool
    version: Named
    """The bot's own."""
    opponent: Named
    tally: Tally


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """All that a bot did in one seat, in one pool."""

    pool: Pool
    seat: int
    games: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class Fault:
    game_id: int
    seat: int
    version: Named
    termination: str
    detail: str
    ended: datetime
    log: str | None
    """What the bot had printed; only if whoever asks may see it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a version was worth in a pool when something ended."""

    pool_id: int
    version_id: int
    at: datetime
    rating: float
    low: float
    high: float
    games: int


def bot_with_owner(session: Session, bot_id: int) -> tuple[Bot, Owner] | None:
    query = select(Bot, Owner).join(Owner, col(Owner.id) == Bot.owner_id).where(Bot.id == bot_id)
    return session.exec(query).first()


def versions_of(session: Session, bot_id: int) -> list[Version]:
    """Newest first."""
    return list(session.exec(select(Version).where(Version.bot_id == bot_id).order_by(col(Version.number).desc())))


def rating_curve(session: Session, versions: Sequence[int]) -> list[Moment]:
    query = select(RatingSnapshot).where(col(RatingSnapshot.version_id).in_(versions))
    return [
        Moment(one.pool_id, one.version_id, one.created, one.rating, one.low, one.high, one.games)
        for one in session.exec(query.order_by(col(RatingSnapshot.last_block_id)))
    ]


def opponents_of(session: Session, versions: Sequence[int]) -> list[Met]:
    """By pool, those it met most often first. Void blocks and unrated games do not count."""
    own, other = aliased(Seat), aliased(Seat)
    columns: tuple[Any, ...] = (Block.pool_id, own.version_id, other.version_id, *_outcomes(own, other))
    query = _met(columns, own, other, versions).group_by(Block.pool_id, own.version_id, other.version_id)
    rows = session.execute(query).all()
    names = names_of(session, {version for row in rows for version in row[1:3]})
    pools = _pools(session, {row[0] for row in rows})
    met = [Met(pools[pool], names[one], names[two], Tally(*counts)) for pool, one, two, *counts in rows]
    return sorted(met, key=lambda one: (one.pool.id, -one.version.number, -one.tally.pairs, one.opponent.label))


def records_by_seat(session: Session, versions: Sequence[int]) -> list[SeatRecord]:
    own, other = aliased(Seat), aliased(Seat)
    columns: tuple[Any, ...] = (
        Block.pool_id, own.seat, func.count(func.distinct(own.game_id)), *_outcomes(own, other)
    )  # fmt: skip
    query = _met(columns, own, other, versions).group_by(Block.pool_id, own.seat).order_by(Block.pool_id, own.seat)
    rows = session.execute(query).all()
    pools = _pools(session, {row[0] for row in rows})
    return [SeatRecord(pools[pool], seat, games, Tally(*counts)) for pool, seat, games, *counts in rows]


def faults_of(
    session: Session, versions: Sequence[int], with_logs: bool, limit: int, sight: Sight = PUBLIC
) -> list[Fault]:
    """The newest; what the bot had printed is its owner's alone."""
    columns: tuple[Any, ...] = (
        Seat.game_id, Seat.seat, Seat.version_id, Game.termination, Game.detail, Block.created,
        *((Log.text,) if with_logs else ()),
    )  # fmt: skip
    query: Any = (
        select(*columns)
        .join(Game, col(Game.id) == Seat.game_id)
        .join(Block, col(Block.id) == Game.block_id)
        .join(Match, col(Match.id) == Block.match_id)
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .where(col(Seat.version_id).in_(versions), col(Seat.is_faulty), sight.clause)
        .order_by(col(Seat.game_id).desc())
        .limit(limit)
    )
    if with_logs:
        query = query.outerjoin(Log, (col(Log.game_id) == Seat.game_id) & (col(Log.seat) == Seat.seat))
    names = names_of(session, versions)
    return [
        Fault(game, seat, names[version], termination, detail, ended, log[0] if log else None)
        for game, seat, version, termination, detail, ended, *log in session.exec(query)
    ]


def fault_counts(session: Session, versions: Sequence[int], sight: Sight = PUBLIC) -> dict[int, int]:
    """By version."""
    query = (
        select(Seat.version_id, func.count())
        .join(Game, col(Game.id) == Seat.game_id)
        .join(Block, col(Block.id) == Game.block_id)
        .join(Match, col(Match.id) == Block.match_id)
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .where(col(Seat.version_id).in_(versions), col(Seat.is_faulty), sight.clause)
    )
    counts: dict[int, int] = defaultdict(int)
    return counts | dict(session.exec(query.group_by(col(Seat.version_id))).all())


def _met(columns: tuple[Any, ...], own: Any, other: Any, versions: Sequence[int]) -> Any:
    return (
        select(*columns)
        .select_from(own)
        .join(other, (other.game_id == own.game_id) & (other.seat != own.seat))
        .join(Game, col(Game.id) == own.game_id)
        .join(Block, col(Block.id) == Game.block_id)
        .join(Match, col(Match.id) == Block.match_id)
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .where(own.version_id.in_(versions), col(Tournament.is_rated), PUBLIC.clause)
        .where(col(Block.id).not_in(select(Void.block_id)))
    )


def _outcomes(own: Any, other: Any) -> tuple[Any, Any, Any]:
    counted = (own.placing < other.placing, own.placing == other.placing, own.placing > other.placing)
    return tuple(func.sum(case((one, 1), else_=0)) for one in counted)  # type: ignore[return-value]


def _pools(session: Session, ids: set[int]) -> dict[int, Pool]:
    return {pool_id: session.get_one(Pool, pool_id) for pool_id in ids}
