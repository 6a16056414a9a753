"""A roster's students become teams, which are accounts, with a token for each member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, col, select

from arena.accounts.models import Token, User
from arena.accounts.roles import Role
from arena.accounts.tokens import create_token, is_good, revoke
from arena.accounts.users import add_user
from arena.courses.models import Course, Member, Team
from arena.courses.names import account_name, clean, pseudonym, unique_text
from arena.courses.roster import Row
from arena.models import Owner
from arena.settings import Missing
from arena.store import owner_named

LONGEST_LABEL = 80


@dataclass(slots=True)
class Imported:
    """What a roster changed."""

    new: list[str] = field(default_factory=list)
    """Student ids, as in the others."""
    changed: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)


def enrol(session: Session, course: Course, rows: Sequence[Row]) -> Imported:
    """All of them, or none. Who is known is brought up to date; who is not in the roster stays as they are."""
    places = _Places(session, course)
    done = Imported()
    for row in rows:
        known = places.members.get(row.student_id)
        team = places.team(row, known)
        if known is None:
            member = Member(
                course_id=course.id or 0,
                team_id=team.id or 0,
                student_id=row.student_id,
                name=row.name,
                email=row.email,
            )
            session.add(member)
            places.members[row.student_id] = member
            done.new.append(row.student_id)
        elif (known.team_id, known.name, known.email) == (team.id, row.name, row.email):
            done.same.append(row.student_id)
        else:
            if known.team_id != team.id:
                revoke_member(session, known)  # the old team's affairs are theirs no more
                known.team_id, known.token_key = team.id or 0, None
            known.name, known.email = row.name, row.email
            session.add(known)
            done.changed.append(row.student_id)
    session.flush()
    return done


class _Places:
    """Who is in which team, and which names are taken: read once."""

    def __init__(self, session: Session, course: Course) -> None:
        self._session, self._course = session, course
        members = session.exec(select(Member).where(Member.course_id == course.id))
        teams = list(session.exec(select(Team).where(Team.course_id == course.id)))
        self.members = {member.student_id: member for member in members}
        self._teams = {team.id: team for team in teams}
        self._shared = {team.name: team for team in teams if not team.is_alone}
        self._names = {team.name for team in teams}
        self._accounts = {*session.exec(select(User.name)), *session.exec(select(Owner.name))}

    def team(self, row: Row, known: Member | None) -> Team:
        """The one that a row names; without a name the one that the student is in, or one of their own."""
        if row.team:
            shared = self._shared.get(row.team)
            if shared is None:
                shared = self._shared[row.team] = self._new(row.team, is_alone=False)
            return shared
        if known is not None:
            return self._teams[known.team_id]
        return self._new(row.name, is_alone=True)

    def _new(self, text: str, is_alone: bool) -> Team:
        name = unique_text(text, self._names, 200)
        key = self._course.key
        account = pseudonym(key, self._accounts) if self._course.pseudonyms else account_name(name, self._accounts)
        user = add_user(self._session, account, Role.CONTESTANT)
        owner_named(self._session, account)
        team = Team(course_id=self._course.id or 0, name=name, account_id=user.id or 0, is_alone=is_alone)
        self._session.add(team)
        self._session.flush()
        self._names.add(name)
        self._accounts.add(account)
        self._teams[team.id] = team
        return team


def members_of(session: Session, course: Course) -> list[Member]:
    query = select(Member).where(Member.course_id == course.id)
    return list(session.exec(query.order_by(col(Member.student_id))))


def member_with(session: Session, course: Course, student_id: str) -> Member:
    query = select(Member).where(Member.course_id == course.id, Member.student_id == clean(student_id))
    member = session.exec(query).first()
    if member is None:
        raise Missing(f"{course.key} has no student {student_id!r}: see arena course roster show {course.key}")
    return member


def token_of(session: Session, member: Member) -> Token | None:
    """The one that was made last."""
    if member.token_key is None:
        return None
    return session.exec(select(Token).where(Token.key == member.token_key)).first()


def give_token(session: Session, course: Course, member: Member, anew: bool = False) -> str | None:
    """A new token's text, which is nowhere else; None for somebody who has a good one, unless it is to be another."""
    old = token_of(session, member)
    if old is not None and is_good(old):
        if not anew:
            return None
        revoke(session, old)
    user = session.get_one(User, session.get_one(Team, member.team_id).account_id)
    token, text = create_token(session, user, label=_label(course, member))
    member.token_key = token.key
    session.add(member)
    session.flush()
    return text


def token_row(session: Session, course: Course, member: Member, again: bool) -> dict[str, Any] | None:
    """A new token, and whose it is."""
    text = give_token(session, course, member, again)
    if text is None:
        return None
    account = session.get_one(User, session.get_one(Team, member.team_id).account_id).name
    return {
        "student_id": member.student_id,
        "name": member.name,
        "email": member.email,
        "account": account,
        "token": text,
    }


def revoke_member(session: Session, member: Member) -> bool:
    """Their token is good for nothing from now on; whether there was one."""
    token = token_of(session, member)
    if token is None or not is_good(token):
        return False
    revoke(session, token)
    return True


def _label(course: Course, member: Member) -> str:
    """Who it is for; where names are to be found in the roster alone, a number."""
    if course.pseudonyms:
        return f"member {member.id}"
    return "".join(letter for letter in member.name if letter.isprintable())[:LONGEST_LABEL]
