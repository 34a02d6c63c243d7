"""Rate limits that all processes count together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_rate_windows"
down_revision = "0009_finished_games"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "rate_window",
        sa.Column("name", sa.Text, primary_key=True, nullable=False),
        sa.Column("ends", sa.Double, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
