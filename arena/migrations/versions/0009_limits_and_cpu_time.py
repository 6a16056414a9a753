"""limits of bots, freezing, and CPU time"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament", sa.Column("limits", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("tournament", sa.Column("freeze", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("game", sa.Column("cpu_ms", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("game", "cpu_ms")
    op.drop_column("tournament", "freeze")
    op.drop_column("tournament", "limits")
