"""Tokens: `bothy_KEY_SECRET`. The secret is shown once, when the token is made."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from sqlmodel import Session, col, select

from arena.accounts.models import Token, User
from arena.accounts.roles import Role, Scope, checked_scopes
from arena.models import now
from arena.settings import ArenaError, Missing

MARK = "bothy"
MOST_DAYS = 3650
MOST_TOKENS = 100
"""Good ones, of one user."""


def create_token(
    session: Session, user: User, scopes: Iterable[Scope] = (), label: str = "", days: int | None = None
) -> tuple[Token, str]:
    """A token and its text, which is nowhere else."""
    assert user.id is not None
    if len(label) > 80 or not label.isprintable():
        raise ArenaError("a token's label has at most 80 printable characters")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise ArenaError(f"a token is good for 1 to {MOST_DAYS} days")
    if sum(is_good(token) for token in tokens_of(session, user)) >= MOST_TOKENS:
        raise ArenaError(f"{user.name} has {MOST_TOKENS} tokens: revoke one first")
    secret = secrets.token_urlsafe(32)
    token = Token(
        user_id=user.id,
        key=secrets.token_hex(5),
        digest=digest_of(secret),
        label=label,
        scopes=[str(scope) for scope in checked_scopes(Role(user.role), scopes)],
        expires=None if days is None else now() + timedelta(days=days),
    )
    session.add(token)
    session.flush()
    return token, f"{MARK}_{token.key}_{secret}"


def find_token(session: Session, text: str) -> tuple[Token, User] | None:
    """The token that a text is, and whose; None if there is none or it is not good any more."""
    mark, _, rest = text.partition("_")
    key, _, secret = rest.partition("_")
    token = session.exec(select(Token).where(Token.key == key)).first() if mark == MARK and key.isascii() else None
    # As long for a token that is not there as for one that is.
    matches = hmac.compare_digest(token.digest if token else "-" * 64, digest_of(secret))
    if token is None or not matches or not is_good(token):
        return None
    return token, session.get_one(User, token.user_id)


def tokens_of(session: Session, user: User | None = None) -> list[Token]:
    """A user's, or all."""
    query = select(Token).order_by(col(Token.id))
    return list(session.exec(query if user is None else query.where(Token.user_id == user.id)))


def token_with_key(session: Session, key: str) -> Token:
    token = session.exec(select(Token).where(Token.key == key)).first()
    if token is None:
        raise Missing(f"there is no token {key!r}")
    return token


def revoke(session: Session, token: Token) -> None:
    """Nobody is known by it any more, in no browser either."""
    if token.revoked is None:
        token.revoked = now()
        session.add(token)
        session.flush()


def is_good(token: Token, at: datetime | None = None) -> bool:
    return token.revoked is None and (token.expires is None or utc(token.expires) > (at or now()))


def utc(moment: datetime) -> datetime:
    """SQLite gives times without a zone; they are UTC."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def digest_of(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
