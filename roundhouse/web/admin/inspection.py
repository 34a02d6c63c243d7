"""Inspection: every game of a database is played through again, as the house would when somebody opens it."""

from __future__ import annotations

import asyncio

from roundhouse.core.sentence import HouseError
from roundhouse.games import find
from roundhouse.web.settings import Settings
from roundhouse.web.store.connect import store_of
from roundhouse.web.tables.events import restored
from roundhouse.web.tables.repository import Stage, TableRepository


def unplayable(settings: Settings) -> list[str]:
    """The tables whose entries do not make a game of this version."""
    return asyncio.run(_unplayable(settings))


async def _unplayable(settings: Settings) -> list[str]:
    store = store_of(settings)
    await store.open()
    repository = TableRepository(store)
    found = []
    try:
        for row in await store.rows("SELECT id FROM game_table WHERE stage <> ? ORDER BY id", Stage.WAITING):
            snapshot = await repository.snapshot(row["id"])
            assert snapshot is not None
            try:
                restored(find(snapshot.setup.game), snapshot)
            except HouseError:
                found.append(str(row["id"]))
    finally:
        await store.close()
    return found
