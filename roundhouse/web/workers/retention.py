"""Retention: closes tables that have waited too long, and deletes old imported records and counts of rate limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.windows import StoredWindows
from roundhouse.web.settings import Settings
from roundhouse.web.tables.repository import Stage, TableRepository
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.rooms import Rooms

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR
_BATCH: Final = 100  # tables that one sweep closes


class RetentionWorker:
    """Deletes what the settings no longer keep. Every process sweeps; what another one has deleted is skipped."""

    def __init__(
        self,
        repository: TableRepository,
        windows: StoredWindows,
        rooms: Rooms,
        close_table: Callable[[Room], Awaitable[None]],
        settings: Settings,
        now: Callable[[], float],
    ) -> None:
        self._repository = repository
        self._windows = windows
        self._rooms = rooms
        self._close_table = close_table
        self._settings = settings
        self._now = now

    async def sweep(self) -> None:
        """Delete everything that the settings no longer keep."""
        await self._windows.sweep()
        if self._settings.record_days:
            await self._repository.delete_records(self._now() - self._settings.record_days * _DAY)
        if self._settings.waiting_hours:
            await self._close_waiting(self._now() - self._settings.waiting_hours * _HOUR)

    async def _close_waiting(self, before: float) -> None:
        for id in await self._repository.waiting_since(before, _BATCH):
            try:
                room = await self._rooms.get(id)
            except HTTPError:  # closed by another process, or of another version of its game
                continue
            if room.setup.stage == Stage.WAITING:
                await self._close_table(room)
