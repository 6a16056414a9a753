"""Browsers that have shown a token."""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlmodel import Session, col, delete

from arena.accounts.models import Login, Token, User
from arena.accounts.tokens import digest_of, is_good, utc
from arena.models import now

DAYS = 30


def begin(session: Session, token: Token) -> str:
    """The secret for the browser's cookie. Logins that are over are forgotten on the way."""
    assert token.id is not None
    session.exec(delete(Login).where(col(Login.expires) < now()))
    secret = secrets.token_urlsafe(32)
    session.add(Login(digest=digest_of(secret), token_id=token.id, expires=now() + timedelta(days=DAYS)))
    session.flush()
    return secret


def find(session: Session, secret: str) -> tuple[Token, User] | None:
    """Whose cookie it is; None if nobody's, or not any more."""
    login = session.get(Login, digest_of(secret))
    if login is None or utc(login.expires) < now():
        return None
    token = session.get_one(Token, login.token_id)
    return (token, session.get_one(User, token.user_id)) if is_good(token) else None


def end(session: Session, secret: str) -> None:
    session.exec(delete(Login).where(col(Login.digest) == digest_of(secret)))
