"""Challenges: an owner has one of their versions meet another, so often in any 24 hours."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlmodel import Session, col, select

from arena.accounts.tokens import utc
from arena.ladders.models import Challenge, Ladder, LadderEntry, LadderStatus
from arena.ladders.store import is_on, locked
from arena.leases import clock
from arena.models import Bot, Match, MatchStatus, Owner, Version
from arena.settings import ArenaError, Missing
from arena.store import BotName, version_labels

DAY = timedelta(hours=24)


def challenge(
    session: Session, ladder_id: int, mine: Version, other: Version, at: datetime | None = None
) -> Challenge:  # fmt: skip
    """One match between these two, as soon as fair shares allow. `at` is for tests; else the database says."""
    ladder = locked(session, ladder_id)
    at = at or clock(session)
    owner_id = session.get_one(Bot, mine.bot_id).owner_id
    _refuse_bad(session, ladder, mine, other)
    taken = spent(session, ladder, owner_id, at)
    if len(taken) >= ladder.challenge_quota:
        owner = session.get_one(Owner, owner_id).name
        when = f"; the next is free at {utc(taken[0]) + DAY:%Y-%m-%d %H:%M:%S} UTC" if taken else ""
        raise ArenaError(f"{owner} has {ladder.challenge_quota} challenges in any 24 hours on {ladder.name}{when}")
    assert mine.id is not None
    assert other.id is not None
    made = Challenge(
        ladder_id=ladder_id, owner_id=owner_id, version_id=mine.id, opponent_id=other.id, created=at
    )  # fmt: skip
    session.add(made)
    session.flush()
    return made


def spent(session: Session, ladder: Ladder, owner_id: int, at: datetime) -> list[datetime]:
    """When the challenges were made that count at this moment, the oldest first."""
    query = select(Challenge.created).where(
        Challenge.ladder_id == ladder.id,
        Challenge.owner_id == owner_id,
        col(Challenge.created) > at - DAY,
        Challenge.dropped == "",
    )
    return list(session.exec(query.order_by(col(Challenge.created))))


def version_on(session: Session, ladder: Ladder, name: BotName) -> Version:
    """The version that a name means on this ladder: the newest there if it names none."""
    query = (
        select(Version)
        .join(LadderEntry, col(LadderEntry.version_id) == Version.id)
        .join(Bot, col(Bot.id) == Version.bot_id)
        .join(Owner, col(Owner.id) == Bot.owner_id)
        .where(LadderEntry.ladder_id == ladder.id, col(LadderEntry.gone).is_(None))
        .where(Owner.name == name.owner, Bot.name == name.bot)
        .order_by(col(Version.number).desc())
    )
    found = session.exec(query if name.number is None else query.where(Version.number == name.number)).first()
    if found is None:
        number = "" if name.number is None else f"@{name.number}"
        raise Missing(f"{name.owner}/{name.bot}{number} is not on {ladder.name}: see arena ladder status")
    return found


def waiting(session: Session, ladder: Ladder) -> list[Challenge]:
    """The oldest first."""
    query = select(Challenge).where(Challenge.ladder_id == ladder.id, col(Challenge.match_id).is_(None))
    return list(session.exec(query.where(Challenge.dropped == "").order_by(col(Challenge.id))))


def settle_challenges(session: Session, ladder: Ladder, here: set[int]) -> None:
    """Those whose match was withdrawn wait again; those that nobody can play any more are dropped."""
    withdrawn = select(Match.id).where(Match.status == MatchStatus.CANCELLED)
    mine = (col(Challenge.ladder_id) == ladder.id, col(Challenge.match_id).in_(withdrawn))
    session.execute(update(Challenge).where(*mine).values(match_id=None))
    for one in waiting(session, ladder):
        absent = [version for version in (one.version_id, one.opponent_id) if version not in here]
        if ladder.status == LadderStatus.ENDED:
            one.dropped = "the ladder has ended"
        elif absent:
            one.dropped = f"{version_labels(session, absent)[absent[0]]} is not on the ladder any more"
        session.add(one)
    session.flush()


def _refuse_bad(session: Session, ladder: Ladder, mine: Version, other: Version) -> None:
    if ladder.status == LadderStatus.ENDED:
        raise ArenaError(f"{ladder.name} has ended: nobody can be challenged on it any more")
    labels = version_labels(session, [version.id for version in (mine, other) if version.id is not None])
    if mine.id == other.id:
        raise ArenaError(f"{labels[mine.id or 0]} cannot challenge itself: name another bot")
    for version in (mine, other):
        if not is_on(session, ladder, version):
            raise ArenaError(f"{labels[version.id or 0]} is not on {ladder.name}: see arena ladder status")
    if any((one.version_id, one.opponent_id) == (mine.id, other.id) for one in waiting(session, ladder)):
        raise ArenaError(f"{labels[mine.id or 0]} has challenged {labels[other.id or 0]} already: that match waits")
