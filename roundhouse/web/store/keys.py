"""Secret keys that all processes of a house share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from roundhouse.web.store.store import Statement, Store


async def house_key(store: Store, name: str, make: Callable[[], bytes]) -> bytes:
    """Return the key with this name; create it on first use."""
    sql = "SELECT value FROM house_key WHERE name = ?"
    row = await store.row(sql, name)
    if row is None:
        values = (name, await asyncio.to_thread(make))
        await store.write(Statement("INSERT INTO house_key (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", values))
        row = await store.row(sql, name)
    assert row is not None
    return bytes(row["value"])
