"""Inspection: replays every game of a database, as the server does when a table is opened."""

from __future__ import annotations

import asyncio

from roundhouse.core.sentence import HouseError
from roundhouse.web.settings import Settings
from roundhouse.web.store.connect import make_store
from roundhouse.web.tables.events import restored
from roundhouse.web.tables.repository import Stage, TableRepository, TableSnapshot
from roundhouse.web.tables.versions import RulesMissing, rules_of


def unplayable(settings: Settings) -> list[str]:
    """Return the tables whose events cannot be replayed by this version."""
    return asyncio.run(_unplayable(settings))


async def _unplayable(settings: Settings) -> list[str]:
    store = make_store(settings)
    await store.open()
    repository = TableRepository(store)
    broken = []
    try:
        for row in await store.rows("SELECT id FROM game_table WHERE stage <> ? ORDER BY id", Stage.WAITING):
            snapshot = await repository.snapshot(row["id"])
            assert snapshot is not None
            try:
                _replay(snapshot)
            except HouseError:
                broken.append(str(row["id"]))
    finally:
        await store.close()
    return broken


def _replay(snapshot: TableSnapshot) -> None:
    """Replay a game, unless it is kept without its rules. Raise HouseError if it cannot be replayed."""
    if snapshot.without_result:
        return
    game = rules_of(snapshot.setup)
    if game is None:
        raise RulesMissing(snapshot)
    restored(game, snapshot)
