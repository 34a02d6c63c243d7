"""Ratings in the background: each finished game is rated once, by the first process that gets to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final
from weakref import WeakKeyDictionary

from roundhouse.core.sentence import HouseError
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.logs import facts
from roundhouse.web.ratings.repository import Ratings, Standing
from roundhouse.web.tables.makers import bot_shares
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room

_BATCH: Final = 20
_logger: Final = logging.getLogger(__name__)


class RatingWorker:
    """Rates finished games, and looks up the ratings of players at a table."""

    def __init__(self, ratings: Ratings, room: Callable[[str], Awaitable[Room]]) -> None:
        self._ratings = ratings
        self._room = room
        self._rating_task: asyncio.Task[None] | None = None
        self._pending = False
        self._lookups: dict[str, asyncio.Task[None]] = {}
        self._rating_keys: WeakKeyDictionary[Room, tuple[str, ...]] = WeakKeyDictionary()

    def rate_soon(self) -> None:
        """Rate all finished games in the background; what fails is tried again at the next call."""
        self._pending = True
        if self._rating_task is None or self._rating_task.done():
            self._rating_task = asyncio.get_running_loop().create_task(self._rate_all())

    def look_up_soon(self, room: Room) -> None:
        """Look up the ratings of the players at a table in the background, if the players have changed."""
        if not room.counts_for_ratings or self._rating_keys.get(room) == room.rating_keys or room.id in self._lookups:
            return
        self._rating_keys[room] = room.rating_keys
        task = self._lookups[room.id] = asyncio.get_running_loop().create_task(self._look_up(room))
        task.add_done_callback(lambda _: self._lookups.pop(room.id))

    async def close(self) -> None:
        """Cancel everything in progress. A game is rated in one transaction, so none is left half rated."""
        tasks = [*self._lookups.values(), *([] if self._rating_task is None else [self._rating_task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_up(self, room: Room) -> None:
        try:
            room.set_ratings(await self._ratings.of(room.game.name, room.rating_keys))
        except HouseError as error:
            _logger.warning("ratings could not be read: %s", error)

    async def _rate_all(self) -> None:
        while self._pending:
            self._pending = False
            failed: set[str] = set()  # these stay queued, and do not hold up the others
            try:
                while tables := await self._next(failed):
                    for table in tables:
                        if not await self._rate(table):
                            failed.add(table)
            except HouseError as error:  # the store failed: the next call tries again
                _logger.warning("games could not be rated: %s", error)

    async def _next(self, failed: Collection[str]) -> list[str]:
        return [table for table in await self._ratings.unrated(_BATCH + len(failed)) if table not in failed]

    async def _rate(self, table: str) -> bool:
        """Rate a game, or drop it from the queue if it does not count; return whether it has left the queue."""
        try:
            room = await self._room(table)
            # Under the lock: the move that ended the game may be in the store before the room knows it.
            return await room.run(lambda: self._rate_room(room))
        except HTTPError:  # the table is gone, or its rules are not installed
            await self._ratings.skip(table)
            return True
        except HouseError as error:
            _logger.warning("a game could not be rated: %s", error, extra=facts(table=table))
            return False

    async def _rate_room(self, room: Room) -> bool:
        if not room.over:
            return await self._ratings.skip_unfinished(room.id)
        if not room.counts_for_ratings:
            await self._ratings.skip(room.id)
        elif await self._ratings.rate(room.id, room.game.name, room.setup.ended or room.setup.made, _standings(room)):
            await self._look_up(room)
        return True


def _standings(room: Room) -> list[Standing]:
    assert room.table is not None
    helped = bot_shares(room.makers)
    places, scores = room.table.ranks(), room.table.scores()
    return [
        Standing(key, places[seat], scores[seat])
        if room.seats[seat].guest is None
        else Standing(key, places[seat], scores[seat], _gone(room.seats[seat]), helped.get(seat, 0.0))
        for seat, key in enumerate(room.rating_keys)
    ]


def _gone(seat: Seat) -> bool:
    """Return whether a person left by themselves, or ran out of time, and did not come back."""
    return seat.level is not None and not seat.by_other
