"""Bots from afar: their owners enter them, and see each token once."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from sqlmodel import Session
from starlette.responses import Response

from arena.accounts.roles import Scope
from arena.db import writing
from arena.door.bots import add_from_afar, new_token, revoke_token
from arena.models import Version
from arena.store import LOCAL_OWNER, owner_named, version_labels
from arena.web.deps import SettingsDep, ViewerDep, page
from arena.web.gates import needs, own_version
from arena.web.ids import Id

router = APIRouter()


@router.post("/afar", dependencies=[needs(Scope.SUBMIT)])
def enter(
    request: Request,
    settings: SettingsDep,
    viewer: ViewerDep,
    name: Annotated[str, Form(max_length=80)] = "",
    games: Annotated[list[str], Form()] = [],  # noqa: B006
) -> Response:
    with writing(settings.database) as session:
        version, token = add_from_afar(session, owner_named(session, viewer.name or LOCAL_OWNER), name, games)
        label = _label(session, version)
    return page(request, "afar.html", label=label, token=token, door=settings.door)


@router.post("/afar/{version_id}/{change}", dependencies=[needs(Scope.SUBMIT)])
def change_token(request: Request, settings: SettingsDep, viewer: ViewerDep, version_id: Id, change: str) -> Response:
    if change not in ("token", "revoke"):
        raise HTTPException(404)
    token = None
    with writing(settings.database) as session:
        version = own_version(session, viewer, version_id)
        if change == "token":
            token = new_token(session, version)
        else:
            revoke_token(session, version)
        label = _label(session, version)
    return page(request, "afar.html", label=label, token=token, door=settings.door)


def _label(session: Session, version: Version) -> str:
    return version_labels(session, [version.id or 0])[version.id or 0]
