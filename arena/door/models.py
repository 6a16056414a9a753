"""The table of bots from afar. No token is in it: only its digest."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import false
from sqlmodel import Field, SQLModel

from arena.models import moment


class Remote(SQLModel, table=True):
    """A version that runs on its owner's machine and dials in."""

    version_id: int = Field(foreign_key="version.id", primary_key=True)
    digest: str | None = Field(default=None, max_length=64)
    """SHA-256 of its token, which is random and long; None if it was revoked."""
    is_here: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether it was here when its door was last looked at."""
    seen: datetime | None = moment(nullable=True)
    """When it was last here."""
