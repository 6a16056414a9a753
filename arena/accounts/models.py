"""The tables of users and tokens. No secret is in them: of tokens and logins there are digests only."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Column, Text
from sqlmodel import Field, SQLModel

from arena.accounts.roles import Role
from arena.models import moment


class User(SQLModel, table=True):
    """Somebody with a name; the owner of the same name has their bots."""

    __tablename__ = "account"  # `user` is a word of PostgreSQL's own

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=80)
    role: Role = Field(sa_type=Text)
    created: datetime = moment()


class Token(SQLModel, table=True):
    """What a user shows to be known."""

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="account.id", index=True)
    key: str = Field(unique=True, max_length=12)
    """The part of it that is no secret: it names the token."""
    digest: str = Field(max_length=64)
    """SHA-256 of the secret part, which is random and long, so a fast digest will do."""
    label: str = Field(default="", max_length=80)
    scopes: list[str] = Field(sa_column=Column(JSON, nullable=False))
    created: datetime = moment()
    expires: datetime | None = moment(nullable=True)
    revoked: datetime | None = moment(nullable=True)


class Login(SQLModel, table=True):
    """A browser that has shown a token. It is known as long as the token is good."""

    digest: str = Field(primary_key=True, max_length=64)
    """SHA-256 of its cookie."""
    token_id: int = Field(foreign_key="token.id", index=True)
    created: datetime = moment()
    expires: datetime = moment()
