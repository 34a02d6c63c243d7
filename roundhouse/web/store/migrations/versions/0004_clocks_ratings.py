"""Clocks of tables, the server's heartbeat, and ratings with the results they come from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_clocks_ratings"
down_revision = "0003_accounts"


def upgrade() -> None:
    """Add them; queue the finished games for rating."""
    _clocks()
    _ratings()
    op.execute("INSERT INTO unrated (table_id, at) SELECT id, coalesce(ended, made) FROM game_table WHERE stage = 'over'")


def _clocks() -> None:
    op.create_table(
        "clock",
        sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True, nullable=False),
        sa.Column("settled", sa.Text, nullable=False),
        sa.Column("banks", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("passed", sa.Text),
        sa.Column("helped", sa.Text, nullable=False),
        sa.Column("stands", sa.Integer, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("gaps", sa.Integer, nullable=False),
    )


def _ratings() -> None:
    op.create_table(
        "rating",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "who"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "result",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("gone", sa.Integer, nullable=False),
        sa.Column("helped", sa.Double, nullable=False),
        sa.Column("mean_before", sa.Double, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("result_who", "result", ["who", "at"])
    op.create_table(
        "unrated",
        sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
