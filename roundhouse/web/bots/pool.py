"""Bots and the coach in worker processes, each decision within a time limit, so that thinking never delays a page.

A bot stays in the worker that made it for as long as its game lasts, so it keeps its search tree from one decision to the next.
Decisions wait in a queue that is fair to the people for whom the bots play: each person gets an equal share of the workers,
whatever the others ask for, and cheap levels do not wait for long behind expensive ones.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

from roundhouse.bots import make
from roundhouse.bots.bot import Bot, SupportsClose
from roundhouse.core.process import Worker, WorkerDied
from roundhouse.core.state import View
from roundhouse.games import find_version
from roundhouse.web.bots.questions import Question

COSTS: Final = {"novice": 0.02, "regular": 0.02, "expert": 0.15}  # seconds of a usual decision, by level
_OTHER_COST: Final = 1.0
_NICE: Final = 5  # bots yield to the pages
_SEED_BITS: Final = 62
_BOTS_KEPT: Final = 500  # in one worker; the least recently used is dropped first


class BotFailed(Exception):
    """A bot crashed, overran its time limit or chose an illegal move."""


class BotKey(NamedTuple):
    """One bot: a seat of a table. A bot of another level at the same seat is another bot."""

    table: str
    seat: int
    level: str


class Decision(NamedTuple):
    """A decision that a bot has to make."""

    key: BotKey | None  # None: a bot that is not kept, such as the one that gives a hint
    owner: str  # the person whose share of the workers it uses
    game: str
    version: int
    level: str
    view: View
    moves: Sequence[int]

    @property
    def cost(self) -> float:
        """Return the seconds that it usually takes."""
        return cost_of(self.level)

    def order(self) -> _Order:
        """Return the message that asks a worker for it."""
        seed = secrets.randbits(_SEED_BITS)
        return _Order(self.key, self.game, self.version, self.level, seed, self.view, list(self.moves))

    def is_possible(self, answer: object) -> bool:
        """Return whether an answer is a legal move."""
        return answer in self.moves


class Inquiry(NamedTuple):
    """A question to the coach."""

    owner: str
    question: Question

    @property
    def key(self) -> None:
        """Return no key: the coach keeps nothing from one question to the next."""

    @property
    def cost(self) -> float:
        """Return the seconds that it usually takes."""
        return _OTHER_COST

    def order(self) -> Question:
        """Return the message that asks a worker for it."""
        return self.question

    def is_possible(self, answer: object) -> bool:
        """Return whether an answer is one, rather than the error of a worker."""
        return not isinstance(answer, str)


class _Order(NamedTuple):
    """A decision as it is sent to a worker."""

    key: BotKey | None
    game: str
    version: int
    level: str
    seed: int
    view: View
    moves: list[int]


def work(pipe: Connection) -> None:
    """Run a worker: make decisions, and drop bots whose game is over, until the pipe is closed."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    bots: OrderedDict[Hashable, Bot] = OrderedDict()
    while True:
        message: _Order | BotKey | Question = pipe.recv()
        if isinstance(message, BotKey):
            _drop(bots, message)
            continue
        try:
            pipe.send(_answer(bots, message))
        except Exception as error:  # a bot that fails is a matter of its table, not the end of the worker
            if isinstance(message, _Order):
                _drop(bots, message.key)
            pipe.send(repr(error))


def _answer(bots: OrderedDict[Hashable, Bot], message: _Order | Question) -> Any:
    if isinstance(message, Question):
        return message.answer()
    return _bot(bots, message).choose(message.view, message.moves)


def _bot(bots: OrderedDict[Hashable, Bot], order: _Order) -> Bot:
    if order.key is None:
        return _made(order)
    if order.key not in bots:
        bots[order.key] = _made(order)
        if len(bots) > _BOTS_KEPT:
            _drop(bots, next(iter(bots)))
    bots.move_to_end(order.key)
    return bots[order.key]


def _made(order: _Order) -> Bot:
    game = find_version(order.game, order.version)
    if game is None:
        raise BotFailed(f"{order.game} version {order.version} is not installed")
    return make(order.level, game, order.seed)


def _drop(bots: OrderedDict[Hashable, Bot], key: Hashable) -> None:
    bot: object = bots.pop(key, None)
    if isinstance(bot, SupportsClose):
        bot.close()


@dataclass(eq=False)
class _Slot:
    """A place for a worker process, which is started when it is first needed, and again after it was stopped."""

    worker: Worker | None = None
    busy: bool = False
    bots: set[BotKey] = field(default_factory=set)
    finished: list[BotKey] = field(default_factory=list)  # bots that the worker can drop, once it is free

    @property
    def load(self) -> float:
        """Return the cost of one decision of every bot that lives here."""
        return sum(cost_of(key.level) for key in self.bots)


@dataclass(eq=False)
class _Ticket:
    """A decision in the queue. The ticket with the lowest tag is next."""

    task: Decision | Inquiry
    tag: float
    slot: _Slot | None  # the one where its bot lives
    answer: asyncio.Future[Any]


