"""A tournament's matches: who meets whom in which round, how far they are, and how they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.facts.names import Named, names_of
from arena.leases import clock
from arena.models import Block, Game, Match, MatchBot, MatchStatus, Seat


@dataclass(frozen=True, slots=True)
class Side:
    bot: Named
    points: float
    """For each game, a point for every opponent placed behind, half a point for one in the same place."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A match of the plan."""

    id: int
    round: int
    number: int
    status: str
    """planned, waiting, playing, done, cancelled"""
    blocks: int
    blocks_done: int
    sides: tuple[Side, ...]
    trouble: str


def match_count(session: Session, tournament_id: int) -> int:
    return session.exec(select(func.count()).select_from(Match).where(Match.tournament_id == tournament_id)).one()


def schedule(session: Session, tournament_id: int, offset: int = 0, limit: int = 100) -> list[Planned]:
    """A page of the plan, in its order."""
    query = select(Match).where(Match.tournament_id == tournament_id).order_by(col(Match.number))
    matches = list(session.exec(query.offset(offset).limit(limit)))
    ids = [match.id for match in matches if match.id is not None]
    done, points, at = _blocks_done(session, ids), _points(session, ids), clock(session)
    sides = _sides(session, ids)
    names = names_of(session, {version for versions in sides.values() for version in versions})
    return [
        Planned(
            id=match.id or 0,
            round=match.round,
            number=match.number + 1,
            status=_status(match, at),
            blocks=match.blocks,
            blocks_done=done.get(match.id or 0, 0),
            sides=tuple(Side(names[version], points[match.id or 0, version]) for version in sides[match.id or 0]),
            trouble=match.trouble,
        )
        for match in matches
    ]


def _status(match: Match, at: Any) -> str:
    until = match.lease_until
    # SQLite gives times without a zone; they are UTC.
    if match.status == MatchStatus.PLANNED and until is not None and until.replace(tzinfo=at.tzinfo) > at:
        return "playing"
    if match.status == MatchStatus.PLANNED and match.waits_since is not None:
        return "waiting"  # for a bot from afar
    return str(match.status)


def _blocks_done(session: Session, matches: Sequence[int]) -> dict[int, int]:
    query = select(Block.match_id, func.count()).where(col(Block.match_id).in_(matches))
    return dict(session.exec(query.group_by(col(Block.match_id))).all())


def _sides(session: Session, matches: Sequence[int]) -> dict[int, list[int]]:
    query = select(MatchBot).where(col(MatchBot.match_id).in_(matches))
    sides: dict[int, list[int]] = defaultdict(list)
    for bot in session.exec(query.order_by(col(MatchBot.match_id), col(MatchBot.position))):
        sides[bot.match_id].append(bot.version_id)
    return sides


def _points(session: Session, matches: Sequence[int]) -> dict[tuple[int, int], float]:
    query = (
        select(Block.match_id, Game.id, Seat.version_id, Seat.placing)
        .join(Game, col(Game.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(col(Block.match_id).in_(matches))
    )
    games: dict[tuple[int, int | None], list[tuple[int, int]]] = defaultdict(list)
    for match, game, version, placing in session.exec(query):
        games[match, game].append((version, placing))
    points: dict[tuple[int, int], float] = defaultdict(float)
    for (match, _), seats in games.items():
        for version, placing in seats:
            points[match, version] += sum((other > placing) + (other == placing) / 2 for _, other in seats) - 0.5
    return points
