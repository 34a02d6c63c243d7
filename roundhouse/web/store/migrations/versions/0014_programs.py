"""Guests that are programs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014_programs"
down_revision = "0013_plans"


def upgrade() -> None:
    """Add the mark. Programs that played before are marked when they play again."""
    op.add_column("guest", sa.Column("program", sa.Integer, nullable=False, server_default=sa.text("0")))
