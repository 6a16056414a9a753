"""Run by alembic; the engine comes from `arena.db.alembic_config`."""

from alembic import context
from sqlalchemy import text
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString

import arena.accounts.models
import arena.courses.models
import arena.door.models
import arena.ladders.models
import arena.models
import arena.uploads.models  # noqa: F401


def render_item(kind, item, _):  # type: ignore[no-untyped-def]
    """Plain SQLAlchemy types: migrations must not need the SQLModel of their day."""
    if kind == "type" and isinstance(item, AutoString):
        return f"sa.String(length={item.length})"
    return False


engine = context.config.attributes["engine"]

ONE_AT_A_TIME = 0x626F746879  # any number, the same for all

# One transaction from looking at what is there to the last step: alembic's own would be one for each step on SQLite,
# and between two of them somebody else might take the next.
with engine.begin() as connection:
    if engine.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
    # SQLite cannot alter tables in place: batch mode copies them.
    context.configure(
        connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True, render_item=render_item
    )
    with context.begin_transaction():
        context.run_migrations()
