"""The tables. Results are only ever added: what is void says so in a row of its own, with a reason."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Column, DateTime, Index, LargeBinary, MetaData, Text, UniqueConstraint, false, true
from sqlmodel import Field, SQLModel

# Names for constraints, so that migrations can speak of them on every database.
SQLModel.metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


AFAR = "afar-"
"""How the digest of a version without a package begins."""


def now() -> datetime:
    return datetime.now(UTC)


def moment(nullable: bool = False) -> Any:
    if nullable:
        return Field(default=None, sa_type=DateTime(timezone=True))
    return Field(default_factory=now, sa_type=DateTime(timezone=True))


class VersionStatus(StrEnum):
    UPLOADED = "uploaded"
    BUILT = "built"
    CHECKED = "checked"
    ACTIVE = "active"
    REFUSED = "refused"
    RETIRED = "retired"


class Format(StrEnum):
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class TournamentStatus(StrEnum):
    PLANNED = "planned"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"


class Kind(StrEnum):
    """What a tournament is for, and so who plans its matches."""

    PLANNED = "planned"
    """Its format plans them, round by round."""
    REMATCH = "rematch"
    """Another tournament's, with another version: see `arena.rematch`."""
    SEASON = "season"
    """A ladder's scheduler adds them as long as the season is open."""
    SUBMISSION = "submission"
    """A course's answer to a submission: it meets itself, then the baselines."""


class MatchStatus(StrEnum):
    PLANNED = "planned"
    DONE = "done"
    CANCELLED = "cancelled"


class Owner(SQLModel, table=True):
    """Whoever submits bots."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=80)
    created: datetime = moment()


class Bot(SQLModel, table=True):
    """An entrant."""

    __table_args__ = (UniqueConstraint("owner_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    name: str = Field(max_length=40)
    created: datetime = moment()


class Version(SQLModel, table=True):
    """One immutable upload of a bot."""

    __table_args__ = (UniqueConstraint("bot_id", "number"), UniqueConstraint("bot_id", "digest"))

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bot.id", index=True)
    number: int
    digest: str = Field(max_length=64)
    """SHA-256 of the package; of a bot from afar, which has none, `afar-` and a number of its own."""
    games: list[str] = Field(sa_column=Column(JSON, nullable=False))
    status: VersionStatus = Field(default=VersionStatus.UPLOADED, sa_type=Text)
    report: str = Field(default="", sa_type=Text)
    """What build and check said, for the owner."""
    created: datetime = moment()

    @property
    def is_from_afar(self) -> bool:
        """Whether it runs on its owner's machine, and dials in: see `arena.door`."""
        return self.digest.startswith(AFAR)


class Package(SQLModel, table=True):
    """What was uploaded, as it came: here, so that the workers of every host can give it to their referees."""

    digest: str = Field(primary_key=True, max_length=64)
    data: bytes = Field(sa_type=LargeBinary)


