"""Tournaments as lists show them: what is played, by how many, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.facts.sight import PUBLIC, Sight
from arena.models import Block, Entry, Kind, Match, Pool, Tournament, TournamentStatus


@dataclass(frozen=True, slots=True)
class TournamentFact:
    id: int
    name: str
    pool: Pool
    format: str
    status: str
    bots: int
    blocks: int
    """Of all matches that are planned."""
    blocks_done: int
    created: datetime
    ended: datetime | None


def tournament_count(session: Session, sight: Sight = PUBLIC) -> int:
    return session.exec(select(func.count()).select_from(Tournament).where(sight.clause)).one()


def tournament_facts(session: Session, offset: int = 0, limit: int = 50, sight: Sight = PUBLIC) -> list[TournamentFact]:
    """Newest first."""
    query = select(Tournament).where(sight.clause).order_by(col(Tournament.id).desc()).offset(offset).limit(limit)
    return _facts(session, session.exec(query).all())


def running_facts(session: Session, limit: int = 12, sight: Sight = PUBLIC) -> list[TournamentFact]:
    query = select(Tournament).where(Tournament.status == TournamentStatus.RUNNING, sight.clause)
    return _facts(session, session.exec(query.order_by(col(Tournament.id).desc()).limit(limit)).all())


def _facts(session: Session, tournaments: Sequence[Tournament]) -> list[TournamentFact]:
    ids = [one.id for one in tournaments if one.id is not None]
    going = [one.id for one in tournaments if one.id is not None and one.status != TournamentStatus.DONE]
    bots, planned = _bots(session, ids), _planned(session, ids)
    done = planned | dict.fromkeys(going, 0) | _done(session, going)  # one that is over has played what it planned
    return [
        TournamentFact(
            id=one.id,
            name=one.name,
            pool=session.get_one(Pool, one.pool_id),
            format=form_of(one),
            status=str(one.status),
            bots=bots.get(one.id, 0),
            blocks=planned.get(one.id, 0),
            blocks_done=done.get(one.id, 0),
            created=one.created,
            ended=one.ended,
        )
        for one in tournaments
        if one.id is not None
    ]


def _bots(session: Session, ids: Sequence[int]) -> dict[int, int]:
    query = select(Entry.tournament_id, func.count()).where(col(Entry.tournament_id).in_(ids))
    return dict(session.exec(query.group_by(col(Entry.tournament_id))).all())


def _planned(session: Session, ids: Sequence[int]) -> dict[int, int]:
    query = select(Match.tournament_id, func.sum(Match.blocks)).where(col(Match.tournament_id).in_(ids))
    return {tournament: int(blocks) for tournament, blocks in session.exec(query.group_by(col(Match.tournament_id)))}


def _done(session: Session, ids: Sequence[int]) -> dict[int, int]:
    query = (
        select(Match.tournament_id, func.count())
        .join(Block, col(Block.match_id) == Match.id)
        .where(col(Match.tournament_id).in_(ids))
        .group_by(col(Match.tournament_id))
    )
    return dict(session.exec(query).all())


def form_of(tournament: Tournament) -> str:
    """Its format, or that it is a season: then its ladder chooses who meets whom."""
    return "season" if tournament.kind == Kind.SEASON else str(tournament.format)
