"""Who is here from afar, and which matches wait for somebody who is not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, not_, or_, update
from sqlmodel import Session, col, select

from arena.door.models import Remote
from arena.door.rule import span_of
from arena.models import Match, MatchBot, MatchStatus, Tournament, TournamentStatus

HERE_SECONDS = 10.0
"""A door that has not been looked at for so long may be gone, and nobody is known to be at it."""


def is_here(at: datetime) -> ColumnElement[bool]:
    """Whether a remote version is here, at this moment of the database's clock."""
    recent = col(Remote.seen) > at - timedelta(seconds=HERE_SECONDS)
    return and_(col(Remote.is_here), col(Remote.seen).is_not(None), recent)


def away_versions(session: Session, at: datetime) -> set[int]:
    """Versions from afar that are to be paired with nobody now."""
    return set(session.exec(select(Remote.version_id).where(not_(is_here(at)))))


def here_versions(session: Session, at: datetime) -> set[int]:
    return set(session.exec(select(Remote.version_id).where(is_here(at))))


def matches_from_afar() -> Any:
    """The ids of all matches in which a bot from afar plays, as a subquery."""
    return select(MatchBot.match_id).join(Remote, col(Remote.version_id) == MatchBot.version_id)


def matches_of_the_away(at: datetime) -> Any:
    """Of those, the ones that somebody is not here for."""
    return matches_from_afar().where(not_(is_here(at)))


def note_who_is_here(session: Session, versions: Iterable[int], before: Iterable[int], at: datetime) -> None:
    """What a look at a door has found; `before` is what the look before it had found at the same door."""
    here, gone = set(versions), set(before) - set(versions)
    stale = or_(not_(col(Remote.is_here)), col(Remote.seen).is_(None), _is_old(at))
    if here:
        query = update(Remote).where(col(Remote.version_id).in_(here), stale)
        session.execute(query.values(is_here=True, seen=at))
    if gone:
        session.execute(update(Remote).where(col(Remote.version_id).in_(gone)).values(is_here=False))


def begin_waiting_anew(session: Session) -> None:
    """When a door opens: while it was shut nobody could come."""
    session.execute(update(Match).where(col(Match.waits_since).is_not(None)).values(waits_since=None))


def keep_waiting(session: Session, at: datetime, patience: timedelta) -> None:
    """Since when matches wait for somebody who is away. Those that have waited for too long are cancelled."""
    due = (
        col(Match.status) == MatchStatus.PLANNED,
        or_(col(Match.lease_until).is_(None), col(Match.lease_until) < at),
        col(Match.tournament_id).in_(select(Tournament.id).where(Tournament.status == TournamentStatus.RUNNING)),
    )
    is_short = col(Match.id).in_(matches_of_the_away(at))
    waits = col(Match.waits_since).is_not(None)
    session.execute(update(Match).where(waits, not_(and_(*due, is_short))).values(waits_since=None))
    session.execute(update(Match).where(*due, is_short, not_(waits)).values(waits_since=at))
    trouble = f"cancelled: a bot from afar was away for {span_of(patience)}"
    in_vain = update(Match).where(*due, waits, col(Match.waits_since) < at - patience)
    session.execute(in_vain.values(status=MatchStatus.CANCELLED, waits_since=None, trouble=trouble))


def _is_old(at: datetime) -> ColumnElement[bool]:
    """Whether it should be written down again that it is here: not at every look."""
    return col(Remote.seen) < at - timedelta(seconds=HERE_SECONDS / 4)
