"""The capacity of server processes that share a database: `python -m bench.server`. Starts its own PostgreSQL."""

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
from rich.table import Table as RichTable

from bench.web import TABLES, Connection, Server, heuristic_game, read_all
from roundhouse.games import GAMES, find
from tests.web.database import Database, own_database

GAME: Final = "express"  # it has no draws of chance, so the same moves are legal at every table
MOVES: Final = 60  # per table
LIVE_TABLES: Final = 500  # tables played at the same time
THINKING_TIME: Final = (2.0, 8.0)  # seconds, of a player
BOT_PACE: Final = 900  # milliseconds per bot move
SECONDS: Final = 45  # of measurement, once all tables have started
_TARGETS: Final = Path(__file__).with_name("targets.json")
_BUTTON: Final = re.compile(r'<button name="move" value="([^"]+)"')

Figures = dict[str, float]


# Moves per second.


async def throughput(ports: Sequence[int], watched: bool, apart: bool) -> float:
    """Measure durable moves per second at many tables; `watched` means that both players of each table have a live page open.

    Tables are spread over the processes; `apart` opens the page of the second player on another process than the moves.
    """
    moves = heuristic_game(find(GAME))[:MOVES]
    players = [await Connection.connect(ports[index % len(ports)]) for index in range(TABLES)]
    tables = [await player.open_table(GAME) for player in players]
    watching = []
    for index, (player, table) in enumerate(zip(players, tables, strict=True)):
        for seat in range(2 if watched else 0):
            viewer = await Connection.connect(ports[(index + seat * apart) % len(ports)])
            viewer.cookie = player.cookie
            viewer.request("GET", f"{table}/live?as={seat}")
            watching.append(asyncio.create_task(read_all(viewer)))
    await asyncio.sleep(1)
    players = [await player.reopened() for player in players]

    async def play(player: Connection, table: str) -> None:
        for n, (seat, text) in enumerate(moves):
            await player.move(table, n, seat, text)

    begin = time.perf_counter()
    await asyncio.gather(*(play(player, table) for player, table in zip(players, tables, strict=True)))
    spent = time.perf_counter() - begin
    for task in watching:
        task.cancel()
    return TABLES * len(moves) / spent


def measured_throughput(database: Database, processes: int, *, watched: bool, apart: bool = False) -> float:
    """Measure the throughput of new servers on a new database."""
    url = database.fresh()
    with ExitStack() as stack:
        servers = [Server(url) for _ in range(processes)]
        for server in servers:
            stack.callback(server.stop)
        return asyncio.run(throughput([server.port for server in servers], watched, apart))


# Live tables.


class Player:
    """A simulated player with a live page, who thinks for a while and moves, against bots."""

    def __init__(self, port: int, game: str, seed: int) -> None:
        self._port = port
        self._game = game
        self._rng = random.Random(seed)
        self._changed = asyncio.Event()
        self.times: list[float] = []  # milliseconds of each POST
        self.started = asyncio.Event()

    async def play(self) -> None:
        """Play game after game until cancelled."""
        connection = await Connection.connect(self._port)
        while True:
            connection = await connection.reopened()
            table = await connection.open_table(self._game, ["you", "novice"], BOT_PACE)
            stream = await Connection.connect(self._port)
            stream.cookie = connection.cookie
            stream.request("GET", f"{table}/live")
            following = asyncio.create_task(self._follow(stream))
            self.started.set()
            try:
                await self._play_game(connection, table)
            finally:
                following.cancel()
                stream.writer.close()

    async def _play_game(self, connection: Connection, table: str) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(self._rng.uniform(*THINKING_TIME))
            connection = await connection.reopened()
            connection.request("GET", f"{table}/text")
            state = json.loads((await connection.response())[2])
            moves = [unescape(move) for move in _BUTTON.findall(state["fragments"]["moves"])]
            if not moves:
                continue
            order = {"n": state["n"], "rid": f"{state['n']}", "move": self._rng.choice(moves), "seat": 0}
            begin = time.perf_counter()
            connection.request("POST", f"{table}/move", json.dumps(order).encode())
            status, _, _ = await connection.response()
            self.times.append((time.perf_counter() - begin) * 1000)
            if status != 200:  # the game is over: open another table
                return

    async def _follow(self, stream: Connection) -> None:
        """Read the live stream of the page."""
        while line := await stream.reader.readline():
            if line.startswith(b"event: delta"):
                self._changed.set()


