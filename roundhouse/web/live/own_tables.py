"""A guest's own tables in a list: opponents, whose turn it is and since when, or how the game ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.play.table import Result
from roundhouse.ui.text import translate
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.lobby import summary_context
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.repository import Stage, TableRepository, TableSummary
from roundhouse.web.tables.room import Room

_LOOKED_INTO: Final = 20  # running games whose turn is looked up; further ones are listed without it

Context = dict[str, Any]


@dataclass(frozen=True)
class OwnTables:
    """The tables of a guest: those that are played or wait for players, and the last finished ones."""

    current: list[Context]
    finished: list[Context]


class OwnTableList:
    """Reads the tables of guests."""

    def __init__(self, repository: TableRepository, room: Callable[[str], Awaitable[Room]]) -> None:
        self._repository = repository
        self._room = room

    async def of(self, guest: Guest, language: str, limit: int, most_finished: int) -> OwnTables:
        """Return the tables of a guest; games in which it is their turn come first."""
        tables = await self._repository.tables_of(guest.id, limit)
        running = [table for table in tables if table.setup.stage == Stage.RUNNING][:_LOOKED_INTO]
        changed = {table.setup.id: table.setup.made for table in running}
        changed |= await self._repository.last_changes(list(changed))
        current = [
            await self._current(table, guest, language, changed.get(table.setup.id))
            for table in tables
            if table.setup.stage != Stage.FINISHED
        ]
        over = [table for table in tables if table.setup.stage == Stage.FINISHED][:most_finished]
        results = await self._repository.results([table.setup.id for table in over])
        finished = [_finished(table, guest, language, results.get(table.setup.id)) for table in over]
        return OwnTables(sorted(current, key=lambda context: not context["your_turn"]), finished)

    async def _current(self, table: TableSummary, guest: Guest, language: str, changed: float | None) -> Context:
        context = _with_opponents(table, guest, language) | {"since": changed, "your_turn": False}
        if table.setup.stage != Stage.RUNNING or changed is None:
            return context
        try:
            room = await self._room(table.setup.id)
        except HTTPError:  # such as a table whose rules are not installed
            return context
        if room.actor < 0:
            return context
        yours = room.actor in room.seats_of(guest)
        name = room.seats[room.actor].name
        sentence = say("your turn") if yours else say("{name} is to move", name=name)
        return context | {"your_turn": yours, "sentence": translate(sentence, language)}


def _with_opponents(table: TableSummary, guest: Guest, language: str) -> Context:
    opponents = [seat.name for seat in table.seats if not seat.open and seat.guest != guest.id]
    return summary_context(table, language) | {"opponents": opponents}


def _finished(table: TableSummary, guest: Guest, language: str, result: Result | None) -> Context:
    context = _with_opponents(table, guest, language) | {"since": table.setup.ended}
    yours = [seat for seat, occupant in enumerate(table.seats) if occupant.guest == guest.id]
    if result is None or len(yours) != 1:
        return context
    sentence = _outcome(result.ranks, yours[0])
    points = say("{sentence}, {points} points", sentence=sentence, points=result.scores[yours[0]])
    return context | {"sentence": translate(points, language)}


def _outcome(ranks: Sequence[int], seat: int) -> Sentence:
    if ranks[seat] == 0:
        return say("you won") if ranks.count(0) == 1 else say("you shared the first place")
    return say("place {place} of {seats}", place=ranks[seat] + 1, seats=len(ranks))
