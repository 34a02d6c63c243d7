"""Connections: heads without end, connections that send nothing, and more of them than the process has descriptors."""

from __future__ import annotations

import asyncio
import resource
import runpy
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import uvloop
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from roundhouse.web.http import connections
from roundhouse.web.http.connections import MAX_HEAD, MAX_HEADERS, Connections, bounded_protocol
from roundhouse.web.http.listener import Listener
from roundhouse.web.settings import Settings
from tests.patience import PATIENCE
from tests.web.serving import serving

HALF = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1"
GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
LARGE = 16 * 1024 * 1024  # bytes

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Coroutine[Any, Any, Streams]]


@asynccontextmanager
async def door(settings: Settings | None = None) -> AsyncIterator[Connect]:
    """Serve a small application with the protocol of `roundhouse serve`; yield a function that connects to it."""
    protocol = bounded_protocol(Connections(settings or Settings(), ""))
    config = uvicorn.Config(PlainTextResponse("ok"), log_config=None, http=protocol, ws="none", lifespan="off")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0)
    opened: list[asyncio.StreamWriter] = []

    async def connect() -> Streams:
        streams = await asyncio.open_connection(*server.sockets[0].getsockname())
        opened.append(streams[1])
        return streams

    try:
        yield connect
    finally:
        for writer in opened:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        server.close()
        while state.connections:  # the other ends, which notice it a moment later
            await asyncio.sleep(0.01)


