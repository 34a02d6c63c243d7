"""The speed of the web server: `python -m bench.web`. Every figure is shown beside its target in `targets.json`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import gzip
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table as RichTable

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE
from roundhouse.games import GAMES, find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.web.http import assets
from roundhouse.web.http.pages import page
from roundhouse.web.live.fragments import fragments, renderer, text_fragments
from roundhouse.web.routes.table import page_context
from roundhouse.web.store.sqlite import SqliteStore
from roundhouse.web.store.store import Statement
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import Event, Seat, Setup, Stage, TableRepository, TableSnapshot
from roundhouse.web.tables.room import Room

SEATS: Final = 4
VIEWERS: Final = 200
ROUNDS: Final = 3  # the best counts, because machines are busy
MOVES: Final = 60  # in a measurement of latency
TABLES: Final = 64  # played at the same time
_TARGETS: Final = Path(__file__).with_name("targets.json")

Figures = dict[str, float]


# Drawing.


def heuristic_game(game: Game[Any], seed: int = 3, seats: int = SEATS) -> list[tuple[int, str]]:
    """Play a game with the heuristic and return its moves as (actor, text)."""
    table = Table(game, seats, source=Seeded(seed))
    rng = Rng(seed)
    while not table.over:
        table.play(table.actor, game.advise(table.view(table.actor), rng))
    return [(actor, game.notation(move)) for actor, move in table.entries()]


def setup_of(game: Game[Any], id: str = "bench") -> Setup:
    """Return the setup of a table."""
    return Setup(
        id=id,
        game=game.name,
        version=game.version,
        seats=SEATS,
        options={},
        secret=bytes(32),
        host="0",
        invite=id,
        public=False,
        spectators=True,
        practice=False,
        hotseat=False,
        tour=False,
        pace=0,
        stage=Stage.RUNNING,
        rated=False,
        by_lot=False,
        prefix=0,
        made=0.0,
    )


def room_of(game: Game[Any], events: Sequence[tuple[int, str]]) -> Room:
    """Return a room with these events; nothing is stored."""
    seats = [Seat(str(seat), f"Player {seat + 1}") for seat in range(SEATS)]
    past = [Event(None, actor, text) for actor, text in events]
    nowhere = TableRepository.__new__(TableRepository)
    return Room(TableSnapshot(setup_of(game), "Player 1", seats, set(), past, [], 0, set()), nowhere, lambda _: None, renderer)


def drawing_time(game: Game[Any]) -> Figures:
    """Measure the CPU milliseconds to draw a seat's page after each move of the last third, and the bytes sent per move."""
    events = heuristic_game(game)
    first = len(events) * 2 // 3
    room = room_of(game, events[:first])
    readers = [Reader(seat, (seat,), False, True, "en", "wide") for seat in range(2)]
    frames = [room.streams.frame(reader) for reader in readers]
    spent, sizes = [], []
    gc.collect()
    gc.freeze()  # as the server does at startup
    for actor, text in events[first:]:
        assert room.table is not None
        room.table.restore([*room.table.entries(), (actor, game.parse(text))])
        room.event_count += 1
        if room.table.over or room.table._history.state.actor == CHANCE:
            continue
        room.streams.touch()
        for i, reader in enumerate(readers):
            spent.append(min(draw_time(room, reader) for _ in range(ROUNDS)))
            frame = room.streams.frame(reader)
            sizes.append(len(room.streams._channel(reader).event(frames[i], frame)))
            frames[i] = frame
    return {"median": statistics.median(spent), "p95": statistics.quantiles(spent, n=20)[-1], "bytes": statistics.median(sizes)}


def draw_time(room: Room, reader: Reader) -> float:
    """Return the CPU milliseconds to draw everything that a reader sees after a move."""
    room.cache.drop(lambda key: "log-earlier" not in str(key))  # earlier lines of the log do not change
    begin = time.thread_time()
    fragments(room, reader)
    return (time.thread_time() - begin) * 1000


