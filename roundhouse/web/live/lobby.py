"""The lobby: the tables that anybody may see, as a list and live."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from roundhouse.core.sentence import say
from roundhouse.games import find
from roundhouse.ui.text import translate
from roundhouse.web.http.pages import panel
from roundhouse.web.http.streams import Streams
from roundhouse.web.tables.repository import Stage, TableRepository, TableSummary

LISTED: Final = 50  # tables in a list
_RELIST: Final = 0.2  # seconds in which changes are told together
_logger: Final = logging.getLogger(__name__)


class Lobby:
    """The list as it was read last, and everybody who looks at it, by language."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._tables: list[TableSummary] = []
        self._listing: asyncio.Task[None] | None = None
        self.streams: Streams[str] = Streams(self._render)

    async def tables(self) -> list[TableSummary]:
        """The tables that anybody may see; those who look see the same."""
        found = await self._repository.open_tables(LISTED)
        if found != self._tables:
            self._tables = found
            self.streams.touch()
        return found

    def relist(self) -> None:
        """Has the list read again soon, if somebody looks at it."""
        if self._listing is None and not self.streams.empty:
            self._listing = asyncio.get_running_loop().create_task(self._list())
            self._listing.add_done_callback(self._listed)

    async def close(self) -> None:
        """Ends what is under way."""
        if self._listing is not None:
            self._listing.cancel()
            await asyncio.gather(self._listing, return_exceptions=True)

    async def _list(self) -> None:
        await asyncio.sleep(_RELIST)
        await self.tables()

    def _listed(self, task: asyncio.Task[None]) -> None:
        self._listing = None
        if not task.cancelled() and task.exception() is not None:
            _logger.warning("the lobby could not be read: %s", task.exception())

    def _render(self, language: str) -> tuple[int, str, dict[str, str]]:
        tables = [brief_context(brief, language) for brief in self._tables]
        return 0, "", {"lobby": panel("lobby", language, {"open_tables": tables})}


def brief_context(brief: TableSummary, language: str) -> dict[str, Any]:
    """A table in a list."""
    setup = brief.setup
    taken = sum(not seat.open for seat in brief.seats)
    stages = {
        Stage.WAITING: say("waiting, {taken} of {seats} seats taken", taken=taken, seats=setup.seats),
        Stage.RUNNING: say("being played"),
    }
    return {
        "id": setup.id,
        "url": f"/table/{setup.id}",
        "game": setup.game,
        "title": find(setup.game).title,
        "state": setup.stage,
        "sentence": translate(stages.get(setup.stage, say("over")), language),
        "seats_taken": taken,
        "seats": setup.seats,
        "names": [seat.name for seat in brief.seats if not seat.open],
        "host": brief.host_name,
        "age": setup.made,
    }
