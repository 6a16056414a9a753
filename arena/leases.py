"""Who plays which match: a lease on its row, taken by compare-and-set and kept alive by its holder.

Its token begins with the name of the worker that holds it, so that whoever sees a worker end can free what it held.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, Executable, func, or_, update
from sqlmodel import Session, col, select

from arena.door.presence import matches_from_afar, matches_of_the_away
from arena.models import Match, MatchStatus, Tournament, TournamentStatus, now

LONGEST_HOLDER = 30


def clock(session: Session) -> datetime:
    """What time it is for leases: hosts may disagree, so it is the database that says."""
    if session.get_bind().dialect.name == "postgresql":
        at: datetime = session.scalar(select(func.clock_timestamp()))
        return at
    return now()


def claim(session: Session, match_id: int, seconds: float, holder: str = "nobody") -> str | None:
    """A token for a match that is due and that nobody holds; None if there is nothing to claim."""
    token = f"{holder[:LONGEST_HOLDER]}.{secrets.token_hex(16)}"
    at = clock(session)
    statement = (
        update(Match)
        .where(col(Match.id) == match_id, *_is_due(at))
        .values(lease_token=token, lease_until=at + timedelta(seconds=seconds), attempts=col(Match.attempts) + 1)
    )
    return token if _changed(session, statement) else None


def renew(session: Session, match_id: int, token: str, seconds: float) -> bool:
    """Hold it longer; False if it is no longer ours: somebody took it, or the tournament was cancelled."""
    statement = (
        update(Match)
        .where(col(Match.id) == match_id, col(Match.lease_token) == token, col(Match.status) == MatchStatus.PLANNED)
        .values(lease_until=clock(session) + timedelta(seconds=seconds))
    )
    return _changed(session, statement)


def release(session: Session, match_id: int, token: str, trouble: str = "", status: MatchStatus | None = None) -> bool:
    """Let go of it: done, or to be tried again because of some trouble of the platform's."""
    values: dict[str, object] = {"lease_token": None, "lease_until": None, "trouble": trouble}
    if status is not None:
        values["status"] = status
    statement = update(Match).where(col(Match.id) == match_id, col(Match.lease_token) == token).values(**values)
    return _changed(session, statement)


def free(session: Session, holder: str) -> None:
    """What this worker, or all workers whose names go on from this one with a dot, held: they are gone."""
    statement = update(Match).where(
        col(Match.status) == MatchStatus.PLANNED,
        col(Match.lease_until).is_not(None),
        col(Match.lease_token).startswith(f"{holder}.", autoescape=True),
    )
    session.execute(statement.values(lease_token=None, lease_until=None))


def due_matches(
    session: Session, tournament_id: int | None = None, most: int | None = None, from_afar: bool = False
) -> dict[int, int]:
    """Matches of running tournaments that nobody plays, in the order in which they are to be queued, with their
    priorities: those without bots from afar, or those with some, who are all here."""
    at, match_id = clock(session), col(Match.id)
    which = (match_id.in_(matches_from_afar()), match_id.not_in(matches_of_the_away(at)))
    columns: tuple[Any, ...] = (Match.id, Tournament.priority)
    query = (
        select(*columns)
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .where(Tournament.status == TournamentStatus.RUNNING, *_is_due(at))
        .where(*(which if from_afar else (match_id.not_in(matches_from_afar()),)))
        .order_by(col(Tournament.priority).desc(), col(Match.tournament_id), col(Match.job_order))
        .limit(most)
    )
    if tournament_id is not None:
        query = query.where(Match.tournament_id == tournament_id)
    return dict(session.exec(query).all())


def _is_due(at: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        col(Match.status) == MatchStatus.PLANNED,
        or_(col(Match.lease_until).is_(None), col(Match.lease_until) < at),
    )


def _changed(session: Session, statement: Executable) -> bool:
    result = session.execute(statement)
    assert isinstance(result, CursorResult)
    return bool(result.rowcount)
