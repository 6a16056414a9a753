"""Who one is, and one's tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import HTTPException, Path
from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import Session

from arena.accounts.models import Token, User
from arena.accounts.roles import Scope
from arena.accounts.tokens import create_token, is_good, revoke, token_with_key, tokens_of, utc
from arena.accounts.users import user_named
from arena.db import writing
from arena.web.api.routes import api_router
from arena.web.deps import SessionDep, SettingsDep, ViewerDep
from arena.web.gates import needs

router = api_router("tokens")


class Me(BaseModel):
    """Without a token there is no name."""

    name: str | None
    role: str
    scopes: list[str]


class TokenOut(BaseModel):
    key: str
    user: str
    label: str
    scopes: list[str]
    is_good: bool
    created: datetime
    expires: datetime | None


class NewToken(TokenOut):
    token: str
    """The token itself, shown this once."""


class TokenIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    label: str = Field("", max_length=80)
    scopes: list[Scope] = Field(default_factory=lambda: [Scope.READ], min_length=1, max_length=10)
    days: int | None = Field(None, ge=1, le=3650)


@router.get("/me")
def me(viewer: ViewerDep) -> Me:
    return Me(name=viewer.name, role=viewer.role, scopes=sorted(viewer.scopes))


@router.get("/tokens", dependencies=[needs(Scope.READ)])
def list_tokens(session: SessionDep, viewer: ViewerDep) -> list[TokenOut]:
    """Your own, without their secrets."""
    user = user_named(session, viewer.name or "")
    return [_out(token, user) for token in tokens_of(session, user)]


@router.post("/tokens", status_code=201, dependencies=[needs(Scope.TOKENS)])
def make_token(settings: SettingsDep, viewer: ViewerDep, asked: TokenIn) -> NewToken:
    """A token that may do what this one may, or less."""
    if not set(asked.scopes) <= viewer.scopes:
        raise HTTPException(403, "a token cannot make one that may do more than itself")
    with writing(settings.database) as session:
        user = user_named(session, viewer.name or "")
        token, text = create_token(session, user, asked.scopes, asked.label, asked.days)
        return NewToken(**_out(token, user).model_dump(), token=text)


@router.delete("/tokens/{key}", dependencies=[needs(Scope.TOKENS)])
def revoke_token(settings: SettingsDep, viewer: ViewerDep, key: Annotated[str, Path(max_length=12)]) -> TokenOut:
    """It is good for nothing from now on."""
    with writing(settings.database) as session:
        token = token_with_key(session, key)
        user = _holder(session, token)
        if user.name != viewer.name and not viewer.is_admin:
            raise HTTPException(403, "this token is somebody else's")
        revoke(session, token)
        return _out(token, user)


def _holder(session: Session, token: Token) -> User:
    return session.get_one(User, token.user_id)


def _out(token: Token, user: User) -> TokenOut:
    return TokenOut(
        key=token.key,
        user=user.name,
        label=token.label,
        scopes=token.scopes,
        is_good=is_good(token),
        created=utc(token.created),
        expires=None if token.expires is None else utc(token.expires),
    )
