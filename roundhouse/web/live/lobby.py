"""The lobby: a live list of the public tables, to join or to watch."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from roundhouse.core.sentence import say
from roundhouse.games import title_of
from roundhouse.ui.text import translate
from roundhouse.web.http.pages import panel
from roundhouse.web.http.streams import Streams
from roundhouse.web.tables.repository import Stage, TableRepository, TableSummary

MAX_LISTED: Final = 50  # tables in a list
_DEBOUNCE: Final = 0.2  # seconds in which changes are combined into one update
_logger: Final = logging.getLogger(__name__)


class Lobby:
    """The list as it was last read, and its live streams by language."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._tables: list[TableSummary] = []
        self._refreshing: asyncio.Task[None] | None = None
        self.streams: Streams[str] = Streams(self._render)

    async def tables(self) -> list[TableSummary]:
        """Read and return the public tables that one can join or watch; update the viewers if the list has changed."""
        listed = await self._repository.open_tables(MAX_LISTED)
        found = [table for table in listed if table.setup.stage == Stage.WAITING or table.setup.spectators]
        if found != self._tables:
            self._tables = found
            self.streams.touch()
        return found

    def refresh_soon(self) -> None:
        """Read the list again soon, if it has viewers."""
        if self._refreshing is None and not self.streams.empty:
            self._refreshing = asyncio.get_running_loop().create_task(self._refresh())
            self._refreshing.add_done_callback(self._refreshed)

    async def close(self) -> None:
        """Cancel a refresh in progress."""
        if self._refreshing is not None:
            self._refreshing.cancel()
            await asyncio.gather(self._refreshing, return_exceptions=True)

    async def _refresh(self) -> None:
        await asyncio.sleep(_DEBOUNCE)
        await self.tables()

    def _refreshed(self, task: asyncio.Task[None]) -> None:
        self._refreshing = None
        if not task.cancelled() and task.exception() is not None:
            _logger.warning("the lobby could not be read: %s", task.exception())

    def _render(self, language: str) -> tuple[int, str, dict[str, str]]:
        tables = [summary_context(summary, language) for summary in self._tables]
        return 0, "", {"lobby": panel("lobby", language, {"open_tables": tables})}


def summary_context(summary: TableSummary, language: str) -> dict[str, Any]:
    """Return a table in a list for a template."""
    setup = summary.setup
    taken = sum(not seat.open for seat in summary.seats)
    stages = {
        Stage.WAITING: say("waiting, {taken} of {seats} seats taken", taken=taken, seats=setup.seats),
        Stage.RUNNING: say("in progress"),
    }
    return {
        "id": setup.id,
        "url": f"/table/{setup.id}",
        "game": setup.game,
        "title": title_of(setup.game),
        "state": setup.stage,
        "sentence": translate(stages.get(setup.stage, say("finished")), language),
        "seats_taken": taken,
        "seats": setup.seats,
        "names": [seat.name for seat in summary.seats if not seat.open],
        "host": summary.host_name,
        "age": setup.made,
    }
