"""Bots from afar: entered without a package, known by a token."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from sqlmodel import Session

from arena.accounts.roles import Scope
from arena.db import writing
from arena.door.bots import add_from_afar, new_token, revoke_token
from arena.door.rule import RULE
from arena.models import Version
from arena.settings import Settings
from arena.store import LOCAL_OWNER, owner_named, version_labels
from arena.web.api.routes import api_router
from arena.web.deps import SettingsDep, ViewerDep
from arena.web.gates import needs, own_version
from arena.web.ids import Id

router = api_router("bots")
ENTERED = f"Enter a bot that runs on your own machine and dials in: a new version, and its token. {RULE}"


class FromAfarIn(BaseModel):
    name: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
    games: Annotated[list[str], Field(min_length=1, max_length=20)]


class TokenOut(BaseModel):
    """What the owner starts the bot with."""

    version_id: int
    bot: str
    """As people write it: `anna/greedy@2`."""
    token: str | None
    """`BOTHY_TOKEN`, shown this once; null if it was taken away."""
    referee: str
    """`BOTHY_REFEREE`: the arena's door, as its own host calls it; empty if it is not known here."""


@router.post("/bots/afar", status_code=201, dependencies=[needs(Scope.SUBMIT)], description=ENTERED)
def enter_from_afar(settings: SettingsDep, viewer: ViewerDep, asked: FromAfarIn) -> TokenOut:
    with writing(settings.database) as session:
        owner = owner_named(session, viewer.name or LOCAL_OWNER)
        version, token = add_from_afar(session, owner, asked.name, asked.games)
        return _token_out(session, settings, version, token)


@router.post("/versions/{version_id}/token", dependencies=[needs(Scope.SUBMIT)])
def renew_token(settings: SettingsDep, viewer: ViewerDep, version_id: Id) -> TokenOut:
    """A new token for a bot from afar. The one before is no longer good: whoever plays with it is sent away."""
    with writing(settings.database) as session:
        version = own_version(session, viewer, version_id)
        return _token_out(session, settings, version, new_token(session, version))


@router.post("/versions/{version_id}/revoke", dependencies=[needs(Scope.SUBMIT)])
def take_token_away(settings: SettingsDep, viewer: ViewerDep, version_id: Id) -> TokenOut:
    """Nobody plays as this bot from afar until it has a new token; whoever does is sent away."""
    with writing(settings.database) as session:
        version = own_version(session, viewer, version_id)
        revoke_token(session, version)
        return _token_out(session, settings, version, None)


def _token_out(session: Session, settings: Settings, version: Version, token: str | None) -> TokenOut:
    assert version.id is not None
    label = version_labels(session, [version.id])[version.id]
    return TokenOut(version_id=version.id, bot=label, token=token, referee=settings.door)
