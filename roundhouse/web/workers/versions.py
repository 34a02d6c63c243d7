"""After a start: games whose rules are gone are ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.versions import Versions, outdated

_logger: Final = logging.getLogger(__name__)


class VersionWorker:
    """Goes through the tables once; `ended` is called when games were ended."""

    def __init__(self, repository: TableRepository, versions: Versions, ended: Callable[[], None]) -> None:
        self._repository = repository
        self._versions = versions
        self._ended = ended
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start in the background."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop; the next start does the rest."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            await self.end_outdated()
        except HouseError as error:
            _logger.warning("tables could not be checked for their versions: %s", error)
        except Exception:
            _logger.exception("tables could not be checked for their versions")

    async def end_outdated(self) -> None:
        """End the running games whose rules were replaced, and take waiting tables to the current rules."""
        tables = [table for table, game, version in await self._repository.unfinished() if outdated(game, version)]
        for table in tables:
            try:
                await self._versions.prepare(table)
            except HouseError as error:
                _logger.info("table %s: %s", table, error)
        if tables:
            self._ended()
