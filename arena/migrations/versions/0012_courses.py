"""courses"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "course",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("timezone", sa.String(length=60), nullable=False),
        sa.Column("pseudonyms", sa.Boolean(), nullable=False),
        sa.Column("revealed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course")),
        sa.UniqueConstraint("key", name=op.f("uq_course_key")),
    )
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("pool_id", sa.Integer(), nullable=False),
        sa.Column("opens", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("late_hours", sa.Float(), nullable=False),
        sa.Column("late_percent_per_day", sa.Float(), nullable=False),
        sa.Column("freeze", sa.DateTime(timezone=True), nullable=True),
        sa.Column("quota", sa.Integer(), nullable=False),
        sa.Column("failed_quota", sa.Integer(), nullable=False),
        sa.Column("blocks", sa.Integer(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("limits", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("thresholds", sa.JSON(), nullable=False),
        sa.Column("baselines", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_assignment_course_id")),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"], name=op.f("fk_assignment_pool_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
        sa.UniqueConstraint("course_id", "key", name=op.f("uq_assignment_course_id_key")),
    )
    op.create_index(op.f("ix_assignment_course_id"), "assignment", ["course_id"])
    op.create_index(op.f("ix_assignment_pool_id"), "assignment", ["pool_id"])
    op.create_table(
        "team",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("is_alone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_team_account_id")),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_team_course_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_team")),
        sa.UniqueConstraint("account_id", name=op.f("uq_team_account_id")),
        sa.UniqueConstraint("course_id", "name", name=op.f("uq_team_course_id_name")),
    )
    op.create_index(op.f("ix_team_course_id"), "team", ["course_id"])
    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=200), nullable=False),
        sa.Column("token_key", sa.String(length=12), nullable=True),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_member_course_id")),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_member_team_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sa.UniqueConstraint("course_id", "student_id", name=op.f("uq_member_course_id_student_id")),
    )
    op.create_index(op.f("ix_member_course_id"), "member", ["course_id"])
    op.create_index(op.f("ix_member_team_id"), "member", ["team_id"])
    op.create_table(
        "handin",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=True),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.Column("late_seconds", sa.Float(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignment.id"], name=op.f("fk_handin_assignment_id")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_handin_member_id")),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_handin_team_id")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_handin_tournament_id")),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name=op.f("fk_handin_upload_id")),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], name=op.f("fk_handin_version_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handin")),
        sa.UniqueConstraint("tournament_id", name=op.f("uq_handin_tournament_id")),
        sa.UniqueConstraint("upload_id", name=op.f("uq_handin_upload_id")),
    )
    op.create_index("ix_handin_assignment_team_received", "handin", ["assignment_id", "team_id", "received"])
    op.create_index(op.f("ix_handin_team_id"), "handin", ["team_id"])


def downgrade() -> None:
    for name in ("handin", "assignment", "member", "team", "course"):
        op.drop_table(name)
