"""The umpire rates games that are over: each once, by whichever process comes first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.web.ratings import ROBOT, Ratings, Standing
from roundhouse.web.room import Room
from roundhouse.web.trouble import Trouble

_BATCH: Final = 20
_logger: Final = logging.getLogger(__name__)


class Umpire:
    """Works beside the tables. `call` says that there may be something to do; what is left undone is found at the next call."""

    def __init__(self, ratings: Ratings, room: Callable[[str], Awaitable[Room]]) -> None:
        self._ratings = ratings
        self._room = room
        self._work: asyncio.Task[None] | None = None
        self._called = False

    def call(self) -> None:
        """Has all finished games rated soon."""
        self._called = True
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._rate_all())

    async def close(self) -> None:
        """Ends the work; a game that is half rated is not rated."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

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
        except Trouble:  # a table of other rules, or none: there is nothing to be rated
            await self._ratings.dismiss(table)
            return
        if not counts(room):
            await self._ratings.dismiss(table)
        elif await self._ratings.settle(table, room.game.name, room.setup.ended or room.setup.made, await self._standings(room)):
            room.live.touch()

    async def _standings(self, room: Room) -> list[Standing]:
        assert room.table is not None
        helped = await self._ratings.helped(room.id)
        places, scores = room.table.ranks(), room.table.scores()
        return [
            Standing(f"{ROBOT}{seat.level}", places[number], scores[number])
            if seat.guest is None
            else Standing(seat.guest, places[number], scores[number], seat.level is not None, helped.get(number, 0.0))
            for number, seat in enumerate(room.seats)
        ]


def counts(room: Room) -> bool:
    """Whether a finished game moves ratings: people, each at one seat, and nothing that helps or teaches them."""
    setup = room.setup
    people = [seat.guest for seat in room.seats if seat.guest is not None]
    alone = len(people) == len(set(people)) and len(room.seats) > 1
    return room.over and bool(people) and alone and not (setup.practice or setup.hotseat or setup.tour or setup.prefix)
