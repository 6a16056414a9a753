"""The tables of ladders. What is played on one are the matches of its seasons, which are tournaments."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Column, Text, UniqueConstraint, false
from sqlmodel import Field, SQLModel

from arena.models import moment
from arena.pairing.reasons import Reason


class LadderStatus(StrEnum):
    ACTIVE = "active"
    PAUSED = "paused"
    ENDED = "ended"


class Joins(StrEnum):
    """Whose bots join by themselves."""

    ALL = "all"
    """Everybody's who play its game, but for those of courses."""
    INVITED = "invited"
    """Those that were invited, by name."""


class SeasonStatus(StrEnum):
    OPEN = "open"
    """Matches are added."""
    CLOSING = "closing"
    """What is being played is played to its end."""
    OVER = "over"
    """Its final standings are there."""


class Ladder(SQLModel, table=True):
    """What is played for ever, and how."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=60)
    pool_id: int = Field(foreign_key="pool.id", index=True)
    status: LadderStatus = Field(default=LadderStatus.ACTIVE, sa_type=Text)
    joins: Joins = Field(default=Joins.ALL, sa_type=Text)
    blocks: int
    """In every match."""
    clock: dict[str, int] = Field(sa_column=Column(JSON, nullable=False))
    limits: dict[str, int] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    freeze: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    seatings: str = Field(default="rotations", max_length=20)
    parallel: int = 4
    ahead: int = 8
    """So many matches are kept ready: at least as many as workers play at once."""
    blocks_per_hour: int | None = None
    """No more are played in any 60 minutes; None for as many as can be."""
    gauntlet_blocks: int
    """A new version first plays so many against each anchor."""
    uniform_share: float
    """Of the matches that are nobody's challenge and no gauntlet's, so many are drawn by lot."""
    challenge_quota: int
    """Of one owner, in any 24 hours."""
    created: datetime = moment()


class Season(SQLModel, table=True):
    """A stretch of a ladder, with standings of its own: a tournament to which matches are added."""

    __table_args__ = (UniqueConstraint("ladder_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    ladder_id: int = Field(foreign_key="ladder.id", index=True)
    number: int
    tournament_id: int = Field(foreign_key="tournament.id", unique=True)
    status: SeasonStatus = Field(default=SeasonStatus.OPEN, sa_type=Text)
    final: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    """The standings as they were when it was over. They never change, whatever becomes of blocks and bots."""
    started: datetime = moment()
    ended: datetime | None = moment(nullable=True)


class LadderEntry(SQLModel, table=True):
    """A version that is on a ladder, or was."""

    __tablename__ = "ladder_entry"

    ladder_id: int = Field(foreign_key="ladder.id", primary_key=True)
    version_id: int = Field(foreign_key="version.id", primary_key=True)
    is_anchor: bool = False
    """New versions meet it first. It stays though newer versions of its bot come."""
    joined: datetime = moment()
    passed: datetime | None = moment(nullable=True)
    """When it was through its gauntlet."""
    gone: datetime | None = moment(nullable=True)
    """Since when it is not on the ladder any more."""


class Invitation(SQLModel, table=True):
    """A bot that may join where not all do."""

    __tablename__ = "ladder_invitation"

    ladder_id: int = Field(foreign_key="ladder.id", primary_key=True)
    bot_id: int = Field(foreign_key="bot.id", primary_key=True)
    created: datetime = moment()


class LadderMatch(SQLModel, table=True):
    """Why a match of a ladder is played."""

    __tablename__ = "ladder_match"

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    reason: Reason = Field(sa_type=Text)


class Challenge(SQLModel, table=True):
    """An owner wants one version to meet another: one match, before others."""

    id: int | None = Field(default=None, primary_key=True)
    ladder_id: int = Field(foreign_key="ladder.id", index=True)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    version_id: int = Field(foreign_key="version.id")
    opponent_id: int = Field(foreign_key="version.id")
    match_id: int | None = Field(default=None, foreign_key="match.id", unique=True)
    """None while it waits."""
    dropped: str = Field(default="", sa_type=Text)
    """Why it will not be played; empty if it will."""
    created: datetime = moment()
