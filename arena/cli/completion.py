"""What a shell can complete: games, bots and tournaments that are there. A shell is never told of an error."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from arena.db import reading
from arena.ladders.models import Ladder
from arena.models import Tournament, Version, VersionStatus
from arena.settings import ArenaError, load_settings
from arena.store import version_labels
from referee.games import GAMES


def games(incomplete: str) -> list[str]:
    return _beginning(incomplete, GAMES)


def tournaments(incomplete: str) -> list[str]:
    def names(session: Session) -> Iterable[str]:
        return session.exec(select(Tournament.name).order_by(col(Tournament.id).desc()))

    return _beginning(incomplete, _stored(names))


def ladders(incomplete: str) -> list[str]:
    def names(session: Session) -> Iterable[str]:
        return session.exec(select(Ladder.name).order_by(col(Ladder.id).desc()))

    return _beginning(incomplete, _stored(names))


def bots(incomplete: str) -> list[str]:
    def names(session: Session) -> Iterable[str]:
        active = session.exec(select(Version.id).where(Version.status == VersionStatus.ACTIVE))
        return version_labels(session, [version for version in active if version is not None]).values()

    return _beginning(incomplete, _stored(names))


def bot_list(incomplete: str) -> list[str]:
    """The last of several names with commas between."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in bots(last)]


def _stored(names: Callable[[Session], Iterable[str]]) -> list[str]:
    try:
        with reading(load_settings().database) as session:
            return list(names(session))
    except (ArenaError, DBAPIError, OSError):
        return []


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
