"""A load generator: many players at many tables over real sockets, which remembers every acknowledged move."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import httpx

from roundhouse.core.draw import Rng
from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table

GAME = "express"  # nothing in it is drawn, so the same moves are legal at every table
SEATS = 3
PATIENCE = 60.0  # seconds without a move, after which a table is stuck
_PAUSE = 0.05  # seconds before a request is repeated


@lru_cache
def moves() -> list[tuple[int, str]]:
    """Return a whole game: seats and moves."""
    game, rng = find(GAME), Rng(7)
    table = Table(game, SEATS, source=Seeded(7))
    while not table.over:
        table.play(table.actor, game.advise(table.view(table.actor), rng))
    return [(actor, game.notation(move)) for actor, move in table.entries()]


@dataclass
class Crowd:
    """Players who use any of several servers; a request without a response is repeated at another one."""

    addresses: list[str]
    acknowledged: dict[str, int] = field(default_factory=dict)  # number of moves by table
    against_bots: set[str] = field(default_factory=set)  # tables where bots move too
    finished: set[str] = field(default_factory=set)  # tables whose game is over
    statuses: Counter[int] = field(default_factory=Counter)  # of all responses; 0 if there was none
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self, tables: int, with_bots: int = 0) -> None:
        """Play so many tables at a time, some of them against bots, until `over` is set."""
        players = [_Player(self, index) for index in range(tables)]
        games = [player.play_bots() if index < with_bots else player.play() for index, player in enumerate(players)]
        try:
            await asyncio.gather(*games)
        finally:
            await asyncio.gather(*(player.client.aclose() for player in players))

    @property
    def total(self) -> int:
        """Return the number of acknowledged moves."""
        return sum(self.acknowledged.values())


class _Player:
    """One person with all seats of a table, or with one seat against bots."""

    def __init__(self, crowd: Crowd, server: int) -> None:
        self._crowd = crowd
        self.client = httpx.AsyncClient(timeout=PATIENCE)
        self._server = server

    async def play(self) -> None:
        """Play one game after the other."""
        while not self._crowd.over.is_set():
            table = await self._open(["you"] * SEATS)
            for n, (seat, text) in enumerate(moves()):
                if self._crowd.over.is_set():
                    return
                answer = await self._ask("POST", f"{table}/move", json={"n": n, "rid": str(n), "seat": seat, "move": text})
                assert answer.status_code == 200, answer.text
                assert answer.json()["n"] == n + 1
                self._crowd.acknowledged[table] = n + 1
            self._crowd.finished.add(table)

    async def play_bots(self) -> None:
        """Play one game after the other against bots, always with the first move that the page offers."""
        while not self._crowd.over.is_set():
            table = await self._open(["you", "novice", "novice"])
            self._crowd.against_bots.add(table)
            await self._play_bots(table)
            self._crowd.finished.add(table)

    async def _play_bots(self, table: str) -> None:
        while not self._crowd.over.is_set():
            page = (await self._ask("GET", table)).text
            if 'data-state="over"' in page:
                return
            n, offered = int(re.findall(r'data-n="(\d+)"', page)[0]), re.findall(r'<button name="move" value="([^"]+)"', page)
            if not offered:
                await asyncio.sleep(_PAUSE)
                continue
            answer = await self._ask("POST", f"{table}/move", json={"n": n, "rid": str(n), "seat": 0, "move": offered[0]})
            assert answer.status_code == 200, answer.text
            self._crowd.acknowledged[table] = answer.json()["n"]

    async def _open(self, seats: list[str]) -> str:
        form = {"game": GAME, "name": "Ada", "seats": str(SEATS), "pace": "0", "public": "on", "spectators": "on"}
        form |= {f"seat-{seat}": occupant for seat, occupant in enumerate(seats)}
        answer = await self._ask("POST", "/tables", data=form)
        table = str(answer.headers["location"])
        self._crowd.acknowledged[table] = 0
        return table

    async def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Repeat a request until there is a response with another status than 503."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            address = self._crowd.addresses[self._server % len(self._crowd.addresses)]
            try:
                answer = await self.client.request(method, address + path, headers={"Origin": address}, **more)
                self._crowd.statuses[answer.status_code] += 1
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                self._crowd.statuses[0] += 1
                self._server += 1
            await asyncio.sleep(_PAUSE)
        raise AssertionError(f"no answer to {method} {path}: {self._crowd.statuses}")
