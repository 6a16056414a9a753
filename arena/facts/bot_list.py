"""All bots, a page at a time, with the version that plays for each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.facts.names import Named
from arena.models import Bot, Owner, Version, VersionStatus


@dataclass(frozen=True, slots=True)
class BotFact:
    newest: Named
    """Its newest version."""
    status: str
    """Of that version."""
    active: int | None
    """The number of the version that plays, if any does."""
    games: tuple[str, ...]
    created: datetime


def bot_count(session: Session, name: str = "") -> int:
    query = select(func.count()).select_from(Bot).join(Owner, col(Owner.id) == Bot.owner_id)
    count: int = session.exec(_named(query, name)).one()
    return count


def bot_facts(session: Session, name: str = "", offset: int = 0, limit: int = 100) -> list[BotFact]:
    """By name; `name` is any part of the bot's or its owner's."""
    newest = select(Version.bot_id, func.max(Version.number).label("number")).group_by(col(Version.bot_id)).subquery()
    columns: tuple[Any, ...] = (Version, Bot, Owner)
    query: Any = (
        select(*columns)
        .join(Bot, col(Bot.id) == Version.bot_id)
        .join(Owner, col(Owner.id) == Bot.owner_id)
        .join(newest, (newest.c.bot_id == Version.bot_id) & (newest.c.number == Version.number))
        .order_by(col(Bot.name), col(Bot.id))
    )
    rows = session.exec(_named(query, name).offset(offset).limit(limit)).all()
    active = _active(session, [bot.id for _, bot, _ in rows])
    return [
        BotFact(
            Named(version.id, bot.id, owner.name, bot.name, version.number),
            str(version.status),
            active.get(bot.id),
            tuple(version.games),
            version.created,
        )
        for version, bot, owner in rows
    ]


def _named(query: Any, name: str) -> Any:
    if not name:
        return query
    part = name.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    columns = (func.lower(Bot.name), func.lower(Owner.name))
    bot, owner = (column.like(f"%{part}%", escape="\\") for column in columns)
    return query.where(bot | owner)


def _active(session: Session, bots: list[int]) -> dict[int, int]:
    query = (
        select(Version.bot_id, func.max(Version.number))
        .where(col(Version.bot_id).in_(bots), Version.status == VersionStatus.ACTIVE)
        .group_by(col(Version.bot_id))
    )
    return dict(session.exec(query).all())
