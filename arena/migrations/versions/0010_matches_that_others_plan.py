"""tournaments to which matches are added, that are urgent, or private; matches with deals of their own"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament", sa.Column("kind", sa.Text(), server_default="planned", nullable=False))
    op.add_column("tournament", sa.Column("is_open", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tournament", sa.Column("priority", sa.Integer(), server_default="0", nullable=False))
    op.add_column("tournament", sa.Column("private_to", sa.Integer(), nullable=True))
    op.add_column("match", sa.Column("seed", sa.String(length=64), nullable=True))
    op.execute("UPDATE tournament SET kind = 'rematch' WHERE rematch IS NOT NULL")


def downgrade() -> None:
    op.drop_column("match", "seed")
    for name in ("private_to", "priority", "is_open", "kind"):
        op.drop_column("tournament", name)