def page_time(game: Game[Any]) -> Figures:
    """Measure the CPU milliseconds to load a table late in its game and render its page, and the compressed bytes of the page."""
    events = heuristic_game(game)
    events = events[: len(events) * 95 // 100]
    while events and events[-1][0] == CHANCE:
        events.pop()
    found: list[float] = []
    text = ""
    for _ in range(ROUNDS):
        begin = time.thread_time()
        room = room_of(game, events)
        reader = Reader(0, (0,), False, True, "en", "wide")
        frame = room.streams.frame(reader)
        context = page_context(room, reader) | {
            "fragments": frame.fragments | text_fragments(room, reader),
            "since": frame.token,
            "n": room.event_count,
        }
        mine = {"theme": "auto", "sound": "off", "motion": "on", "confirm": "turn", "warn": "off"}
        mine |= {"guest": None, "signed_in": False, "path": "/"}
        text = page("table.html", "en", mine | context)
        found.append((time.thread_time() - begin) * 1000)
    return {"open": min(found), "page": len(gzip.compress(text.encode(), 6))}


# A server, and clients that speak plain HTTP to it.


class Server:
    """`roundhouse serve` without rate limits, in another process."""

    def __init__(self, db: str) -> None:
        quiet = {"ROUNDHOUSE_LIMITS": "off", "ROUNDHOUSE_STREAMS_EACH": "5000", "ROUNDHOUSE_TABLES_EACH": "5000"}
        quiet |= {"ROUNDHOUSE_STREAMS": "5000", "ROUNDHOUSE_ROOMS": "1000"}
        command = [sys.executable, "-m", "roundhouse", "--lang", "en", "serve", "--port", "0", "--db", db]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **quiet})
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().rstrip("/\n").rpartition(":")[2])

    def cpu(self) -> float:
        """Return the CPU seconds used so far; 0 if the system does not provide them."""
        path = Path(f"/proc/{self._process.pid}/stat")
        if not path.exists():
            return 0.0
        user, system = path.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stop the server."""
        self._process.terminate()
        self._process.communicate()


@dataclass
class Connection:
    """A persistent HTTP connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    host: str
    cookie: str = ""

    @classmethod
    async def connect(cls, port: int, source: str = "127.0.0.1") -> Connection:
        """Open a connection from an address of this machine."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22, local_addr=(source, 0))
        return cls(reader, writer, f"127.0.0.1:{port}")

    async def reopened(self) -> Connection:
        """Return a new connection with the same cookie: the server closes connections that are idle for some seconds."""
        self.writer.close()
        wire = await Connection.connect(int(self.host.rpartition(":")[2]))
        wire.cookie = self.cookie
        return wire

    def request(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> None:
        """Send a request."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\nCookie: {self.cookie}\r\n"
        head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)

    async def response(self) -> tuple[int, dict[str, str], bytes]:
        """Return the status, headers and body of the response."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return int(head[0].split()[1]), headers, body

    async def open_table(self, game: str, seats: Sequence[str] = ("you",) * SEATS, pace: int = 0) -> str:
        """Open a table at which this connection plays every seat, or the given ones."""
        form = f"game={game}&name=Ada&seats={len(seats)}&spectators=on&public=on&pace={pace}"
        form += "".join(f"&seat-{index}={seat}" for index, seat in enumerate(seats))
        self.request("POST", "/tables", form.encode(), "application/x-www-form-urlencoded")
        _, headers, _ = await self.response()
        self.cookie = headers["set-cookie"].partition(";")[0]
        return headers["location"]

    async def move(self, table: str, n: int, seat: int, text: str) -> None:
        """Make a move and wait until it is stored."""
        self.request("POST", f"{table}/move", json.dumps({"n": n, "rid": f"{n}", "move": text, "seat": seat}).encode())
        status, _, body = await self.response()
        assert status == 200, body


async def wait_for_event(viewer: Connection, wanted: bytes) -> float:
    """Wait for an event that contains `wanted` and return its time."""
    while True:
        line = await viewer.reader.readline()
        if not line or (line.startswith(b"data: ") and wanted in line[:40]):
            return time.perf_counter()


async def read_all(viewer: Connection) -> None:
    """Read and discard everything, as a browser in the background does."""
    while await viewer.reader.read(2**16):
        pass


async def latency(server: Server, viewers: int) -> Figures:
    """Measure the milliseconds from the POST of a move to the event at another client, with more viewers at the table."""
    game = find("express")
    moves = heuristic_game(game)[:MOVES]
    player = await Connection.connect(server.port)
    table = await player.open_table(game.name)
    friend = await Connection.connect(server.port)
    viewers_connected = [await Connection.connect(server.port) for _ in range(viewers)]
    for viewer in (friend, *viewers_connected):
        viewer.request("GET", f"{table}/live")
    await wait_for_event(friend, b'"n":0')
    tasks = [asyncio.create_task(read_all(viewer)) for viewer in viewers_connected]
    await asyncio.sleep(2)
    found = []
    for n, (seat, text) in enumerate(moves):
        arrival = asyncio.create_task(wait_for_event(friend, f'"n":{n + 1},'.encode()))
        await asyncio.sleep(0.02)
        begin = time.perf_counter()
        await player.move(table, n, seat, text)
        found.append((await arrival - begin) * 1000)
    for task in tasks:
        task.cancel()
    return {"latency": statistics.median(found)}


async def throughput(server: Server) -> Figures:
    """Measure durable moves per second over HTTP at many tables without viewers."""
    moves = heuristic_game(find("express"))
    players = [await Connection.connect(server.port) for _ in range(TABLES)]
    tables = [await player.open_table("express") for player in players]

    async def play(player: Connection, table: str) -> None:
        for n, (seat, text) in enumerate(moves):
            await player.move(table, n, seat, text)

    count = TABLES * len(moves)
    begin, used = time.perf_counter(), server.cpu()
    await asyncio.gather(*(play(player, table) for player, table in zip(players, tables, strict=True)))
    spent = time.perf_counter() - begin
    return {"moves_per_s": count / spent, "cpu_per_move": (server.cpu() - used) / count * 1000}


async def store_alone(folder: str) -> Figures:
    """Measure the same moves written to the store directly."""
    moves = heuristic_game(find("express"))
    store = SqliteStore(Path(folder) / "alone.db")
    repository = TableRepository(store)
    await store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('0', 'Ada', 0)"))
    for index in range(TABLES):
        await repository.add_table(setup_of(find("express"), str(index)), [Seat("0", "Ada")] * SEATS)

    async def play(table: str) -> None:
        for n, (seat, text) in enumerate(moves):
            await repository.append(table, n, [Event(f"{n}", seat, text)], 0.0)

    begin = time.perf_counter()
    await asyncio.gather(*(play(str(index)) for index in range(TABLES)))
    spent = time.perf_counter() - begin
    await store.close()
    return {"alone": TABLES * len(moves) / spent}


def with_server(measure: Callable[[Server], Any]) -> Figures:
    """Take a measurement with a new server."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/house.db")
        try:
            found: Figures = asyncio.run(measure(server))
        finally:
            server.stop()
        return found


