"""Seats that are drawn by lot, and games that are rated or casual."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011_seats_by_lot"
down_revision = "0010_rate_windows"


def upgrade() -> None:
    """Add them. At tables of earlier versions the host arranged the seats, and every game counted."""
    op.add_column("game_table", sa.Column("rated", sa.Integer, nullable=False, server_default="1"))
    op.add_column("game_table", sa.Column("by_lot", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("lot_place", sa.Integer))
