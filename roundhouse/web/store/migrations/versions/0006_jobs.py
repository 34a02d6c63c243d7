"""Tables called what they are: `due` becomes `job`, `errand` becomes `outbox`."""

from __future__ import annotations

from alembic import op

revision = "0006_jobs"
down_revision = "0005_tokens"


def upgrade() -> None:
    """Rename the tables and their indexes."""
    for old, new in (("due", "job"), ("errand", "outbox")):
        op.drop_index(f"{old}_until", old)
        op.rename_table(old, new)
        op.create_index(f"{new}_until", new, ["until", "at"])
