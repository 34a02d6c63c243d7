"""The players' share in the shuffle: a nonce per seat, and the deal tokens that were used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008_nonces"
down_revision = "0007_substitutes"


def upgrade() -> None:
    """Add them. Seats of earlier versions have no nonce."""
    op.add_column("seat", sa.Column("nonce", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "used_deal",
        sa.Column("commitment", sa.Text, primary_key=True, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("used_deal_until", "used_deal", ["until"])
