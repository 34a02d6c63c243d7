"""After a start: games whose rules are gone are ended, and finished games that nothing was kept of are kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.games import find_version
from roundhouse.web.store.store import Conflict
from roundhouse.web.tables.events import standing
from roundhouse.web.tables.finished import FinishedGame, finished_game
from roundhouse.web.tables.repository import TableRepository, TableSnapshot
from roundhouse.web.tables.versions import RulesMissing, Versions, outdated

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
            await self.keep_finished()
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

    async def keep_finished(self) -> None:
        """Keep the finished games of an older database, while their rules are installed."""
        for table, game, version in await self._repository.not_kept():
            if find_version(game, version) is None:
                continue
            try:
                snapshot = await self._versions.prepare(table)
                kept = await asyncio.to_thread(_finished_game, snapshot)
                await self._repository.keep(table, snapshot.setup.revision, kept)
            except (Conflict, RulesMissing) as error:  # changed meanwhile; the next start looks at it again
                _logger.info("table %s: %s", table, error)
            except HouseError as error:
                _logger.warning("table %s cannot be replayed: %s", table, error)


def _finished_game(snapshot: TableSnapshot) -> FinishedGame:
    setup = snapshot.setup
    game = find_version(setup.game, setup.version)
    if game is None:
        raise RulesMissing(snapshot)
    moves = [game.parse(event.text) for event in standing(snapshot.events)]
    return finished_game(game, setup.seats, setup.options, moves)