async def live_tables(port: int, count: int, seconds: float) -> Figures:
    """Measure the time of a POST while many tables of all games are played against bots."""
    players = [Player(port, GAMES[index % len(GAMES)].name, index) for index in range(count)]
    playing = []
    for player in players:  # one after another
        playing.append(asyncio.create_task(player.play()))
        await player.started.wait()
    await asyncio.sleep(THINKING_TIME[1])
    for player in players:
        player.times.clear()
    await asyncio.sleep(seconds)
    failed = [task.exception() for task in playing if task.done()]
    assert not failed, failed
    times = [spent for player in players for spent in player.times]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return {
        "post": statistics.median(times),
        "post_p95": statistics.quantiles(times, n=20)[-1],
        "posts_per_s": len(times) / seconds,
    }


def measured_live_tables(url: str, count: int, seconds: float) -> Figures:
    """Measure a new server; `cores` is its CPU usage in cores, without its bots."""
    server = Server(url)
    try:
        used, begin = server.cpu(), time.perf_counter()
        found = asyncio.run(live_tables(server.port, count, seconds))
        return found | {"cores": (server.cpu() - used) / (time.perf_counter() - begin)}
    finally:
        server.stop()


# Output.


def measure(count: int, seconds: float) -> Figures:
    """Return all figures by name."""
    figures: Figures = {}
    with own_database() as database:
        for name, options in (("bare", (False, False)), ("watched", (True, False)), ("apart", (True, True))):
            watched, apart = options
            alone = figures["watched_1"] if apart else measured_throughput(database, 1, watched=watched)
            figures[f"{name}_1"] = alone
            figures[f"{name}_2"] = measured_throughput(database, 2, watched=watched, apart=apart)
            figures[f"{name}_times"] = figures[f"{name}_2"] / alone
        figures |= measured_live_tables(database.fresh(), count, seconds)
    return figures


_LABELS: Final = {
    "bare_1": ("moves per second without viewers: one process", "{:,.0f}"),
    "bare_2": ("two processes", "{:,.0f}"),
    "bare_times": ("relative to one", "{:.2f}"),
    "watched_1": ("moves per second, both players of each table watching: one process", "{:,.0f}"),
    "watched_2": ("two processes", "{:,.0f}"),
    "watched_times": ("relative to one", "{:.2f}"),
    "apart_1": ("the same, the two players on different processes: one process", "{:,.0f}"),
    "apart_2": ("two processes", "{:,.0f}"),
    "apart_times": ("relative to one", "{:.2f}"),
    "post": ("ms per POST while {count} tables are played with bots, median", "{:.1f}"),
    "post_p95": ("the same, 95th percentile", "{:.1f}"),
    "posts_per_s": ("such POSTs per second", "{:.0f}"),
    "cores": ("cores used by the server, without its bots", "{:.2f}"),
}
_AT_LEAST: Final = ("watched_times", "apart_times")


def show(figures: Figures, count: int) -> None:
    """Print a table with the targets."""
    targets: Figures = json.loads(_TARGETS.read_text("utf-8"))["server"]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    grid = RichTable(
        title=f"Servers that share a database; {os.cpu_count()} cores, load {load:.1f} at the end", title_justify="left"
    )
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
    """Measure and print. Always return 0: a slow machine is not an error."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument(
        "--tables", type=int, default=LIVE_TABLES, help="number of live tables with bots (default: %(default)s)", metavar="N"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="duration of the measurement (default: %(default)s)", metavar="S"
    )
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
