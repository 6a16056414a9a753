"""standings of pools"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "poolstandings",
        sa.Column("pool_id", sa.Integer(), nullable=False),
        sa.Column("last_block_id", sa.Integer(), nullable=False),
        sa.Column("void_blocks", sa.Integer(), nullable=False),
        sa.Column("bots", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"], name=op.f("fk_poolstandings_pool_id")),
        sa.PrimaryKeyConstraint("pool_id", name=op.f("pk_poolstandings")),
    )


def downgrade() -> None:
    op.drop_table("poolstandings")
