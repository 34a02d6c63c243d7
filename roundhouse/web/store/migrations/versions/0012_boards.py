"""The board that a table is played on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012_boards"
down_revision = "0011_seats_by_lot"


def upgrade() -> None:
    """Add its digest. Tables of earlier versions have none: they are played on the classic boards."""
    op.add_column("game_table", sa.Column("board", sa.Text, nullable=False, server_default=""))