class Pool(SQLModel, table=True):
    """Ratings are per pool, never mixed: a game, its options, a number of players."""

    __table_args__ = (UniqueConstraint("game", "options_key", "players"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(max_length=40)
    options: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    options_key: str = Field(max_length=200)
    """The options as canonical JSON, so that a pool is there once."""
    players: int


class Tournament(SQLModel, table=True):
    """Many matches, planned at once or round by round."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=80)
    pool_id: int = Field(foreign_key="pool.id", index=True)
    format: Format = Field(sa_type=Text)
    rounds: int
    """How many rounds the format has; known beforehand for all of them."""
    blocks: int
    """In every match; where a test says when to stop, how many are added to it at a time."""
    stopping: dict[str, float] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    """The sequential test that ends it, as `arena.compare.Stopping` writes it; None if it ends with its matches."""
    rematch: dict[str, int] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    """What it plays again, as `arena.rematch.Rematch` writes it; None if its matches are its own."""
    is_rated: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Whether its games count in the pool: those of a what-if, or for fun, do not."""
    seed: str = Field(max_length=64)
    """From which all deals follow: the same for all matches. Published when it is over; its SHA-256 before."""
    clock: dict[str, int] = Field(sa_column=Column(JSON, nullable=False))
    seatings: str = Field(default="rotations", max_length=20)
    parallel: int = 1
    limits: dict[str, int] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    """What each bot may use of its host, as `referee.limits.Limits` has it; None is all by default."""
    freeze: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether bots stand still while others are to move."""
    kind: Kind = Field(default=Kind.PLANNED, sa_type=Text, sa_column_kwargs={"server_default": "planned"})
    is_open: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether matches may be added still: it does not end, though all that are there are played."""
    priority: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Whose matches are played first: those with more. Somebody waits for them."""
    private_to: int | None = None
    """The owner who alone may see it, admins aside; None if everybody may."""
    status: TournamentStatus = Field(default=TournamentStatus.PLANNED, sa_type=Text)
    created: datetime = moment()
    ended: datetime | None = moment(nullable=True)


class Entry(SQLModel, table=True):
    """A version that takes part in a tournament; the number is its place in the list of bots."""

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    number: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="version.id", index=True)


class Match(SQLModel, table=True):
    """n bots and a number of blocks: one job. Whoever holds its lease plays it."""

    __table_args__ = (
        UniqueConstraint("tournament_id", "number"),
        Index("ix_match_status_lease", "status", "lease_until"),
    )

    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    round: int
    number: int
    """In the order in which the tournament planned it."""
    job_order: int
    """In which it is queued: shuffled by the tournament's seed."""
    blocks: int
    seed: str | None = Field(default=None, max_length=64)
    """From which its deals follow, if they are its own; None if they are those of its whole tournament."""
    status: MatchStatus = Field(default=MatchStatus.PLANNED, sa_type=Text)
    lease_token: str | None = Field(default=None, max_length=64)
    lease_until: datetime | None = moment(nullable=True)
    attempts: int = 0
    """How often a worker took it."""
    trouble: str = Field(default="", sa_type=Text)
    """What the platform's last failure with it was. Never a result."""
    waits_since: datetime | None = moment(nullable=True)
    """Since when, as long as it is due, it waits for a bot from afar that is away: see `arena.door`."""


class MatchBot(SQLModel, table=True):
    """Who plays in a match."""

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    position: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="version.id", index=True)


class Block(SQLModel, table=True):
    """One deal, played at every seating of the match. It is there whole, or not at all, and once."""

    __table_args__ = (UniqueConstraint("match_id", "number"), Index("ix_block_created", "created"))

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="match.id", index=True)
    pool_id: int = Field(foreign_key="pool.id", index=True)
    number: int
    seed: str = Field(max_length=64)
    sandbox: str = Field(max_length=20)
    """The level at which it was played; `+afar` after it, or `afar` alone: some bots, or all, ran somewhere else."""
    created: datetime = moment()


class Game(SQLModel, table=True):
    """One game, compact: seed, choices and times; its replay is derived."""

    __table_args__ = (UniqueConstraint("block_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    block_id: int = Field(foreign_key="block.id", index=True)
    number: int
    choices: bytes = Field(sa_type=LargeBinary)
    """A byte a step: the index of its action in the list of legal ones."""
    ms: bytes = Field(sa_type=LargeBinary)
    """The time charged for each step, as 32-bit floats, little-endian."""
    cpu_ms: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The CPU time of each step in the same form, -1 where it is not known; None if it is known of none."""
    autopilot: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    notes: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    termination: str = Field(max_length=20)
    offenders: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    detail: str = Field(sa_type=Text)


class Seat(SQLModel, table=True):
    """A bot's part in a game."""

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="version.id", index=True)
    placing: int
    score: int
    is_faulty: bool = False
    decisions: int
    """That the bot made itself."""
    think_ms: float
    think_max_ms: float


class Log(SQLModel, table=True):
    """What a bot at fault had printed; for its owner."""

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    text: str = Field(sa_type=Text)


class Void(SQLModel, table=True):
    """A block that does not count any more, and why."""

    block_id: int = Field(foreign_key="block.id", primary_key=True)
    reason: str = Field(sa_type=Text)
    created: datetime = moment()


class RatingSnapshot(SQLModel, table=True):
    """What a pool's ratings were when they were computed, up to a block."""

    __table_args__ = (UniqueConstraint("pool_id", "last_block_id", "version_id"),)

    id: int | None = Field(default=None, primary_key=True)
    pool_id: int = Field(foreign_key="pool.id", index=True)
    last_block_id: int
    version_id: int = Field(foreign_key="version.id", index=True)
    elo: float
    rating: float
    low: float
    high: float
    games: int
    created: datetime = moment()


class PoolStandings(SQLModel, table=True):
    """A pool's standings as they were last computed, whole, so that showing them costs nothing."""

    pool_id: int = Field(foreign_key="pool.id", primary_key=True)
    last_block_id: int
    """The newest block that they know."""
    void_blocks: int
    """How many blocks they leave out."""
    bots: int
    games: int
    report: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created: datetime = moment()


class Exhibition(SQLModel, table=True):
    """A game that a visitor played: it can be replayed, and is no result. Nothing is ever rated by it."""

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(max_length=40)
    options: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    seats: list[str] = Field(sa_column=Column(JSON, nullable=False))
    """The names of who sat there."""
    seed: str = Field(max_length=64)
    choices: bytes = Field(sa_type=LargeBinary)
    ms: bytes = Field(sa_type=LargeBinary)
    autopilot: list[int] = Field(sa_column=Column(JSON, nullable=False))
    notes: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    result: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    """As in replays."""
    created: datetime = moment()