async def ends(reader: asyncio.StreamReader) -> bytes:
    """Return what arrives until the server closes the connection."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


async def send_until_closed(streams: Streams, part: bytes) -> int:
    """Send the same part again and again, until the server closes the connection; return how many bytes were sent."""
    reader, writer = streams
    sent = 0
    try:
        while sent < LARGE and not reader.at_eof():
            writer.write(part)
            await writer.drain()
            sent += len(part)
            await asyncio.sleep(0)
    except ConnectionError:
        pass
    return sent


@pytest.mark.parametrize(
    ("begin", "part"),
    [
        (b"GET /", b"x" * 10_000),
        (GET + b"X-Long: ", b"x" * 10_000),
        (GET, b"X-Many: y\r\n" * 1000),
        (GET, b"x" * 10_000),
        (POST + b"X-Trailer: ", b"x" * 10_000),
    ],
    ids=["address", "value", "count", "name", "trailer"],
)
def test_a_head_without_end_is_refused(begin: bytes, part: bytes) -> None:
    """Such a head once took all memory."""

    async def scene() -> None:
        async with door() as connect:
            streams = await connect()
            streams[1].write(begin)
            assert await send_until_closed(streams, part) < LARGE

    asyncio.run(scene())


def test_the_server_refuses_a_head_without_end(tmp_path: Path) -> None:
    """`roundhouse serve` itself."""
    with serving(tmp_path / "house.db") as server, closing(socket.create_connection(("127.0.0.1", server.port))) as client:
        client.settimeout(PATIENCE)
        client.sendall(GET + b"X-Long: ")

        def flood() -> None:
            for _ in range(LARGE // 10_000):
                client.sendall(b"x" * 10_000)

        with pytest.raises(ConnectionError):
            flood()
        assert server.person().get("/healthz").text == "ok\n"


def test_a_head_that_is_large_enough_for_browsers_is_accepted() -> None:
    """Almost as many headers as allowed, almost as large; twice on one connection."""
    headers = b"".join(b"X-%d: %s\r\n" % (i, b"y" * (MAX_HEAD // MAX_HEADERS - 50)) for i in range(MAX_HEADERS - 5))

    async def scene() -> None:
        async with door() as connect:
            reader, writer = await connect()
            for _ in range(2):
                writer.write(GET + headers + b"\r\n")
                assert await asyncio.wait_for(reader.readuntil(b"ok"), PATIENCE)

    asyncio.run(scene())


@pytest.mark.parametrize("sent", [b"", GET, HALF], ids=["nothing", "head", "body"])
def test_a_request_that_does_not_arrive_is_dropped(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing, half a head, half a body."""
    monkeypatch.setattr(connections, "ARRIVAL_TIMEOUT", 0.1)

    async def scene() -> None:
        async with door() as connect:
            reader, writer = await connect()
            writer.write(sent)
            await ends(reader)

    asyncio.run(scene())


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nHo", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf", b"\r\n"])
def test_a_second_request_that_does_not_arrive_is_dropped(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a connection that has served a whole request: a request that arrives whole needs no timer, the next one may."""
    monkeypatch.setattr(connections, "ARRIVAL_TIMEOUT", 0.1)
    monkeypatch.setattr(connections, "KEEP_ALIVE", 60)

    async def scene() -> None:
        async with door() as connect:
            reader, writer = await connect()
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 ")
            writer.write(sent)
            await ends(reader)

    asyncio.run(scene())


@pytest.mark.parametrize("head", [b"X: y\r\n" * 101, b"X: " + b"y" * 70_000 + b"\r\n"])
def test_a_head_that_arrives_whole_and_is_too_large_is_refused(head: bytes) -> None:
    """Too many headers, or too long ones, in one piece with the end of the head."""

    async def scene() -> None:
        async with door() as connect:
            reader, writer = await connect()
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n")
            assert (await ends(reader)).startswith(b"HTTP/1.1 400 ")

    asyncio.run(scene())


def test_an_address_has_so_many_connections() -> None:
    """Idle ones count; when one ends, another one is accepted."""

    async def scene() -> None:
        async with door(Settings(streams_each=0)) as connect:
            idle = [await connect() for _ in range(60)]
            refused, _ = await connect()
            assert await ends(refused) == b""
            idle[0][1].close()
            await idle[0][1].wait_closed()
            await asyncio.sleep(0.05)
            reader, writer = await connect()
            writer.write(GET + b"\r\n")
            assert b"200" in await asyncio.wait_for(reader.readline(), PATIENCE)

    asyncio.run(scene())


class _Met(asyncio.Protocol):
    """A protocol that only notes its connections while they are open, by address."""

    def __init__(self, met: dict[str, Any]) -> None:
        self._met = met
        self._address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where the connection comes from."""
        self._address = transport.get_extra_info("peername")[0]
        self._met[self._address] = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        del self._met[self._address]


@pytest.mark.parametrize("make_loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_many_connections_are_accepted_at_a_time(make_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    """So that a client does not wait behind those that connect again and again; those without room are closed at once."""
    met: dict[str, Any] = {}
    counted = Connections(Settings(streams_each=20), "")
    for _ in range(40):
        counted.enter("127.0.0.3")
    with ExitStack() as opened, asyncio.Runner(loop_factory=make_loop) as runner:
        listening = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=200))

        def connect(source: str) -> socket.socket:
            return opened.enter_context(socket.create_connection(listening.getsockname(), source_address=(source, 0)))

        async def scene() -> None:
            for number in range(60):
                connect(f"127.0.1.{number + 1}")
            for _ in range(40):
                counted.enter("127.0.0.3")
            refused = [connect("127.0.0.3") for _ in range(60)]
            last = connect("127.0.0.4")
            listener = Listener(listening, lambda: _Met(met), counted)
            for _ in range(10):  # turns of the event loop
                await asyncio.sleep(0)
            listener.close()
            await listener.wait_closed()
            assert len(met) == 61
            assert last.getsockname()[0] in met
            for one in refused:
                one.settimeout(PATIENCE)
                with suppress(ConnectionError):
                    assert one.recv(1) == b""
            for transport in met.values():
                transport.abort()
            while met:
                await asyncio.sleep(0)

        runner.run(scene())


def test_connections_are_counted_by_address_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other addresses are served while one has too many; in all there are fewer than descriptors."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (250, 250))
    counted = Connections(Settings(), "")

    assert sum(counted.enter("192.0.2.7") for _ in range(1000)) == 100
    assert sum(counted.enter(f"2001:db8::{i:x}") for i in range(1000)) == 50
    assert not counted.enter("192.0.2.8")
    counted.leave("192.0.2.7")
    assert counted.enter("192.0.2.8")


@pytest.mark.parametrize(
    ("https", "trusted", "more"),
    [
        (True, "127.0.0.1", True),
        (True, "*", True),
        (True, "127.0.0.0/8, 10.0.0.1", True),
        (True, "10.0.0.1", False),
        (False, "127.0.0.1", False),
    ],
)
def test_a_trusted_proxy_brings_more_clients_than_one_address(https: bool, trusted: str, more: bool) -> None:
    """Its clients are limited by the address that it forwards."""
    counted = Connections(Settings(https=https), trusted)

    assert all(counted.enter("127.0.0.1") for _ in range(100))
    assert counted.enter("127.0.0.1") is more


def test_where_descriptors_have_no_limit_the_module_works_without_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows there is no module `resource`."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "resource", None)
    fresh = runpy.run_path(connections.__file__)

    fresh["raise_descriptor_limit"]()
    assert fresh["max_connections"]() > 1000
