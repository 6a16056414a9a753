"""The table of uploads."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Column, Index, Text
from sqlmodel import Field, SQLModel

from arena.models import moment


class UploadStatus(StrEnum):
    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"


class Upload(SQLModel, table=True):
    """One package that somebody sent, and what became of it. Whoever holds its lease checks it."""

    __table_args__ = (Index("ix_upload_status_lease", "status", "lease_until"),)

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    digest: str = Field(max_length=64)
    """Of the package, which is kept under it."""
    status: UploadStatus = Field(default=UploadStatus.WAITING, sa_type=Text)
    steps: list[dict[str, Any]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """What build and check have said so far, for the owner."""
    sentence: str = Field(default="", sa_type=Text)
    """Why it was refused, or what keeps it waiting."""
    version_id: int | None = Field(default=None, foreign_key="version.id", index=True)
    """What it has become, once its bot.toml has been read."""
    lease_token: str | None = Field(default=None, max_length=64)
    lease_until: datetime | None = moment(nullable=True)
    created: datetime = moment()
    ended: datetime | None = moment(nullable=True)
