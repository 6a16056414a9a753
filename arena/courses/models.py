"""The tables of courses. A team is an account and an owner of bots; who is behind it stands in the roster alone."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Column, DateTime, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from arena.models import moment


class HandinStatus(StrEnum):
    WAITING = "waiting"
    """To be built and checked, or tried again after some trouble of the platform's."""
    ACCEPTED = "accepted"
    """It plays, or has played: see its tournament."""
    REFUSED = "refused"
    """It was not built, did not pass, or does not play the game: its upload says why."""


class Course(SQLModel, table=True):
    """A roster and assignments. Teachers are admins."""

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True, max_length=40)
    """As it is written in commands: `cs101`."""
    title: str = Field(max_length=200)
    timezone: str = Field(max_length=60)
    """An IANA name: the times of this course are written and shown in it, and kept as UTC."""
    pseudonyms: bool = False
    """Whether accounts have names drawn at random, and only the roster says whose they are."""
    revealed: datetime | None = moment(nullable=True)
    """Since when everybody may know who is behind a pseudonym."""
    created: datetime = moment()


class Team(SQLModel, table=True):
    """One or more students, who submit as one account."""

    __table_args__ = (UniqueConstraint("course_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    course_id: int = Field(foreign_key="course.id", index=True)
    name: str = Field(max_length=200)
    """The real one, for admins until pseudonyms are revealed. What others see is the account's name."""
    account_id: int = Field(foreign_key="account.id", unique=True)
    """Of the owner of the same name are its bots."""
    is_alone: bool = False
    """Whether it is one student for whom the roster names no team; nobody else joins it."""


class Member(SQLModel, table=True):
    """A student in a team, for admins only, with a token of their own."""

    __table_args__ = (UniqueConstraint("course_id", "student_id"),)

    id: int | None = Field(default=None, primary_key=True)
    course_id: int = Field(foreign_key="course.id", index=True)
    team_id: int = Field(foreign_key="team.id", index=True)
    student_id: str = Field(max_length=80)
    """As the school counts them; any text that is there once in a course."""
    name: str = Field(max_length=200)
    email: str = Field(default="", max_length=200)
    token_key: str | None = Field(default=None, max_length=12)
    """Of the token that was made last; none before."""


class Assignment(SQLModel, table=True):
    """What is to be handed in, until when, and what it meets. All moments are UTC."""

    __table_args__ = (UniqueConstraint("course_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    course_id: int = Field(foreign_key="course.id", index=True)
    key: str = Field(max_length=40)
    title: str = Field(max_length=200)
    pool_id: int = Field(foreign_key="pool.id", index=True)
    opens: datetime = Field(sa_type=DateTime(timezone=True))
    deadline: datetime = Field(sa_type=DateTime(timezone=True))
    """Exactly then is in time."""
    late_hours: float = 0.0
    """How long after the deadline something may still be handed in."""
    late_percent_per_day: float = 0.0
    """What every day that was begun after the deadline takes off the points."""
    freeze: datetime | None = moment(nullable=True)
    """From when the public leaderboard stands still, until the last late moment has passed or all is revealed."""
    quota: int
    """How many may be handed in within any 24 hours, by a team."""
    failed_quota: int
    """How many of them may be refused, which are counted apart."""
    blocks: int
    """Declared: as many are played against each baseline."""
    clock: dict[str, int] = Field(sa_column=Column(JSON, nullable=False))
    limits: dict[str, int] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    thresholds: list[dict[str, Any]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """What earns points: {"baseline": a version's id, "score": a share from 0 to 1, "points": a number}."""
    baselines: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """Versions, in the order in which they are met."""
    created: datetime = moment()


class Handin(SQLModel, table=True):
    """An upload for an assignment, and what answers it: a private tournament."""

    __table_args__ = (Index("ix_handin_assignment_team_received", "assignment_id", "team_id", "received"),)

    id: int | None = Field(default=None, primary_key=True)
    assignment_id: int = Field(foreign_key="assignment.id")
    team_id: int = Field(foreign_key="team.id", index=True)
    member_id: int | None = Field(default=None, foreign_key="member.id")
    """By whose token it came; none if an admin handed it in for the team."""
    upload_id: int = Field(foreign_key="upload.id", unique=True)
    version_id: int | None = Field(default=None, foreign_key="version.id")
    """What the upload has become, once its bot.toml has been read."""
    received: datetime = moment()
    late_seconds: float = 0.0
    """After the deadline; 0 if in time."""
    status: HandinStatus = Field(default=HandinStatus.WAITING, sa_type=Text)
    sentence: str = Field(default="", sa_type=Text)
    """Why it was refused though the upload was not."""
    tournament_id: int | None = Field(default=None, foreign_key="tournament.id", unique=True)
    """Match 0 against itself, one block; then one against each baseline, in their order."""
