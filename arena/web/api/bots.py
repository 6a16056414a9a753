"""Bots and their versions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel
from sqlmodel import Session, col, select

from arena.accounts.roles import Scope
from arena.accounts.tokens import utc
from arena.db import writing
from arena.door.presence import here_versions
from arena.leases import clock
from arena.models import Bot, Owner, Version
from arena.pools import last_ratings
from arena.settings import Missing
from arena.store import LOCAL_OWNER, BotName, version_labels
from arena.versions import activate, retire
from arena.web.api.routes import After, Limit, PageOf, api_router, page_of
from arena.web.deps import SessionDep, SettingsDep, ViewerDep
from arena.web.gates import needs, own_version, owner_of
from arena.web.ids import Id
from arena.web.viewers import Viewer

router = api_router("bots")


class BotOut(BaseModel):
    """An entrant."""

    id: int
    owner: str
    name: str
    created: datetime


class VersionOut(BaseModel):
    """One immutable upload of a bot."""

    id: int
    bot_id: int
    bot: str
    """As people write it: `anna/greedy@2`."""
    owner: str
    number: int
    status: str
    games: list[str]
    digest: str
    created: datetime
    report: str | None
    """What build and check said; for its owner only."""
    is_from_afar: bool
    """Whether it runs on its owner's machine, and dials in: then there is no package, and the digest is none of one."""
    is_here: bool
    """Whether it can play now. What was uploaded always can."""


class VersionDetails(VersionOut):
    ratings: list[dict[str, Any]]
    """In each pool, when a tournament last ended."""


@router.get("/bots")
def list_bots(session: SessionDep, owner: str | None = None, after: After = 0, limit: Limit = 50) -> PageOf[BotOut]:
    query = select(Bot, Owner.name).join(Owner, col(Owner.id) == Bot.owner_id).where(col(Bot.id) > after)
    if owner is not None:
        query = query.where(Owner.name == owner)
    rows = session.exec(query.order_by(col(Bot.id)).limit(limit + 1))
    return PageOf(**page_of([_bot(bot, name) for bot, name in rows], limit, lambda bot: bot.id))


@router.get("/bots/{bot_id}")
def show_bot(session: SessionDep, bot_id: Id) -> BotOut:
    bot = session.get(Bot, bot_id)
    if bot is None:
        raise Missing(f"there is no bot {bot_id}")
    return _bot(bot, session.get_one(Owner, bot.owner_id).name)


@router.get("/bots/{bot_id}/versions")
def versions_of_bot(session: SessionDep, viewer: ViewerDep, bot_id: Id) -> list[VersionOut]:
    """All of them, the newest first."""
    show_bot(session, bot_id)
    query = select(Version).where(Version.bot_id == bot_id).order_by(col(Version.number).desc())
    return [version_out(session, viewer, version) for version in session.exec(query)]


@router.get("/versions")
def list_versions(
    session: SessionDep, viewer: ViewerDep, bot: str | None = None, after: After = 0, limit: Limit = 50
) -> PageOf[VersionOut]:
    """All versions, or those that a name means: `greedy`, `greedy@2`, `anna/greedy@2`. Without an owner it is yours."""
    query = select(Version).where(col(Version.id) > after).order_by(col(Version.id)).limit(limit + 1)
    if bot is not None:
        name = BotName.parse(bot, viewer.name or LOCAL_OWNER)
        query = query.join(Bot, col(Bot.id) == Version.bot_id).join(Owner, col(Owner.id) == Bot.owner_id)
        query = query.where(Owner.name == name.owner, Bot.name == name.bot)
        query = query if name.number is None else query.where(Version.number == name.number)
    found = [version_out(session, viewer, version) for version in session.exec(query)]
    return PageOf(**page_of(found, limit, lambda version: version.id))


@router.get("/versions/{version_id}")
def show_version(session: SessionDep, viewer: ViewerDep, version_id: Id) -> VersionDetails:
    version = session.get(Version, version_id)
    if version is None:
        raise Missing(f"there is no version {version_id}")
    shown = version_out(session, viewer, version)
    return VersionDetails(**shown.model_dump(), ratings=last_ratings(session, version_id))


@router.post("/versions/{version_id}/activate", dependencies=[needs(Scope.SUBMIT)])
def activate_version(settings: SettingsDep, viewer: ViewerDep, version_id: Id) -> VersionOut:
    """It may be entered in tournaments again."""
    with writing(settings.database) as session:
        version = own_version(session, viewer, version_id)
        activate(session, version)
        return version_out(session, viewer, version)


@router.post("/versions/{version_id}/retire", dependencies=[needs(Scope.SUBMIT)])
def retire_version(settings: SettingsDep, viewer: ViewerDep, version_id: Id) -> VersionOut:
    """It enters no new tournament. Its results stay."""
    with writing(settings.database) as session:
        version = own_version(session, viewer, version_id)
        retire(session, version)
        return version_out(session, viewer, version)


def version_out(session: Session, viewer: Viewer, version: Version) -> VersionOut:
    assert version.id is not None
    owner = owner_of(session, version)
    return VersionOut(
        id=version.id,
        bot_id=version.bot_id,
        bot=version_labels(session, [version.id])[version.id],
        owner=owner,
        number=version.number,
        status=version.status,
        games=version.games,
        digest=version.digest,
        created=utc(version.created),
        report=version.report if viewer.owns(owner) else None,
        is_from_afar=version.is_from_afar,
        is_here=not version.is_from_afar or version.id in here_versions(session, clock(session)),
    )


def _bot(bot: Bot, owner: str) -> BotOut:
    return BotOut(id=bot.id or 0, owner=owner, name=bot.name, created=utc(bot.created))
