"""The umpire rates games that are over: each once, by whichever process comes first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final
from weakref import WeakKeyDictionary

from roundhouse.core.sentence import HouseError
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.ratings.repository import Ratings, Standing
from roundhouse.web.tables.room import Room

_BATCH: Final = 20
_logger: Final = logging.getLogger(__name__)


class RatingWorker:
    """Works beside the tables. `call` says that there may be something to do; what is left undone is found at the next call."""

    def __init__(self, ratings: Ratings, room: Callable[[str], Awaitable[Room]]) -> None:
        self._ratings = ratings
        self._room = room
        self._work: asyncio.Task[None] | None = None
        self._called = False
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._rating_keys: WeakKeyDictionary[Room, tuple[str, ...]] = WeakKeyDictionary()

    def call(self) -> None:
        """Has all finished games rated soon."""
        self._called = True
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._rate_all())

    def introduce(self, room: Room) -> None:
        """Has the ratings of those at a table looked up, if others sit there than before."""
        if not room.counts_for_ratings or self._rating_keys.get(room) == room.rating_keys or room.id in self._looking:
            return
        self._rating_keys[room] = room.rating_keys
        task = self._looking[room.id] = asyncio.get_running_loop().create_task(self._look_up(room))
        task.add_done_callback(lambda _: self._looking.pop(room.id))

    async def close(self) -> None:
        """Ends the work; a game that is half rated is not rated."""
        tasks = [*self._looking.values(), *([] if self._work is None else [self._work])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_up(self, room: Room) -> None:
        try:
            room.set_ratings(await self._ratings.of(room.game.name, room.rating_keys))
        except HouseError as error:
            _logger.warning("ratings could not be read: %s", error)

    async def _rate_all(self) -> None:
        while self._called:
            self._called = False
            try:
                while tables := await self._ratings.waiting(_BATCH):
                    for table in tables:
                        await self._rate(table)
            except HouseError as error:  # the store is broken: the next call tries again
                _logger.warning("games could not be rated: %s", error)

    async def _rate(self, table: str) -> None:
        try:
            room = await self._room(table)
        except HTTPError:  # a table of other rules, or none: there is nothing to be rated
            await self._ratings.dismiss(table)
            return
        if not (room.over and room.counts_for_ratings):
            await self._ratings.dismiss(table)
        elif await self._ratings.settle(table, room.game.name, room.setup.ended or room.setup.made, await self._standings(room)):
            await self._look_up(room)

    async def _standings(self, room: Room) -> list[Standing]:
        assert room.table is not None
        helped = await self._ratings.helped(room.id)
        places, scores = room.table.ranks(), room.table.scores()
        return [
            Standing(who, places[number], scores[number])
            if room.seats[number].guest is None
            else Standing(who, places[number], scores[number], room.seats[number].level is not None, helped.get(number, 0.0))
            for number, who in enumerate(room.rating_keys)
        ]
