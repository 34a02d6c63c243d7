"""Seats know whether another player called in the bot that plays for their person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_substitutes"
down_revision = "0006_jobs"


def upgrade() -> None:
    """Add the column; bots that play now were called in by their people, or their time had run out."""
    op.add_column("seat", sa.Column("by_other", sa.Integer, nullable=False, server_default=sa.text("0")))
