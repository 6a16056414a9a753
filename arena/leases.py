"""Who plays which match: a lease on its row, taken by compare-and-set and kept alive by its holder."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, CursorResult, Executable, or_, update
from sqlmodel import Session, col, select

from arena.models import Match, MatchStatus, Tournament, TournamentStatus, now


def claim(session: Session, match_id: int, seconds: float) -> str | None:
    """A token for a match that is due and that nobody holds; None if there is nothing to claim."""
    token = secrets.token_hex(16)
    statement = (
        update(Match)
        .where(col(Match.id) == match_id, *_is_due(now()))
        .values(lease_token=token, lease_until=now() + timedelta(seconds=seconds), attempts=col(Match.attempts) + 1)
    )
    return token if _changed(session, statement) else None


def renew(session: Session, match_id: int, token: str, seconds: float) -> bool:
    """Hold it longer; False if it is no longer ours: somebody took it, or the tournament was cancelled."""
    statement = (
        update(Match)
        .where(col(Match.id) == match_id, col(Match.lease_token) == token, col(Match.status) == MatchStatus.PLANNED)
        .values(lease_until=now() + timedelta(seconds=seconds))
    )
    return _changed(session, statement)


def release(session: Session, match_id: int, token: str, trouble: str = "", status: MatchStatus | None = None) -> bool:
    """Let go of it: done, or to be tried again because of some trouble of the platform's."""
    values: dict[str, object] = {"lease_token": None, "lease_until": None, "trouble": trouble}
    if status is not None:
        values["status"] = status
    statement = update(Match).where(col(Match.id) == match_id, col(Match.lease_token) == token).values(**values)
    return _changed(session, statement)


def free_all(session: Session) -> None:
    """Nobody holds anything any more: for an arena that knows that it is alone."""
    session.execute(update(Match).where(col(Match.lease_until).is_not(None)).values(lease_token=None, lease_until=None))


def due_matches(session: Session, tournament_id: int | None = None) -> list[int]:
    """Matches of running tournaments that nobody plays, in the order in which they are to be queued."""
    query = (
        select(Match.id)
        .join(Tournament, col(Tournament.id) == Match.tournament_id)
        .where(Tournament.status == TournamentStatus.RUNNING, *_is_due(now()))
        .order_by(col(Match.tournament_id), col(Match.job_order))
    )
    if tournament_id is not None:
        query = query.where(Match.tournament_id == tournament_id)
    return [match_id for match_id in session.exec(query) if match_id is not None]


def _is_due(at: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        col(Match.status) == MatchStatus.PLANNED,
        or_(col(Match.lease_until).is_(None), col(Match.lease_until) < at),
    )


def _changed(session: Session, statement: Executable) -> bool:
    result = session.execute(statement)
    assert isinstance(result, CursorResult)
    return bool(result.rowcount)