# Output.


def script_bytes() -> int:
    """Return the compressed size of all scripts that the page of a table can need."""
    templates = files("roundhouse.web").joinpath("templates")
    pages = "".join(templates.joinpath(name).read_text("utf-8") for name in ("base.html", "table.html"))
    names = imported_scripts(set(re.findall(r'"([\w-]+\.js)"', pages)))
    return sum(len(gzip.compress(assets.content(name) or b"", 6)) for name in names)


def imported_scripts(names: set[str]) -> set[str]:
    """Return these scripts and all that they import, statically or on demand."""
    pending, found = set(names), set[str]()
    while pending:
        name = pending.pop()
        found.add(name)
        text = (assets.content(name) or b"").decode()
        pending |= set(re.findall(r'(?:from|import) ?\(?"\./([^"]+)"', text)) - found
    return found


def measure(games: Sequence[Game[Any]], viewers: int) -> Figures:
    """Return all figures by name."""
    figures: Figures = {}
    for game in games:
        found = drawing_time(game)
        figures |= {
            f"{game.name}_draw": found["median"],
            f"{game.name}_draw_p95": found["p95"],
            f"{game.name}_delta": found["bytes"],
        }
        opened = page_time(game)
        figures |= {f"{game.name}_open": opened["open"], f"{game.name}_page": opened["page"]}
    figures["script"] = script_bytes()
    figures["latency_alone"] = with_server(lambda server: latency(server, 0))["latency"]
    figures["latency"] = with_server(lambda server: latency(server, viewers))["latency"]
    figures |= with_server(throughput)
    with tempfile.TemporaryDirectory() as folder:
        figures["store_per_s"] = asyncio.run(store_alone(folder))["alone"]
    figures["times_store"] = figures["moves_per_s"] / figures["store_per_s"]
    return figures


_LABELS: Final = {
    "draw": ("ms to draw a late move for one seat, median", "{:.1f}"),
    "draw_p95": ("the same, 95th percentile", "{:.1f}"),
    "delta": ("bytes sent per move, median", "{:,.0f}"),
    "open": ("ms to open a late table", "{:.0f}"),
    "page": ("bytes of its page, compressed", "{:,.0f}"),
    "script": ("bytes of the script, compressed", "{:,.0f}"),
    "latency_alone": ("ms from a move to another client, median", "{:.1f}"),
    "latency": (f"the same with {VIEWERS} more viewers", "{:.1f}"),
    "moves_per_s": ("durable moves per second over HTTP, one process", "{:,.0f}"),
    "cpu_per_move": ("ms of server CPU per move", "{:.2f}"),
    "store_per_s": ("moves per second, store only", "{:,.0f}"),
    "times_store": ("HTTP relative to the store only", "{:.2f}"),
}
_AT_LEAST: Final = ("moves_per_s",)


def show(figures: Figures) -> None:
    """Print a table with the targets."""
    targets: Figures = json.loads(_TARGETS.read_text("utf-8"))["web"]
    grid = RichTable(title="Web server", title_justify="left")
    for column in ("figure", "measured", "target", ""):
        grid.add_column(column, justify="left" if column == "figure" else "right")
    for name, figure in figures.items():
        game, _, bare = name.partition("_")
        kind, prefix = (bare, f"{game}: ") if bare in _LABELS and game not in _LABELS and name not in _LABELS else (name, "")
        label, form = _LABELS[kind]
        target = targets.get(kind)
        if target is None:
            grid.add_row(prefix + label, form.format(figure), "", "")
            continue
        met = figure >= target if kind in _AT_LEAST else figure <= target
        sign = "≥" if kind in _AT_LEAST else "≤"
        grid.add_row(prefix + label, form.format(figure), f"{sign} {form.format(target)}", "met" if met else "missed")
    Console().print(grid)


def main() -> int:
    """Measure and print. Always return 0: a slow machine is not an error."""
    parser = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    parser.add_argument("games", nargs="*", help="only these games", metavar="GAME")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    figures = measure([find(name) for name in args.games] or GAMES, VIEWERS)
    if args.json:
        print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))
    else:
        show(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
