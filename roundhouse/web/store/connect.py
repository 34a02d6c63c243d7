"""The choice between the two databases."""

from __future__ import annotations

from roundhouse.web.settings import Settings
from roundhouse.web.store.postgres import PostgresStore
from roundhouse.web.store.sqlite import SqliteStore
from roundhouse.web.store.store import Store


def store_of(settings: Settings) -> Store:
    """Return the store that the settings name; it is opened by `Store.open`."""
    return PostgresStore(settings.db) if settings.shared else SqliteStore(settings.path())
