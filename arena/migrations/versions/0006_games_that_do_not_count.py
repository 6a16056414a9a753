"""games that do not count"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament", sa.Column("rematch", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("tournament", sa.Column("is_rated", sa.Boolean(), server_default=sa.true(), nullable=False))


def downgrade() -> None:
    op.drop_column("tournament", "is_rated")
    op.drop_column("tournament", "rematch")
