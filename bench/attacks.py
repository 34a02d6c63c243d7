"""Attacks for `bench.chaos`, each from an address of its own. They only ever connect to 127.0.0.1."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import random
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bench.web import Connection

FORM: Final = "application/x-www-form-urlencoded"
_TABLE: Final = re.compile(rb'href="(/table/[\w-]+)"')
_ERRORS: Final = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError, KeyError)
_NAMES: Final = ("x" * 200_000, "\u202eevil", "\x1b[2J", "a" + "\u0301" * 5000, "\ud800")
_HEADER: Final = "roundhouse 1\ngame express 1\nseats 2\noptions {}\n"


class Target:
    """The servers under attack, and what they have answered."""

    def __init__(self, ports: Sequence[int], slow_port: int) -> None:
        self.ports = ports
        self.slow_port = slow_port  # of a receiver of webhooks that never answers
        self.statuses: Counter[int] = Counter()

    async def connect(self, source: str) -> Connection:
        """Open a connection to one of the servers."""
        return await Connection.connect(random.choice(self.ports), source)

    async def ask(self, connection: Connection, method: str, path: str, body: bytes = b"", kind: str = FORM) -> bytes:
        """Send a request and return the body of the response; keep the cookie."""
        connection.request(method, path, body, kind)
        async with asyncio.timeout(20):
            status, headers, answer = await connection.response()
        self.statuses[status] += 1
        if "set-cookie" in headers:
            connection.cookie = headers["set-cookie"].partition(";")[0]
        return answer or headers.get("location", "").encode()


Attack = Callable[[Target, str], Awaitable[None]]  # one round of an attack, from one address


def run(ports: Sequence[int], seconds: float) -> Counter[int]:
    """Attack for so long; return how often each status was answered. Run it in a process of its own."""
    os.nice(10)  # in reality attackers have machines of their own
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # it reports every connection that the server closes
    return asyncio.run(_run(ports, seconds))


async def _run(ports: Sequence[int], seconds: float) -> Counter[int]:
    slow = await asyncio.start_server(_never_answer, "127.0.0.1", 0)
    target = Target(ports, slow.sockets[0].getsockname()[1])
    tasks = [
        asyncio.create_task(_repeat(attack, target, f"127.66.{number}.1"))
        for number, (attack, count) in enumerate(ATTACKS, 1)
        for _ in range(count)
    ]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    slow.close()
    return target.statuses


async def _repeat(attack: Attack, target: Target, source: str) -> None:
    while True:
        with contextlib.suppress(*_ERRORS):
            await attack(target, source)
        await asyncio.sleep(0.02)


async def _never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        await reader.read()
    finally:
        writer.close()


# Pages and records.


async def read_pages(target: Target, source: str) -> None:
    """Ask for pages as fast as they come: of the lobby, of rules, of tables that are played, and moments of their replays."""
    connection = await target.connect(source)
    home = await target.ask(connection, "GET", "/")
    tables = [match.decode() for match in _TABLE.findall(home)][:5]
    paths = ["/", "/rules/tycoon", "/games/tickets", "/ratings", *tables, *(f"{table}/text" for table in tables)]
    for _ in range(200):
        await target.ask(connection, "GET", random.choice(paths))


async def import_records(target: Target, source: str) -> None:
    """Import records with impossible names, numbers and depths."""
    bad = [f"{_HEADER}names {json.dumps([name, 'b'])}\n" for name in _NAMES]
    bad += [_HEADER + "names " + "[" * 100_000, _HEADER.replace("seats 2", "seats " + "9" * 5000), "game express\n" * 10_000]
    bad.append(_HEADER + "0 " + "1 take red\n" * 20_000)
    text = random.choice(bad).encode("utf-8", "surrogatepass")[:250_000]
    edge = secrets.token_hex(8)
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="a.rec"\r\n\r\n'.encode()
    connection = await target.connect(source)
    await target.ask(
        connection, "POST", "/import", head + text + f"\r\n--{edge}--\r\n".encode(), f"multipart/form-data; boundary={edge}"
    )


async def malformed(target: Target, source: str) -> None:
    """Send shapes that parsers stumble over."""
    connection = await target.connect(source)
    for body in (b"game=express&seats=--2", b"game=express&seats=" + b"9" * 5000, b"[" * 60_000, b'{"n":' + b"9" * 5000 + b"}"):
        for path in ("/tables", "/table/none/move", "/account/sign-in"):
            await target.ask(connection, "POST", path, body, random.choice((FORM, "application/json")))


# Connections.


async def drip(target: Target, source: str) -> None:
    """Send a request a byte at a time."""
    connection = await target.connect(source)
    for byte in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"a" * 100:
        connection.writer.write(bytes([byte]))
        await connection.writer.drain()
        await asyncio.sleep(0.5)


async def endless_head(target: Target, source: str) -> None:
    """Send headers without end."""
    connection = await target.connect(source)
    connection.writer.write(b"GET / HTTP/1.1\r\n")
    for _ in range(1000):
        connection.writer.write(b"X-A: " + b"a" * 8000 + b"\r\n")
        await connection.writer.drain()


async def open_streams(target: Target, source: str) -> None:
    """Open live streams and never read them."""
    connection = await target.connect(source)
    home = await target.ask(connection, "GET", "/")
    tables = _TABLE.findall(home) or [b"/lobby"]
    stream = await target.connect(source)
    stream.request("GET", f"{random.choice(tables).decode()}/live")
    await asyncio.sleep(30)


# Tables.


async def open_table(target: Target, connection: Connection, *seats: str, game: str = "tycoon") -> str:
    """Open a public table as a new guest, and return its path."""
    form = f"game={game}&name=Eve&seats={len(seats)}&spectators=on&public=on&pace=0"
    form += "".join(f"&seat-{seat}={occupant}" for seat, occupant in enumerate(seats))
    return (await target.ask(connection, "POST", "/tables", form.encode())).decode()


async def open_tables(target: Target, source: str) -> None:
    """Open tables, each as a new guest."""
    await open_table(target, await target.connect(source), "you", "open")


async def open_bot_tables(target: Target, source: str) -> None:
    """Open tables of masters."""
    connection = await target.connect(source)
    for seats in (("master",) * 4, ("you", "master", "master", "master")):
        table = await open_table(target, connection, *seats)
        if not table.startswith("/table/"):  # bots alone are refused
            continue
        await target.ask(connection, "POST", f"{table}/robot", b'{"seat":0,"level":"master"}', "application/json")


async def undo_in_a_loop(target: Target, source: str) -> None:
    """Move and undo, again and again."""
    connection = await target.connect(source)
    table = await open_table(target, connection, "you", "you", game="express")
    moves = re.findall(rb'<button name="move" value="([^"]+)"', await target.ask(connection, "GET", table))
    n = 0
    for _ in range(500):
        for path, order in (("move", {"move": moves[0].decode()}), ("undo", {})):
            body = json.dumps({"n": n, "seat": 0, "rid": secrets.token_hex(4), **order}).encode()
            n = json.loads(await target.ask(connection, "POST", f"{table}/{path}", body, "application/json"))["n"]


async def chat(target: Target, source: str) -> None:
    """Write to tables of others, with mentions."""
    connection = await target.connect(source)
    await open_table(target, connection, "you", "open")
    for table in _TABLE.findall(await target.ask(connection, "GET", "/"))[:10]:
        body = json.dumps({"rid": secrets.token_hex(4), "text": "@Ada @Bo " + "x" * 400}).encode()
        await target.ask(connection, "POST", f"{table.decode()}/chat", body, "application/json")


# People.


async def guess_passwords(target: Target, source: str) -> None:
    """Guess passwords."""
    connection = await target.connect(source)
    for _ in range(50):
        form = f"word=ada&password={secrets.token_hex(6)}"
        await target.ask(connection, "POST", "/account/sign-in", form.encode())


async def guess_tokens(target: Target, source: str) -> None:
    """Guess tokens of the API."""
    connection = await target.connect(source)
    connection.writer.write(
        f"GET /api/v1/tables HTTP/1.1\r\nHost: {connection.host}\r\nAuthorization: Bearer {secrets.token_hex(16)}\r\n\r\n".encode()
    )
    status, _, _ = await connection.response()
    target.statuses[status] += 1
    connection.writer.close()


async def slow_webhooks(target: Target, source: str) -> None:
    """Have notifications sent to a receiver that never answers, as a new guest at each round."""
    connection = await target.connect(source)
    table = await open_table(target, connection, "you", "you", game="express")
    hook = f"hook=http://127.0.0.1:{target.slow_port}/{secrets.token_hex(4)}&turn=on&start=on&end=on&mention=on"
    await target.ask(connection, "POST", "/account/notifications", hook.encode())
    await target.ask(connection, "POST", f"{table}/leave", b"{}", "application/json")
    await asyncio.sleep(1)


ATTACKS: Final[tuple[tuple[Attack, int], ...]] = (  # with the number of clients that do it at the same time
    (read_pages, 40),
    (import_records, 6),
    (malformed, 4),
    (drip, 150),
    (endless_head, 10),
    (open_streams, 80),
    (open_tables, 10),
    (open_bot_tables, 10),
    (undo_in_a_loop, 4),
    (chat, 4),
    (guess_passwords, 10),
    (guess_tokens, 4),
    (slow_webhooks, 4),
)
