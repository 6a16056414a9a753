"""Users."""

from __future__ import annotations

from sqlmodel import Session, col, select

from arena.accounts.models import User
from arena.accounts.roles import Role
from arena.settings import ArenaError, Missing
from arena.store import checked_owner


def add_user(session: Session, name: str, role: Role) -> User:
    """A new user. Bots of an owner of this name are theirs from now on."""
    checked_owner(name)
    if session.exec(select(User).where(User.name == name)).first() is not None:
        raise ArenaError(f"there is a user {name!r} already")
    user = User(name=name, role=role)
    session.add(user)
    session.flush()
    return user


def user_named(session: Session, name: str) -> User:
    user = session.exec(select(User).where(User.name == name)).first()
    if user is None:
        raise Missing(f"there is no user {name!r}: see arena user list")
    return user


def users(session: Session) -> list[User]:
    return list(session.exec(select(User).order_by(col(User.name))))
