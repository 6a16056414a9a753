"""The database: SQLite with WAL, or PostgreSQL by URL; its schema by alembic."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError
from sqlmodel import Session, create_engine

from arena.settings import ArenaError

BUSY_SECONDS = 30.0
AWAY = (OperationalError, InterfaceError)
"""What is raised while the database is being restarted, or cannot be reached."""


@lru_cache(maxsize=4)
def engine_of(url: str) -> Engine:
    """The engine for a URL; `postgresql://…` means psycopg."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ArenaError("the database URL cannot be read: sqlite:///file or postgresql://user@host/name") from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    if parsed.get_backend_name() == "postgresql":
        return create_engine(parsed, pool_pre_ping=True)
    raise ArenaError(f"{parsed.get_backend_name()} is no database for the arena: use SQLite or PostgreSQL")


def _sqlite(url: Any) -> Engine:
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        # Transactions are begun by hand (below), so that writers queue instead of failing half-way.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=NORMAL"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        writes = connection.get_execution_options().get("writes", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextmanager
def writing(url: str) -> Iterator[Session]:
    """A transaction that is committed at the end, or not at all."""
    with Session(engine_of(url), expire_on_commit=False) as session, session.begin():
        yield session


@contextmanager
def reading(url: str) -> Iterator[Session]:
    """A look at the database that keeps no writer waiting."""
    with Session(engine_of(url).execution_options(writes=False), expire_on_commit=False) as session:
        yield session


def upgrade(url: str) -> None:
    """Bring the schema up to date; a new database gets all of it."""
    command.upgrade(alembic_config(url), "head")


def alembic_config(url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("arena").joinpath("migrations")))
    config.attributes["engine"] = engine_of(url)
    return config
