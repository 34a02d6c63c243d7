"""The first schema. SQLite files that are older than the migrations have it already; they are stamped with this revision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001_first"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    _people()
    _tables()
    _past()


def _people() -> None:
    op.create_table(
        "guest",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "session",
        sa.Column("token", sa.LargeBinary, primary_key=True, nullable=False),
        sa.Column("guest", sa.Text, sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "record",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("guest", sa.Text, sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )


def _tables() -> None:
    flags = ("public", "spectators", "practice", "hotseat", "tour", "pace")
    op.create_table(
        "game_table",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.Text, sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("invite", sa.Text, nullable=False, unique=True),
        *(sa.Column(flag, sa.Integer, nullable=False) for flag in flags),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("prefix", sa.Integer, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
        sa.CheckConstraint("stage IN ('waiting', 'running', 'over')"),
        sqlite_with_rowid=False,
    )
    op.create_index("game_table_stage", "game_table", ["stage", "public", "made"])
    op.create_table(
        "seat",
        _table_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.Text, sa.ForeignKey("guest.id")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sqlite_with_rowid=False,
    )
    where = sa.text("guest IS NOT NULL")
    op.create_index("seat_guest", "seat", ["guest"], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "member",
        _table_id(),
        sa.Column("guest", sa.Text, sa.ForeignKey("guest.id"), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest"),
        sqlite_with_rowid=False,
    )


def _past() -> None:
    op.create_table(
        "entry",
        _table_id(),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("rid", sa.Text),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n"),
        sqlite_with_rowid=False,
    )
    where = sa.text("rid IS NOT NULL")
    op.create_index("entry_rid", "entry", ["table_id", "rid"], unique=True, sqlite_where=where, postgresql_where=where)
    op.create_table(
        "chat",
        _table_id(),
        sa.Column("k", sa.Integer, nullable=False),
        sa.Column("rid", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "k"),
        sa.UniqueConstraint("table_id", "rid"),
        sqlite_with_rowid=False,
    )


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False)
