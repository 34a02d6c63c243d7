"""API tokens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_tokens"
down_revision = "0004_clocks_ratings"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "token",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("guest", sa.Text, sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
        sqlite_with_rowid=False,
    )
    op.create_index("token_guest", "token", ["guest"])
