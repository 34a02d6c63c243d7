"""How much houses that share a database carry: `python -m bench.server`. It starts a PostgreSQL of its own."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table as Grid

from bench.web import TABLES, Server, Wire, idle, played
from roundhouse.games import GAMES, find
from tests.web.database import Database, own_database

GAME: Final = "express"  # nothing in it is drawn, so the same moves are legal at every table
MOVES: Final = 60  # of each table
LIVE: Final = 500  # tables that are played at the same time
THINK: Final = (2.0, 8.0)  # seconds that a person thinks
PACE: Final = 900  # milliseconds that a bot takes
SECONDS: Final = 45  # in which the POSTs are timed, when all tables are under way
_TARGETS: Final = Path(__file__).with_name("targets.json")
_BUTTON: Final = re.compile(r'<button name="move" value="([^"]+)"')

Figures = dict[str, float]


# Moves a second.


async def throughput(ports: Sequence[int], watched: bool, apart: bool) -> float:
    """Durable moves a second of many tables; where they are watched, both players of each table have their live page open.

    Tables are spread over the processes; `apart` puts the page of the second player on another process than the moves.
    """
    moves = played(find(GAME))[:MOVES]
    players = [await Wire.open(ports[number % len(ports)]) for number in range(TABLES)]
    tables = [await player.open_table(GAME) for player in players]
    watching = []
    for number, (player, table) in enumerate(zip(players, tables, strict=True)):
        for seat in range(2 if watched else 0):
            viewer = await Wire.open(ports[(number + seat * apart) % len(ports)])
            viewer.cookie = player.cookie
            viewer.request("GET", f"{table}/live?as={seat}")
            watching.append(asyncio.create_task(idle(viewer)))
    await asyncio.sleep(1)
    players = [await player.again() for player in players]

    async def play(player: Wire, table: str) -> None:
        for n, (seat, text) in enumerate(moves):
            await player.move(table, n, seat, text)

    begin = time.perf_counter()
    await asyncio.gather(*(play(player, table) for player, table in zip(players, tables, strict=True)))
    spent = time.perf_counter() - begin
    for task in watching:
        task.cancel()
    return TABLES * len(moves) / spent


def carried(database: Database, processes: int, *, watched: bool, apart: bool = False) -> float:
    """The same for fresh servers on a fresh database."""
    url = database.fresh()
    with ExitStack() as ends:
        servers = [Server(url) for _ in range(processes)]
        for server in servers:
            ends.callback(server.stop)
        return asyncio.run(throughput([server.port for server in servers], watched, apart))


# Live tables.


class Person:
    """Somebody with a live page of a table, who thinks for a while and moves, against bots."""

    def __init__(self, port: int, game: str, seed: int) -> None:
        self._port = port
        self._game = game
        self._rng = random.Random(seed)
        self._changed = asyncio.Event()
        self.times: list[float] = []  # milliseconds of each POST
        self.began = asyncio.Event()

    async def play(self) -> None:
        """Until it is cancelled; game after game."""
        wire = await Wire.open(self._port)
        while True:
            wire = await wire.again()
            table = await wire.open_table(self._game, ["you", "novice"], PACE)
            stream = await Wire.open(self._port)
            stream.cookie = wire.cookie
            stream.request("GET", f"{table}/live")
            following = asyncio.create_task(self._follow(stream))
            self.began.set()
            try:
                await self._game_of(wire, table)
            finally:
                following.cancel()
                stream.writer.close()

    async def _game_of(self, wire: Wire, table: str) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(self._rng.uniform(*THINK))
            wire = await wire.again()
            wire.request("GET", f"{table}/text")
            told = json.loads((await wire.answer())[2])
            moves = [unescape(move) for move in _BUTTON.findall(told["fragments"]["moves"])]
            if not moves:
                continue
            order = {"n": told["n"], "rid": f"{told['n']}", "move": self._rng.choice(moves), "seat": 0}
            begin = time.perf_counter()
            wire.request("POST", f"{table}/move", json.dumps(order).encode())
            status, _, _ = await wire.answer()
            self.times.append((time.perf_counter() - begin) * 1000)
            if status != 200:  # the game is over: another table
                return

    async def _follow(self, stream: Wire) -> None:
        """Reads what the page is sent."""
        while line := await stream.reader.readline():
            if line.startswith(b"event: delta"):
                self._changed.set()


async def live_tables(port: int, count: int, seconds: float) -> Figures:
    """What a POST takes while many tables of all games are played against bots."""
    people = [Person(port, GAMES[number % len(GAMES)].name, number) for number in range(count)]
    playing = []
    for person in people:  # they come one after another
        playing.append(asyncio.create_task(person.play()))
        await person.began.wait()
    await asyncio.sleep(THINK[1])
    for person in people:
        person.times.clear()
    await asyncio.sleep(seconds)
    failed = [task.exception() for task in playing if task.done()]
    assert not failed, failed
    times = [spent for person in people for spent in person.times]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return {
        "post": statistics.median(times),
        "post_p95": statistics.quantiles(times, n=20)[-1],
        "posts_per_s": len(times) / seconds,
    }


def lively(url: str, count: int, seconds: float) -> Figures:
    """The same for a fresh server; `cores` is the CPU that it and its bots used, in cores."""
    server = Server(url)
    try:
        used, begin = server.cpu(), time.perf_counter()
        found = asyncio.run(live_tables(server.port, count, seconds))
        return found | {"cores": (server.cpu() - used) / (time.perf_counter() - begin)}
    finally:
        server.stop()


# All together.


def measure(count: int, seconds: float) -> Figures:
    """Every figure by its name."""
    figures: Figures = {}
    with own_database() as database:
        for name, options in (("bare", (False, False)), ("watched", (True, False)), ("apart", (True, True))):
            watched, apart = options
            alone = figures["watched_1"] if apart else carried(database, 1, watched=watched)
            figures[f"{name}_1"] = alone
            figures[f"{name}_2"] = carried(database, 2, watched=watched, apart=apart)
            figures[f"{name}_times"] = figures[f"{name}_2"] / alone
        figures |= lively(database.fresh(), count, seconds)
    return figures


_LABELS: Final = {
    "bare_1": ("moves a second, nobody watches: one process", "{:,.0f}"),
    "bare_2": ("two processes", "{:,.0f}"),
    "bare_times": ("times one", "{:.2f}"),
    "watched_1": ("moves a second, two players watch each table: one process", "{:,.0f}"),
    "watched_2": ("two processes", "{:,.0f}"),
    "watched_times": ("times one", "{:.2f}"),
    "apart_1": ("the same, the two players on different processes: one process", "{:,.0f}"),
    "apart_2": ("two processes", "{:,.0f}"),
    "apart_times": ("times one", "{:.2f}"),
    "post": ("ms of a POST while {count} tables are played with bots, median", "{:.1f}"),
    "post_p95": ("the same, all but the slowest in twenty", "{:.1f}"),
    "posts_per_s": ("such POSTs a second", "{:.0f}"),
    "cores": ("cores that the server used, without its bots", "{:.2f}"),
}
_AT_LEAST: Final = ("watched_times", "apart_times")


def show(figures: Figures, count: int) -> None:
    """A table with the targets."""
    targets: Figures = json.loads(_TARGETS.read_text("utf-8"))["server"]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    grid = Grid(title=f"Houses that share a database; {os.cpu_count()} cores, load {load:.1f} at the end", title_justify="left")
    for column in ("figure", "measured", "target", ""):
        grid.add_column(column, justify="left" if column == "figure" else "right")
    for name, figure in figures.items():
        label, form = _LABELS[name]
        target = targets.get(name)
        if target is None:
            grid.add_row(label.format(count=count), form.format(figure), "", "")
            continue
        least = name in _AT_LEAST
        met = figure >= target if least else figure <= target
        grid.add_row(
            label.format(count=count),
            form.format(figure),
            f"{'≥' if least else '≤'} {form.format(target)}",
            "met" if met else "missed",
        )
    Console().print(grid)


def main() -> int:
    """Measures and prints; the exit code is 0 whatever the figures: a slow machine is no error."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--tables", type=int, default=LIVE, help="live tables with bots", metavar="N")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="in which they are timed", metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    figures = measure(args.tables, args.seconds)
    if args.json:
        print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))
    else:
        show(figures, args.tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
