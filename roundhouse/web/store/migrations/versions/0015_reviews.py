"""Reviews of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015_reviews"
down_revision = "0014_programs"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "review",
        sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("document", sa.Text),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
