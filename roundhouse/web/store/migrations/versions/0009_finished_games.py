"""What is kept of a finished game, so that it can be read without its rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009_finished_games"
down_revision = "0008_nonces"


def upgrade() -> None:
    """Add the table. A running server fills it for games that are already finished."""
    op.create_table(
        "finished_game",
        sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True, nullable=False),
        sa.Column("scores", sa.Text),
        sa.Column("ranks", sa.Text),
        sa.Column("log", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
