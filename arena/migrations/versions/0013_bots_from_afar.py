"""bots from afar, and matches that wait for them"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "remote",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("is_here", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], name=op.f("fk_remote_version_id")),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_remote")),
    )
    op.add_column("match", sa.Column("waits_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("match", "waits_since")
    op.drop_table("remote")
