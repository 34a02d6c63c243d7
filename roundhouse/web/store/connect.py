"""The store that the settings name: SQLite or PostgreSQL."""

from __future__ import annotations

from roundhouse.web.settings import Settings
from roundhouse.web.store.postgres import PostgresStore
from roundhouse.web.store.sqlite import SqliteStore
from roundhouse.web.store.store import Store


def make_store(settings: Settings) -> Store:
    """Return the store that the settings name. Migrates its schema; the caller must `open` it."""
    return PostgresStore(settings.db) if settings.shared else SqliteStore(settings.path())
