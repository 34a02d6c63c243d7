"""Logs of finished games, in the background: they are kept, so that they can be read when the rules are gone."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.games import find_version
from roundhouse.web.store.store import Conflict
from roundhouse.web.tables.events import standing
from roundhouse.web.tables.finished import FinishedGame, compose_log
from roundhouse.web.tables.repository import TableRepository, TableSnapshot
from roundhouse.web.tables.versions import RulesMissing, Versions, rules_of

_logger: Final = logging.getLogger(__name__)


class FinishedGameWorker:
    """Keeps one game after the other: those that end, and once after a start those that an earlier process left."""

    def __init__(self, repository: TableRepository, versions: Versions) -> None:
        self._repository = repository
        self._versions = versions
        self._pending: dict[str, None] = {}  # tables, in order
        self._task: asyncio.Task[None] | None = None
        self._start: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Look for games of which result or log was not kept, in the background."""
        self._start = asyncio.get_running_loop().create_task(self.keep_earlier())

    async def close(self) -> None:
        """Stop; the next start does the rest."""
        tasks = [task for task in (self._task, self._start) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def keep_soon(self, table: str) -> None:
        """Keep the log of a game that has just ended."""
        self._pending[table] = None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._keep_pending())

    async def keep_earlier(self) -> None:
        """Keep all finished games whose rules are installed."""
        try:
            for table, game, version in await self._repository.not_kept():
                if find_version(game, version) is not None:
                    await self._keep(table)
        except HouseError as error:
            _logger.warning("finished games could not be kept: %s", error)

    async def _keep_pending(self) -> None:
        while self._pending:
            table = next(iter(self._pending))
            del self._pending[table]
            await self._keep(table)

    async def _keep(self, table: str) -> None:
        try:
            before = await self._repository.finished_game(table)
            if before is not None and before.log is not None:  # by another process, or what has changed is the chat
                return
            snapshot = await self._versions.prepare(table)
            await self._repository.keep(table, snapshot.setup.revision, await _finished_game(snapshot))
        except (Conflict, RulesMissing) as error:  # changed meanwhile: the next start looks at it again
            _logger.info("table %s: %s", table, error)
        except HouseError as error:
            _logger.warning("the log of table %s could not be kept: %s", table, error)


async def _finished_game(snapshot: TableSnapshot) -> FinishedGame:
    setup = snapshot.setup
    game = rules_of(setup)
    if game is None:
        raise RulesMissing(snapshot)
    texts = [event.text for event in standing(snapshot.events)]
    return FinishedGame(*await compose_log(game, setup.seats, setup.options, texts))
