"""Plans: what players decide in advance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013_plans"
down_revision = "0012_boards"


def upgrade() -> None:
    """Add them, at most one for each seat."""
    op.create_table(
        "plan",
        sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("occasion", sa.Text, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sqlite_with_rowid=False,
    )
