"""Accounts, signed-in devices, links by e-mail, and notifications."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003_accounts"
down_revision = "0002_processes"


def upgrade() -> None:
    """Add them. Existing sessions become devices without a label."""
    for column in (_text("device", server_default=""), _text("label", server_default=""), _time("seen"), _time("proven")):
        op.add_column("session", column)
    op.execute("UPDATE session SET device = guest, seen = made")
    op.create_index("session_guest", "session", ["guest"])
    _accounts()
    _preferences()
    _notices()
    op.create_table("house_key", _text("name", primary_key=True), sa.Column("value", sa.LargeBinary, nullable=False), **_IN_KEY)


def _accounts() -> None:
    op.create_table(
        "account",
        _guest(primary_key=True),
        _text("login"),
        _text("email", nullable=True),
        _text("password", nullable=True),
        sa.Column("made", sa.Double, nullable=False),
        sa.UniqueConstraint("login"),
        sa.UniqueConstraint("email"),
        **_IN_KEY,
    )
    op.create_table(
        "link",
        sa.Column("token", sa.LargeBinary, primary_key=True, nullable=False),
        _text("kind"),
        _guest(nullable=True),
        _text("email"),
        sa.Column("until", sa.Double, nullable=False),
        **_IN_KEY,
    )


def _preferences() -> None:
    op.create_table(
        "wish",
        _guest(primary_key=True),
        _text("language"),
        _text("zone"),
        _text("kinds"),
        _text("mail"),
        _text("hook"),
        _text("hook_key"),
        sa.Column("digest_at", sa.Double, nullable=True),
        **_IN_KEY,
    )
    op.create_table("mute", _guest(), _text("what"), sa.PrimaryKeyConstraint("guest", "what"), **_IN_KEY)
    op.create_table(
        "push",
        _text("id", primary_key=True),
        _guest(),
        _text("device"),
        _text("endpoint"),
        _text("p256dh"),
        _text("auth"),
        sa.Column("made", sa.Double, nullable=False),
        **_IN_KEY,
    )
    op.create_index("push_guest", "push", ["guest"])


def _notices() -> None:
    op.create_table(
        "notice",
        _text("id", primary_key=True),
        _guest(),
        _text("table_id", sa.ForeignKey("game_table.id", ondelete="CASCADE")),
        _text("kind"),
        _whole("n"),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        _whole("seen"),
        _whole("sent"),
        sa.UniqueConstraint("guest", "table_id", "kind"),
        **_IN_KEY,
    )
    op.create_index("notice_at", "notice", ["sent", "at"])
    op.create_index("notice_table", "notice", ["table_id", "kind"])
    op.create_table(
        "errand",
        _text("id", primary_key=True),
        _guest(),
        _text("notice"),
        _text("channel"),
        _text("target"),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        _whole("tries"),
        _text("owner"),
        sa.Column("until", sa.Double, nullable=False),
        **_IN_KEY,
    )
    op.create_index("errand_until", "errand", ["until", "at"])


_IN_KEY: dict[str, Any] = {"sqlite_with_rowid": False}


def _text(name: str, *more: Any, **options: Any) -> sa.Column[str]:
    return sa.Column(name, sa.Text, *more, **{"nullable": False, **options})


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _time(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double, nullable=False, server_default=sa.text("0"))


def _guest(**options: Any) -> sa.Column[str]:
    return _text("guest", sa.ForeignKey("guest.id"), **options)
