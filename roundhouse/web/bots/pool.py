"""Bots and the coach in worker processes, each decision within a time limit, so that thinking never delays a page.

A bot stays in the worker that made it for as long as its game lasts, so it keeps its search tree from one decision to the next.
Decisions wait in a queue that is fair to the people for whom the bots play: each address gets an equal share of the workers, and
within it each person, whatever the others ask for; cheap levels do not wait for long behind expensive ones.
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
_CLIENTS: Final = 10_000  # addresses or people whose share is remembered
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
    address: str  # where the person is; new guests share what their address has
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

    owner: str  # the person whose share of the workers it uses
    address: str
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
    """A decision in the queue, and the virtual times that decide when it is its turn."""

    task: Decision | Inquiry
    entered: float  # the queue, by the clock of the addresses
    start: float  # among those of all people
    slot: _Slot | None  # the one where its bot lives
    answer: asyncio.Future[Any]

    @property
    def cost(self) -> float:
        """Return the seconds that the task usually takes."""
        return self.task.cost


class _Shares:
    """Start-time fair queueing of addresses or people, with the cost of a level as the length of a decision."""

    def __init__(self) -> None:
        self.clock = 0.0  # virtual time: when the decision that was started last began
        self._finish: dict[str, float] = {}  # by address or person, when their last decision ends

    def start(self, client: str, entered: float) -> float:
        """Return when the next decision of a client begins, if it entered the queue at `entered`."""
        return max(entered, self._finish.get(client, 0.0))

    def book(self, client: str, start: float, cost: float) -> None:
        """Note that a decision of a client begins at `start`."""
        self._finish[client] = start + cost
        if len(self._finish) > _CLIENTS:  # clients that have not asked for a while start at the present again
            self._finish = {client: finish for client, finish in self._finish.items() if finish > self.clock}


class BotPool:
    """Worker processes and the queue in front of them. A worker that overruns or dies is replaced, and its bots are made again."""

    def __init__(self, workers: int, limit: float) -> None:
        self._limit = limit
        self._slots = [_Slot() for _ in range(workers)]
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bots")
        self._homes: dict[BotKey, _Slot] = {}
        self._queue: list[_Ticket] = []
        self._serving: set[asyncio.Task[None]] = set()
        self._addresses = _Shares()
        self._people = _Shares()
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
        start = self._people.start(task.owner, self._people.clock)
        self._people.book(task.owner, start, task.cost)
        ticket = _Ticket(task, self._addresses.clock, start, self._home(task.key), answer)
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

    # The queue.

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
            ticket = self._next(waiting)
            self._queue.remove(ticket)
            self._home(ticket.task.key)  # its worker may have been replaced meanwhile
            self._serve(slot, ticket)

    def _next(self, waiting: Sequence[_Ticket]) -> _Ticket:
        """Return the ticket whose turn it is: of each address that of the person who is next there, of these the first to end."""
        queues: dict[str, list[_Ticket]] = {}
        for ticket in waiting:
            queues.setdefault(ticket.task.address, []).append(ticket)
        starts = {
            address: self._addresses.start(address, min(ticket.entered for ticket in there)) for address, there in queues.items()
        }
        firsts = [min(there, key=lambda ticket: ticket.start + ticket.cost) for there in queues.values()]
        chosen = min(firsts, key=lambda ticket: starts[ticket.task.address] + ticket.cost)
        start = starts[chosen.task.address]
        self._addresses.book(chosen.task.address, start, chosen.cost)
        self._addresses.clock = max(self._addresses.clock, start)
        self._people.clock = max(self._people.clock, chosen.start)
        return chosen

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
