"""Puzzles: ratings of people, and their answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016_puzzles"
down_revision = "0015_reviews"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "puzzle_rating",
        sa.Column("guest", sa.Text, sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guest", "game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_attempt",
        sa.Column("guest", sa.Text, sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("mean_before", sa.Double, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guest", "puzzle"),
        sqlite_with_rowid=False,
    )
