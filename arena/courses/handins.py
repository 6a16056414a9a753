"""What is handed in: taken in if the window and the quotas allow it, and answered when it was checked."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from sqlmodel import Session, col, select

from arena.courses.answers import play_answer
from arena.courses.models import Assignment, Course, Handin, HandinStatus, Member, Team
from arena.courses.slots import Use, is_before, is_over, last_moment, late_seconds, next_slot
from arena.courses.store import account_of, assignment_named, team_of
from arena.courses.times import local_text
from arena.leases import clock
from arena.models import Pool, Version
from arena.settings import ArenaError, Missing
from arena.uploads.models import Upload, UploadStatus
from arena.uploads.store import add_upload


def hand_in(
    session: Session, name: str, account: str, data: bytes, token_key: str | None = None, at: datetime | None = None
) -> Handin:
    """Take a package in for an assignment (`cs101/hw1`), at this moment: by default now, by the database's clock.

    What is handed in again though it is the last already is that one: it takes no slot.
    """
    course, assignment = assignment_named(session, name)
    # Nobody else takes this team's slots meanwhile. (SQLite has one writer anyway.)
    team = session.get_one(Team, team_of(session, course, account).id, with_for_update=True)
    moment = clock(session) if at is None else at
    known = _last(session, assignment, team)
    if known is not None and _is_same(session, known, data):
        return known
    _refuse_outside(course, assignment, moment)
    _refuse_without_slot(session, course, assignment, team, moment)
    upload = add_upload(session, account, data)
    handin = Handin(
        assignment_id=assignment.id or 0,
        team_id=team.id or 0,
        member_id=_member(session, team, token_key),
        upload_id=upload.id or 0,
        received=moment,
        late_seconds=late_seconds(assignment, moment),
    )
    session.add(handin)
    session.flush()
    return handin


def settle(session: Session, upload: Upload) -> None:
    """Its check is over: if it was for an assignment, it is answered. For the transaction in which it ends."""
    handin = handin_of(session, upload)
    if handin is None or handin.status != HandinStatus.WAITING or upload.status == UploadStatus.WAITING:
        return
    handin.version_id = upload.version_id
    handin.status = HandinStatus.REFUSED
    if upload.status == UploadStatus.ACCEPTED:
        assignment = session.get_one(Assignment, handin.assignment_id)
        version, game = session.get_one(Version, upload.version_id), session.get_one(Pool, assignment.pool_id).game
        if game in version.games:
            handin.status = HandinStatus.ACCEPTED
            handin.tournament_id = play_answer(session, assignment, handin, version)
        else:
            handin.sentence = f"its bot.toml does not say that it plays {game}"
    session.add(handin)
    session.flush()


def handin_of(session: Session, upload: Upload) -> Handin | None:
    return session.exec(select(Handin).where(Handin.upload_id == upload.id)).first()


def handin_with(session: Session, handin_id: int) -> Handin:
    handin = session.get(Handin, handin_id)
    if handin is None:
        raise Missing(f"there is no hand-in {handin_id}")
    return handin


def handins(session: Session, assignment: Assignment, team: Team | None = None, after: int = 0) -> list[Handin]:
    """Of a team or of all, in the order in which they came."""
    query = select(Handin).where(Handin.assignment_id == assignment.id, col(Handin.id) > after)
    if team is not None:
        query = query.where(Handin.team_id == team.id)
    return list(session.exec(query.order_by(col(Handin.id))))


def free_slot(session: Session, assignment: Assignment, team: Team, at: datetime) -> datetime:
    """The first moment, not before this one, at which the team has a slot."""
    return next_slot(uses_of(session, assignment, team), assignment.quota, assignment.failed_quota, at)


def uses_of(session: Session, assignment: Assignment, team: Team) -> list[Use]:
    columns = select(Handin.received, Handin.status)
    query = columns.where(Handin.assignment_id == assignment.id, Handin.team_id == team.id)
    return [Use(received, HandinStatus(status)) for received, status in session.exec(query)]


def _last(session: Session, assignment: Assignment, team: Team) -> Handin | None:
    query = select(Handin).where(Handin.assignment_id == assignment.id, Handin.team_id == team.id)
    return session.exec(query.order_by(col(Handin.id).desc()).limit(1)).first()


def _is_same(session: Session, handin: Handin, data: bytes) -> bool:
    """A program that submits on every change should not use a slot up when nothing has changed."""
    digest = session.get_one(Upload, handin.upload_id).digest
    return handin.status != HandinStatus.REFUSED and digest == sha256(data).hexdigest()


def _refuse_outside(course: Course, assignment: Assignment, at: datetime) -> None:
    name = f"{course.key}/{assignment.key}"
    if is_before(assignment, at):
        raise ArenaError(f"{name} opens at {local_text(assignment.opens, course.timezone)}: hand it in then")
    if is_over(assignment, at):
        raise ArenaError(f"{name} is over since {local_text(last_moment(assignment), course.timezone)}: it is too late")


def _refuse_without_slot(session: Session, course: Course, assignment: Assignment, team: Team, at: datetime) -> None:
    free = free_slot(session, assignment, team, at)
    if free <= at:
        return
    shown = local_text(free, course.timezone)
    too_late = ", which is too late" if is_over(assignment, free) else ""
    raise ArenaError(
        f"{account_of(session, team)} has no free slot: {assignment.quota} may be handed in within 24 hours, and "
        f"{assignment.failed_quota} that are refused; the next slot is free at {shown}{too_late}"
    )


def _member(session: Session, team: Team, token_key: str | None) -> int | None:
    """Whose token it is; nobody's if it is not one of the roster's."""
    if token_key is None:
        return None
    query = select(Member.id).where(Member.team_id == team.id, Member.token_key == token_key)
    return session.exec(query).first()
