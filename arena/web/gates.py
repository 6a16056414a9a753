"""What only some may do. A gate is a dependency: `dependencies=[needs(Scope.SUBMIT)]`."""

from __future__ import annotations

from typing import Any

from fastapi import Depends, HTTPException, Request
from sqlmodel import Session

from arena.accounts.roles import Scope
from arena.courses.handins import handin_with
from arena.courses.models import Handin, Team
from arena.courses.store import account_of
from arena.models import Bot, Owner, Version
from arena.settings import Missing
from arena.web.deps import ViewerDep
from arena.web.viewers import Viewer

NO_TOKEN = "sign in first: this needs a token"


class SignInFirst(Exception):
    """A page that only somebody who is known can see."""


def needs(scope: Scope) -> Any:
    """For those alone whose token has this scope."""

    def gate(request: Request, viewer: ViewerDep) -> None:
        if not viewer.is_known:
            if request.url.path.startswith("/api/"):
                raise HTTPException(401, NO_TOKEN, {"WWW-Authenticate": "Bearer"})
            raise SignInFirst
        if scope not in viewer.scopes:
            raise HTTPException(403, f"your token lacks the scope {scope}")

    return Depends(gate)


def owner_of(session: Session, version: Version) -> str:
    return session.get_one(Owner, session.get_one(Bot, version.bot_id).owner_id).name


def own_version(session: Session, viewer: Viewer, version_id: int) -> Version:
    """A version that this viewer may activate and retire."""
    version = session.get(Version, version_id)
    if version is None:
        raise Missing(f"there is no version {version_id}")
    if not viewer.may_change(owner_of(session, version)):
        raise HTTPException(403, "this bot is somebody else's")
    return version


def own_handin(session: Session, viewer: Viewer, handin_id: int) -> Handin:
    """One that this viewer may see all of; what is another team's is answered like what is not there."""
    handin = handin_with(session, handin_id)
    if not viewer.owns(account_of(session, session.get_one(Team, handin.team_id))):
        raise Missing(f"there is no hand-in {handin_id}")
    return handin
