"""Who is on a ladder: the newest active version of each bot that may join, and the anchors that are active."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from arena.accounts.models import User
from arena.courses.models import Team
from arena.door.models import Remote
from arena.ladders.models import Invitation, Joins, Ladder, LadderEntry, Season, SeasonStatus
from arena.ladders.store import pool_in
from arena.leases import clock
from arena.models import Bot, Entry, Match, MatchBot, MatchStatus, Owner, Version, VersionStatus


def settle(session: Session, ladder: Ladder, season: Season) -> set[int]:
    """Bring the entries up to date: versions join, leave, come back. Who is on the ladder now."""
    at = clock(session)
    entries = {entry.version_id: entry for entry in entries_of(session, ladder)}
    here = _candidates(session, ladder, entries)
    for version in sorted(here - entries.keys()):
        entries[version] = LadderEntry(ladder_id=ladder.id or 0, version_id=version, joined=at)
    for version, entry in entries.items():
        entry.gone = None if version in here else entry.gone or at
        session.add(entry)
    session.flush()
    if season.status == SeasonStatus.OPEN:
        _enter(session, season, here)
    _pass(session, ladder, [entry for version, entry in entries.items() if version in here], at)
    return here


def entries_of(session: Session, ladder: Ladder) -> list[LadderEntry]:
    query = select(LadderEntry).where(LadderEntry.ladder_id == ladder.id)
    return list(session.exec(query.order_by(col(LadderEntry.version_id))))


def _candidates(session: Session, ladder: Ladder, entries: Mapping[int, LadderEntry]) -> set[int]:
    game = pool_in(session, ladder).game
    columns: tuple[Any, ...] = (Version.id, Version.bot_id, Version.games, Bot.owner_id)
    query = (
        select(*columns)
        .join(Bot, col(Bot.id) == Version.bot_id)
        .where(Version.status == VersionStatus.ACTIVE)
        .order_by(col(Version.number))
    )
    if ladder.freeze:  # a bot from afar cannot be made to stand still
        query = query.where(col(Version.id).not_in(select(Remote.version_id)))
    playing = [(version, bot, owner) for version, bot, games, owner in session.exec(query) if game in games]
    newest = {bot: (version, owner) for version, bot, owner in playing}
    invited = set(session.exec(select(Invitation.bot_id).where(Invitation.ladder_id == ladder.id)))
    outside = _owners_in_courses(session) if ladder.joins == Joins.ALL else None
    joined = {
        version
        for bot, (version, owner) in newest.items()
        if bot in invited or (outside is not None and owner not in outside)
    }
    return joined | {version for version, _, _ in playing if version in entries and entries[version].is_anchor}


def _owners_in_courses(session: Session) -> set[int]:
    """Their bots are handed in for a course: they are on a ladder only if they are asked."""
    query = (
        select(Owner.id)
        .join(User, col(User.name) == col(Owner.name))
        .join(Team, col(Team.account_id) == col(User.id))
    )  # fmt: skip
    return {owner for owner in session.exec(query) if owner is not None}


def _enter(session: Session, season: Season, here: set[int]) -> None:
    """Into the season's tournament, in which they stay: they may have played."""
    query = select(Entry.version_id).where(Entry.tournament_id == season.tournament_id)
    known = list(session.exec(query))
    for number, version in enumerate(sorted(here.difference(known)), start=len(known)):
        session.add(Entry(tournament_id=season.tournament_id, number=number, version_id=version))
    session.flush()


def _pass(session: Session, ladder: Ladder, entries: list[LadderEntry], at: datetime) -> None:
    """Who has met all anchors is new no more."""
    new = [entry for entry in entries if entry.passed is None]
    anchors = {entry.version_id for entry in entries if entry.is_anchor}
    if not new:
        return
    met = _met(session, ladder, [entry.version_id for entry in new])
    for entry in new:
        ahead = anchors - {entry.version_id}
        if all(met.get((entry.version_id, anchor), 0) >= ladder.gauntlet_blocks for anchor in ahead):
            entry.passed = at
            session.add(entry)
    session.flush()


def _met(session: Session, ladder: Ladder, versions: list[int]) -> dict[tuple[int, int], int]:
    """Blocks of matches that are over, in any season."""
    own, other = aliased(MatchBot), aliased(MatchBot)
    query = (
        select(own.version_id, other.version_id, func.sum(Match.blocks))
        .join(other, col(other.match_id) == col(own.match_id))
        .join(Match, col(Match.id) == col(own.match_id))
        .join(Season, col(Season.tournament_id) == col(Match.tournament_id))
        .where(Season.ladder_id == ladder.id, Match.status == MatchStatus.DONE, col(own.version_id).in_(versions))
        .group_by(col(own.version_id), col(other.version_id))
    )
    return {(one, two): int(blocks) for one, two, blocks in session.exec(query)}
