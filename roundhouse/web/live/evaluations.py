"""Evaluations of positions: each is computed once, whatever the number of readers that ask, and the latest are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from roundhouse.web.bots.pool import BotPool, Inquiry
from roundhouse.web.bots.questions import Evaluation, PositionQuestion

_KEPT: Final = 500


class Evaluations:
    """The latest evaluations of this process."""

    def __init__(self, pool: BotPool) -> None:
        self._pool = pool
        self._tasks: OrderedDict[str, asyncio.Task[Evaluation]] = OrderedDict()

    async def of(self, key: str, owner: str, address: str, question: PositionQuestion) -> Evaluation:
        """Return the evaluation of a position; raise BotFailed if there is none in time. Every reader waits for the same task."""
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.get_running_loop().create_task(self._ask(owner, address, question))
            self._tasks[key] = task
        self._tasks.move_to_end(key)
        while len(self._tasks) > _KEPT:
            self._tasks.popitem(last=False)
        return await asyncio.shield(task)

    def knows(self, key: str) -> bool:
        """Return whether an evaluation is known, or being computed."""
        return key in self._tasks

    async def close(self) -> None:
        """Stop waiting for evaluations."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _ask(self, owner: str, address: str, question: PositionQuestion) -> Evaluation:
        found: Evaluation = await self._pool.ask(Inquiry(owner, address, question))
        return found
