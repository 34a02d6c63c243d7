"""Honest players for `bench.chaos`: two at each table, who repeat a request until it is answered, and remember the answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bench.web import Connection, heuristic_game, read_all
from roundhouse.core.record import read
from roundhouse.games import find

GAME: Final = "express"  # nothing is drawn in it, so the same moves are legal at every table
QUICK_SHARE: Final = 5  # one table of five is played quickly and without live pages, so that games end
THINKING: Final = (1.0, 0.1)  # seconds before a move, at a watched table and at a quick one
_PAUSE: Final = 0.1  # seconds before a request is repeated
_PATIENCE: Final = 60.0  # seconds after which a request without an answer is given up
_RETRIED: Final = (429, 503)


@dataclass
class Observed:
    """What honest players have seen."""

    calm: list[float] = field(default_factory=list)  # milliseconds of each POST of a move before the attack
    times: list[float] = field(default_factory=list)  # and since then, of those that were answered with 200
    begins: list[float] = field(default_factory=list)  # when each of the latter began, by the monotonic clock
    acknowledged: dict[str, int] = field(default_factory=dict)  # number of moves by table
    finished: set[str] = field(default_factory=set)  # tables whose last move was acknowledged
    statuses: Counter[int] = field(default_factory=Counter)  # of all POST requests; 0 if there was no answer
    failures: list[str] = field(default_factory=list)  # what must not happen
    attacked_at: float = 0.0

    def add(self, begin: float, end: float) -> None:
        """Note a POST that was answered."""
        if end < self.attacked_at:
            self.calm.append((end - begin) * 1000)
        else:
            self.times.append((end - begin) * 1000)
            self.begins.append(begin)


def moves() -> list[tuple[int, str]]:
    """Return a whole game of two: seats and moves."""
    return heuristic_game(find(GAME), seats=2)


def play(ports: Sequence[int], tables: int, calm: float, seconds: float, thinking: tuple[float, float] = THINKING) -> Observed:
    """Play so many tables for so long; an attack begins after `calm` seconds. Run it in a process of its own.

    Games at quick tables are played to their end, so that some are finished however slow the machine is.
    """
    observed = Observed(attacked_at=time.monotonic() + calm)
    pairs = [_Pair(ports, index, observed, thinking) for index in range(tables)]
    asyncio.run(_play(pairs, time.monotonic() + calm + seconds, observed))
    return observed


async def _play(pairs: Sequence[_Pair], end: float, observed: Observed) -> None:
    game = moves()
    results = await asyncio.gather(*(pair.play(game, end) for pair in pairs), return_exceptions=True)
    observed.failures += [f"{type(result).__name__}: {result}" for result in results if isinstance(result, BaseException)]


class _Person:
    """A browser with its own address and cookie. If its server is gone, the next one gets the request, as behind a proxy."""

    def __init__(self, ports: Sequence[int], first: int, source: str, observed: Observed) -> None:
        self._ports = ports
        self._first = first
        self._server = first
        self._source = source
        self._observed = observed
        self._connection: Connection | None = None
        self._used = 0.0
        self.cookie = ""

    async def connect(self) -> Connection:
        """Open another connection with the cookie of this browser."""
        connection = await Connection.connect(self._ports[self._server % len(self._ports)], self._source)
        connection.cookie = self.cookie
        return connection

    def return_to_first(self) -> None:
        """Use the first server again, which may have come back."""
        if self._server != self._first:
            self._drop()
            self._server = self._first

    async def ask(self, path: str, body: bytes, kind: str = "application/json", *, timed: bool = False) -> tuple[int, Any, bytes]:
        """Send a request (a GET if there is no body), until it is answered by another status than 429 or 503.

        The time counts from the first attempt: it is what the person waits.
        """
        begin = time.monotonic()
        unanswered = 0
        while time.monotonic() < begin + _PATIENCE:
            try:
                status, headers, answer = await self._attempt(path, body, kind)
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                self._observed.statuses[0] += 1
                self._drop()
                self._server += 1
                unanswered += 1
                if unanswered % len(self._ports):  # another server has not been asked yet
                    continue
            else:
                self._observed.statuses[status] += 1
                if status not in _RETRIED:
                    if timed and status == 200:
                        self._observed.add(begin, time.monotonic())
                    return status, headers, answer
            await asyncio.sleep(_PAUSE)
        raise AssertionError(f"no answer to {path} within {_PATIENCE:.0f} s")

    async def _attempt(self, path: str, body: bytes, kind: str) -> tuple[int, dict[str, str], bytes]:
        if self._connection is None or time.monotonic() - self._used > 10:  # the server closes idle connections
            self._drop()
            self._connection = await self.connect()
        self._connection.cookie = self.cookie
        self._connection.request("POST" if body else "GET", path, body, kind)
        async with asyncio.timeout(_PATIENCE / 2):
            status, headers, answer = await self._connection.response()
        self._used = time.monotonic()
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return status, headers, answer

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.writer.close()
            self._connection = None


class _Pair:
    """Two people who play one game after the other at a table of theirs."""

    def __init__(self, ports: Sequence[int], index: int, observed: Observed, thinking: tuple[float, float]) -> None:
        self._people = [_Person(ports, index + seat, f"127.1.{index}.{seat + 1}", observed) for seat in range(2)]
        self._seated = self._people  # by seat, in the current game
        self._observed = observed
        self._quick = index % QUICK_SHARE == 0
        self._thinking = thinking[self._quick]

    async def play(self, game: Sequence[tuple[int, str]], end: float) -> None:
        """Play one game after the other; begin none after `end`."""
        while time.monotonic() < end:
            table = await self._open()
            pages = [] if self._quick else [asyncio.create_task(self._look(person, table)) for person in self._people]
            try:
                await self._moves(table, game, end)
            finally:
                for page in pages:
                    page.cancel()

    async def _open(self) -> str:
        ada, bo = self._people
        for person in self._people:
            person.return_to_first()
        form = f"game={GAME}&name=Ada&seats=2&spectators=on&public=on&rated=on&seat-0=you&seat-1=open"
        _, headers, _ = await ada.ask("/tables", form.encode(), "application/x-www-form-urlencoded")
        table = str(headers["location"])
        self._observed.acknowledged[table] = 0
        status, _, body = await bo.ask(f"{table}/sit", json.dumps({"seat": 1, "name": "Bo"}).encode())
        assert status == 200 or b"has started" in body, body
        _, _, record = await ada.ask(f"{table}/record", b"")
        if read(record.decode()).names == ["Bo", "Ada"]:  # the seats of a rated game are drawn by lot
            self._seated = [bo, ada]
        else:
            self._seated = [ada, bo]
        return table

    async def _moves(self, table: str, game: Sequence[tuple[int, str]], end: float) -> None:
        for n, (seat, text) in enumerate(game):
            await asyncio.sleep(self._thinking)
            if time.monotonic() > end and not self._quick:
                return
            move = {"n": n, "rid": str(n), "move": text, "seat": seat}
            status, _, body = await self._seated[seat].ask(f"{table}/move", json.dumps(move).encode(), timed=True)
            assert status == 200, f"{table} {n}: {status} {body[:200]!r}"
            assert json.loads(body)["n"] == n + 1, body
            self._observed.acknowledged[table] = n + 1
        self._observed.finished.add(table)

    async def _look(self, person: _Person, table: str) -> None:
        """Keep a live page open."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                stream = await person.connect()
                stream.request("GET", f"{table}/live")
                try:
                    await read_all(stream)
                finally:
                    stream.writer.close()
            await asyncio.sleep(1)