class BotPool:
    """Worker processes and the queue in front of them. A worker that overruns or dies is replaced, and its bots are made again."""

    def __init__(self, workers: int, limit: float) -> None:
        self._limit = limit
        self._slots = [_Slot() for _ in range(workers)]
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bots")
        self._homes: dict[BotKey, _Slot] = {}
        self._queue: list[_Ticket] = []
        self._serving: set[asyncio.Task[None]] = set()
        self._clock = 0.0  # virtual time: the tag of the decision that was started last
        self._finish: dict[str, float] = {}  # by owner, the tag of their last decision
        self._closed = False

    def warm(self) -> None:
        """Start the workers in the background, so that the first decision does not wait for them."""
        for slot in self._slots:
            if slot.worker is None and not slot.busy:
                self._serve(slot, None)

    async def close(self) -> None:
        """Stop the workers, whatever they are thinking about."""
        self._closed = True
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        for slot in self._slots:
            _stop(slot)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(self, decision: Decision) -> int:
        """Return the move of a bot; raise BotFailed if it makes none in time."""
        return int(await self._wait(decision))

    async def ask(self, inquiry: Inquiry) -> Any:
        """Return the answer to a question; raise BotFailed if there is none in time."""
        return await self._wait(inquiry)

    async def _wait(self, task: Decision | Inquiry) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        ticket = _Ticket(task, self._tag(task), self._home(task.key), answer)
        self._queue.append(ticket)
        self._dispatch()
        try:
            return await answer
        finally:
            if ticket in self._queue:  # cancelled before it was its turn
                self._queue.remove(ticket)

    def forget(self, table: str) -> None:
        """Drop the bots of a table, whose game is over."""
        for key in [key for key in self._homes if key.table == table]:
            slot = self._homes.pop(key)
            slot.bots.discard(key)
            slot.finished.append(key)

    # The queue: start-time fair queueing, with the cost of a level as the length of a decision.

    def _tag(self, task: Decision | Inquiry) -> float:
        start = max(self._clock, self._finish.get(task.owner, 0.0))
        tag = self._finish[task.owner] = start + task.cost
        if len(self._finish) > 10_000:  # owners who have not asked for a while start at the present again
            self._finish = {owner: finish for owner, finish in self._finish.items() if finish > self._clock}
        return tag

    def _home(self, key: BotKey | None) -> _Slot | None:
        """Return the slot where a bot lives; a new bot gets the one with the least to do."""
        if key is None:
            return None
        if key not in self._homes:
            slot = self._homes[key] = min(self._slots, key=lambda slot: (slot.load, slot.busy))
            slot.bots.add(key)
        return self._homes[key]

    def _dispatch(self) -> None:
        """Give every free slot the next decision that may run there."""
        for slot in self._slots:
            waiting = [ticket for ticket in self._queue if ticket.slot in (None, slot)]
            if slot.busy or not waiting or self._closed:
                continue
            ticket = min(waiting, key=lambda ticket: ticket.tag)
            self._queue.remove(ticket)
            self._home(ticket.task.key)  # its worker may have been replaced meanwhile
            self._clock = max(self._clock, ticket.tag - ticket.task.cost)
            self._serve(slot, ticket)

    def _serve(self, slot: _Slot, ticket: _Ticket | None) -> None:
        slot.busy = True
        task = asyncio.get_running_loop().create_task(self._run(slot, ticket))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _run(self, slot: _Slot, ticket: _Ticket | None) -> None:
        """Start the worker of a slot if it has none, and let it make the decision, if there is one."""
        try:
            if slot.worker is None:
                slot.worker = await asyncio.to_thread(_start)
            if ticket is not None:
                while slot.finished:
                    slot.worker.send(slot.finished.pop())
                await self._decide(slot, slot.worker, ticket)
        finally:
            slot.busy = False
            self._dispatch()

    async def _decide(self, slot: _Slot, worker: Worker, ticket: _Ticket) -> None:
        task = ticket.task
        try:
            asked = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, task.order())
            found = await asyncio.wait_for(asked, self._limit)
        except (TimeoutError, WorkerDied) as error:
            self._replace(slot)
            _settle(ticket.answer, BotFailed(f"{_name(task)} ended: {error!r}"))
        except BaseException:
            self._replace(slot)
            raise
        else:
            _settle(ticket.answer, found if task.is_possible(found) else BotFailed(f"{_name(task)} chose {found!r}"))

    def _replace(self, slot: _Slot) -> None:
        """Stop the worker of a slot; the next decision starts another. Its bots are gone."""
        for key in slot.bots:
            self._homes.pop(key, None)
        slot.bots.clear()
        slot.finished.clear()
        _stop(slot)


def cost_of(level: str) -> float:
    """Return the seconds that a decision of a level usually takes."""
    return COSTS.get(level, _OTHER_COST)


def _start() -> Worker:
    return Worker(work, name="roundhouse-bot")


def _stop(slot: _Slot) -> None:
    if slot.worker is not None:
        slot.worker.stop()
        slot.worker = None


def _name(task: Decision | Inquiry) -> str:
    return task.level if isinstance(task, Decision) else type(task.question).__name__


def _settle(answer: asyncio.Future[Any], result: Any) -> None:
    if answer.done():  # the table has moved on, and nobody waits any more
        return
    if isinstance(result, BotFailed):
        answer.set_exception(result)
    else:
        answer.set_result(result)
