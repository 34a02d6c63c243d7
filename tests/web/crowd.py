"""A crowd that plays many tables at the same time over real sockets, and remembers every move that was acknowledged to it."""

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
_REST = 0.05  # seconds before a request is made again


@lru_cache
def moves() -> list[tuple[int, str]]:
    """A whole game: who, and what."""
    game, rng = find(GAME), Rng(7)
    table = Table(game, SEATS, source=Seeded(7))
    while not table.over:
        table.play(table.actor, game.advise(table.view(table.actor), rng))
    return [(actor, game.notation(move)) for actor, move in table.entries()]


@dataclass
class Crowd:
    """Players who go to any of several addresses; a request that gets no answer is made again, elsewhere."""

    addresses: list[str]
    acknowledged: dict[str, int] = field(default_factory=dict)  # by table: so many moves
    against_bots: set[str] = field(default_factory=set)  # tables where others move as well
    finished: set[str] = field(default_factory=set)  # tables whose game is over
    statuses: Counter[int] = field(default_factory=Counter)  # of all answers; 0 where there was none
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self, tables: int, bot_pool: int = 0) -> None:
        """Until it is `over`; each player begins another table when one is over. Some play against bots."""
        players = [_Player(self, number) for number in range(tables)]
        kinds = [player.play_robot() if player.number < bot_pool else player.play() for player in players]
        try:
            await asyncio.gather(*kinds)
        finally:
            await asyncio.gather(*(player.client.aclose() for player in players))

    @property
    def total(self) -> int:
        """All moves that were acknowledged."""
        return sum(self.acknowledged.values())


class _Player:
    """One person with all seats of a table, or with one against bots."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self.number = number
        self.client = httpx.AsyncClient(timeout=PATIENCE)
        self._at = number

    async def play(self) -> None:
        """Game after game."""
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

    async def play_robot(self) -> None:
        """Against bots, game after game: the first thing that the page offers, whenever it is one's turn."""
        while not self._crowd.over.is_set():
            table = await self._open(["you", "novice", "novice"])
            self._crowd.against_bots.add(table)
            await self._play_robot(table)
            self._crowd.finished.add(table)

    async def _play_robot(self, table: str) -> None:
        while not self._crowd.over.is_set():
            page = (await self._ask("GET", table)).text
            if 'data-state="over"' in page:
                return
            n, offered = int(re.findall(r'data-n="(\d+)"', page)[0]), re.findall(r'<button name="move" value="([^"]+)"', page)
            if not offered:
                await asyncio.sleep(_REST)
                continue
            answer = await self._ask("POST", f"{table}/move", json={"n": n, "rid": str(n), "seat": 0, "move": offered[0]})
            assert answer.status_code == 200, answer.text
            self._crowd.acknowledged[table] = answer.json()["n"]

    async def _open(self, seats: list[str]) -> str:
        form = {"game": GAME, "name": "Ada", "seats": str(SEATS), "pace": "0", "public": "on", "spectators": "on"}
        form |= {f"seat-{number}": seat for number, seat in enumerate(seats)}
        answer = await self._ask("POST", "/tables", data=form)
        table = str(answer.headers["location"])
        self._crowd.acknowledged[table] = 0
        return table

    async def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Asks until there is an answer that is not `503`: try again."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            address = self._crowd.addresses[self._at % len(self._crowd.addresses)]
            try:
                answer = await self.client.request(method, address + path, headers={"Origin": address}, **more)
                self._crowd.statuses[answer.status_code] += 1
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                self._crowd.statuses[0] += 1
                self._at += 1
            await asyncio.sleep(_REST)
        raise AssertionError(f"no answer to {method} {path}: {self._crowd.statuses}")
