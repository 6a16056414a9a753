"""ladders"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0012"  # it came first
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ladder",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("pool_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("joins", sa.Text(), nullable=False),
        sa.Column("blocks", sa.Integer(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("limits", sa.JSON(), nullable=True),
        sa.Column("freeze", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("seatings", sa.String(length=20), nullable=False),
        sa.Column("parallel", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("blocks_per_hour", sa.Integer(), nullable=True),
        sa.Column("gauntlet_blocks", sa.Integer(), nullable=False),
        sa.Column("uniform_share", sa.Float(), nullable=False),
        sa.Column("challenge_quota", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"], name=op.f("fk_ladder_pool_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder")),
        sa.UniqueConstraint("name", name=op.f("uq_ladder_name")),
    )
    op.create_index(op.f("ix_ladder_pool_id"), "ladder", ["pool_id"], unique=False)
    op.create_table(
        "ladder_invitation",
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name=op.f("fk_ladder_invitation_bot_id")),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladder.id"], name=op.f("fk_ladder_invitation_ladder_id")),
        sa.PrimaryKeyConstraint("ladder_id", "bot_id", name=op.f("pk_ladder_invitation")),
    )
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("final", sa.JSON(), nullable=True),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladder.id"], name=op.f("fk_season_ladder_id")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_season_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("ladder_id", "number", name=op.f("uq_season_ladder_id_number")),
        sa.UniqueConstraint("tournament_id", name=op.f("uq_season_tournament_id")),
    )
    op.create_index(op.f("ix_season_ladder_id"), "season", ["ladder_id"], unique=False)
    op.create_table(
        "challenge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("opponent_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("dropped", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladder.id"], name=op.f("fk_challenge_ladder_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_challenge_match_id")),
        sa.ForeignKeyConstraint(["opponent_id"], ["version.id"], name=op.f("fk_challenge_opponent_id")),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name=op.f("fk_challenge_owner_id")),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], name=op.f("fk_challenge_version_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge")),
        sa.UniqueConstraint("match_id", name=op.f("uq_challenge_match_id")),
    )
    op.create_index(op.f("ix_challenge_ladder_id"), "challenge", ["ladder_id"], unique=False)
    op.create_index(op.f("ix_challenge_owner_id"), "challenge", ["owner_id"], unique=False)
    op.create_table(
        "ladder_entry",
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("is_anchor", sa.Boolean(), nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
        sa.Column("passed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gone", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladder.id"], name=op.f("fk_ladder_entry_ladder_id")),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], name=op.f("fk_ladder_entry_version_id")),
        sa.PrimaryKeyConstraint("ladder_id", "version_id", name=op.f("pk_ladder_entry")),
    )
    op.create_table(
        "ladder_match",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_ladder_match_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_ladder_match")),
    )
    op.create_index("ix_block_created", "block", ["created"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_block_created", "block")
    for name in ("challenge", "ladder_match", "ladder_invitation", "ladder_entry", "season", "ladder"):
        op.drop_table(name)
