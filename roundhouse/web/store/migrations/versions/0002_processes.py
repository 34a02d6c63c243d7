"""Several processes on one store: a revision counter for each table, and jobs that are leased by one process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_processes"
down_revision = "0001_first"


def upgrade() -> None:
    """Add the counter and the jobs."""
    op.add_column("game_table", sa.Column("revision", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.create_table(
        "due",
        sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("due_until", "due", ["until", "at"])
