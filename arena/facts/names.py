"""A version with everything that its name and a link to it need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from arena.models import Bot, Owner, Version
from arena.store import LOCAL_OWNER

MOST_AT_ONCE = 500
"""Ids in one query: databases have limits."""

COLUMNS: tuple[Any, ...] = (Version.id, Bot.id, Owner.name, Bot.name, Version.number)


@dataclass(frozen=True, slots=True)
class Named:
    version_id: int
    bot_id: int
    owner: str
    bot: str
    number: int

    @property
    def name(self) -> str:
        """The bot's, with its owner before it unless that is the local one."""
        return self.bot if self.owner == LOCAL_OWNER else f"{self.owner}/{self.bot}"

    @property
    def label(self) -> str:
        return f"{self.name}@{self.number}"


def names_of(session: Session, versions: Iterable[int]) -> dict[int, Named]:
    ids = sorted(set(versions))
    found: dict[int, Named] = {}
    for start in range(0, len(ids), MOST_AT_ONCE):
        query: Any = (
            select(*COLUMNS)
            .join(Bot, col(Bot.id) == Version.bot_id)
            .join(Owner, col(Owner.id) == Bot.owner_id)
            .where(col(Version.id).in_(ids[start : start + MOST_AT_ONCE]))
        )
        for version_id, bot_id, owner, bot, number in session.exec(query):
            found[version_id] = Named(version_id, bot_id, owner, bot, number)
    return found
