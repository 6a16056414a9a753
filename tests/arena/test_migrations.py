from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, inspect
from sqlmodel import SQLModel

from arena.db import alembic_config, engine_of, upgrade
from tests.arena.processes import at_once

REVISIONS = [script.revision for script in ScriptDirectory.from_config(alembic_config("sqlite://")).walk_revisions()]


def test_an_empty_database_gets_all_tables(database: str) -> None:
    upgrade(database)
    assert set(inspect(engine_of(database)).get_table_names()) >= set(SQLModel.metadata.tables)


def test_the_migrations_make_what_the_models_say(database: str) -> None:
    upgrade(database)
    command.check(alembic_config(database))


def test_an_upgrade_of_what_is_up_to_date_changes_nothing(database: str) -> None:
    upgrade(database)
    upgrade(database)


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_older_database_keeps_its_rows(database: str, revision: str) -> None:
    command.upgrade(alembic_config(database), revision)
    _fill(database)
    before = _rows(database)
    upgrade(database)
    command.check(alembic_config(database))
    after = _rows(database)
    for table, rows in before.items():
        assert [{name: row[name] for name in old} for row, old in zip(after[table], rows, strict=True)] == rows


def test_processes_that_upgrade_at_once_do_not_disturb_each_other(database: str) -> None:
    at_once(upgrade, [database] * 3)
    command.check(alembic_config(database))


def _fill(url: str) -> None:
    """A row in every table that is there, each referring to the first of the others."""
    metadata = MetaData()
    metadata.reflect(engine_of(url))
    with engine_of(url).begin() as connection:
        for table in metadata.sorted_tables:
            if table.name != "alembic_version":
                values = {column.name: _value(column) for column in table.columns if not column.nullable}
                connection.execute(table.insert().values(values))


def _value(column: Any) -> Any:
    kind = column.type.python_type
    if kind is datetime:
        return datetime(2026, 1, 2, tzinfo=UTC if column.type.timezone else None)
    examples = {int: 1, str: "text", float: 0.5, bytes: b"\0\xff", bool: True}
    return examples.get(kind, {"a": 1})  # else it is JSON


def _rows(url: str) -> dict[str, list[dict[str, Any]]]:
    metadata = MetaData()
    metadata.reflect(engine_of(url))
    with engine_of(url).connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(table.select()).mappings()]
            for table in metadata.sorted_tables
            if table.name != "alembic_version"
        }
