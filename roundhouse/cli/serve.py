"""`roundhouse serve`: the web server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette

from roundhouse.cli.parser import Parser, natural
from roundhouse.cli.qr import qr_lines
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import BadSetup, say
from roundhouse.web.app import make_app
from roundhouse.web.http import logs
from roundhouse.web.http.connections import KEEP_ALIVE, Connections, bounded_protocol, raise_descriptor_limit
from roundhouse.web.http.listener import Listener
from roundhouse.web.http.reach import ANY, lan_addresses, url_of
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings, settings_from

NAME: Final = "serve"
HELP: Final = say("run the web server: play with friends and bots in the browser")
EXAMPLES: Final = (
    "roundhouse serve",
    "roundhouse serve --open",
    "roundhouse serve --lan",
    "roundhouse serve --host 0.0.0.0 --port 8080 --db house.db --lang fr",
)
_SHUTDOWN_TIMEOUT: Final = 1  # seconds for open streams to end
_PORTS: Final = 20  # that are tried if the first is in use
_LOOPBACK: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "localhost": "localhost"}  # by which this machine reaches itself
_BACKLOG: Final = 2048
_SWITCH_INTERVAL: Final = 0.0005  # seconds that the event loop may keep the thread that writes moves waiting, many times a batch


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `serve`."""
    parser.option(
        "--host",
        say("address to listen on"),
        default_text=say("{variable} or {value}", variable="$ROUNDHOUSE_HOST", value=Settings.host),
        metavar="ADDRESS",
    )
    parser.flag("--lan", say("let other machines on your network join: listen on every address, and print each with a QR code"))
    parser.option(
        "--port",
        say("port to listen on; 0 picks a free one"),
        natural,
        default_text=say("{variable} or {value}, or the next free one", variable="$ROUNDHOUSE_PORT", value=Settings.port),
        metavar="PORT",
    )
    parser.option(
        "--db",
        say("database: an SQLite file, created if missing, sqlite:///FILE or postgresql://…"),
        default_text=say("{variable} or {value}", variable="$ROUNDHOUSE_DB", value=Settings().place()),
        metavar="DATABASE",
    )
    parser.flag("--open", say("open a browser window"))


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    screen = Screen(args.language)
    settings = settings_from(os.environ, host=_host(args), port=args.port, db=args.db, lang=_language(args))
    logs.set_up(settings.log, settings.log_level)
    app, listening = _open(settings, fixed=args.port is not None or "ROUNDHOUSE_PORT" in os.environ)
    raise_descriptor_limit()
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    connections = Connections(settings, trusted)
    server = _Server(_config(app, settings, trusted, connections), app.state.house, connections)
    with server.stopped_by_signals():  # from here on, since readers of the first line may press Ctrl-C
        address = _tell_start(screen, settings, listening.getsockname()[1])
        gc.collect()
        gc.freeze()  # modules loaded so far stay in memory: keep the garbage collector from scanning them
        if args.open:
            threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        server.run(sockets=[listening])
    screen.tell(say("The server has stopped."))
    return 0


def _config(app: Starlette, settings: Settings, trusted: str, connections: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,  # logging is set up already
        access_log=False,  # URLs may contain invitations
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
        server_header=False,
        date_header=True,
        proxy_headers=settings.https,
        forwarded_allow_ips=trusted,
        http=bounded_protocol(connections),
        ws="none",
        timeout_keep_alive=KEEP_ALIVE,
    )


def _tell_start(screen: Screen, settings: Settings, port: int) -> str:
    """Say where the server is and how to stop it. Return its address for this machine."""
    address = f"{url_of(_LOOPBACK.get(settings.host, settings.host), port)}/"
    if port != settings.port and settings.port:
        screen.tell(say("Port {taken} is in use, so this server uses {port}.", taken=settings.port, port=port))
    screen.tell(say("Serving at {address}", address=address), "bold")
    _tell_addresses(screen, settings, port)
    screen.tell(say("Games are stored in {path}. Press Ctrl-C to stop.", path=settings.place()), "dim")
    sys.stdout.flush()
    return address


def _host(args: argparse.Namespace) -> str | None:
    """Return the address to listen on, if a flag gives it."""
    if args.lan and args.host is not None:
        raise BadSetup(say("--lan listens on every address, so it cannot be used with --host"))
    return ANY[0] if args.lan else args.host


def _tell_addresses(screen: Screen, settings: Settings, port: int) -> None:
    """Say how others reach this server: its public URL, each of its addresses on the network, or that nobody else can."""
    if settings.url:
        screen.tell(say("Others reach it at {address}", address=settings.url))
        return
    if settings.host not in ANY:
        if settings.host in _LOOPBACK.values():
            screen.tell(
                say(
                    "Only this machine can reach it. To let others on your network join: {command}",
                    command="roundhouse serve --lan",
                )
            )
        return
    addresses = [f"{url_of(address, port)}/" for address in lan_addresses()]
    if not addresses:
        screen.tell(say("This machine has no address on a network, so nobody else can reach it."), "bold")
        return
    screen.tell(say("Others on your network reach it at:"))
    for address in addresses:
        screen.show(f"  {address}", "bold")
    if screen.is_terminal and (sys.stdout.encoding or "").lower().startswith("utf"):
        screen.tell(say("Scan this to open {address} on a phone:", address=addresses[0]))
        for line in qr_lines(addresses[0]):
            print(line)


def _open(settings: Settings, *, fixed: bool) -> tuple[Starlette, socket.socket]:
    """Return the application with its store open, and the bound socket."""
    listening = _listen(settings, fixed=fixed)
    try:
        return make_app(settings), listening
    except BaseException:
        listening.close()
        raise


class _Server(uvicorn.Server):
    """A server that accepts connections many at a time, and ends its live streams before it waits for connections to close."""

    def __init__(self, config: uvicorn.Config, house: House, connections: Connections) -> None:
        super().__init__(config)
        self._house = house
        self._connections = connections
        self._loop: asyncio.AbstractEventLoop | None = None  # while it runs

    @contextlib.contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Let Ctrl-C and SIGTERM stop this server, even before it runs.

        A KeyboardInterrupt would be lost in a callback of the garbage collector, and the server would go on.
        """
        handlers = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal arrives."""
        self._loop = asyncio.get_running_loop()
        try:
            await super().serve(sockets)
        finally:
            self._loop = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections."""
        if sockets is None or sys.platform == "win32":  # where an event loop cannot watch a socket
            await super().startup(sockets)
            return
        await super().startup([])
        self.servers = [Listener(listening, self._protocol, self._connections) for listening in sockets]  # type: ignore[misc]

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return protocol

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the live streams, then shut down. Called on a signal, by uvicorn too."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._house.end_streams)
        super().handle_exit(sig, frame)


def _language(args: argparse.Namespace) -> str | None:
    """Return the default language of the pages: from the flag, else None for the environment's, else from the locale."""
    if args.asked_language is not None or "ROUNDHOUSE_LANG" not in os.environ:
        return str(args.language)
    return None


def _listen(settings: Settings, *, fixed: bool) -> socket.socket:
    """Return the bound socket; unless the port is `fixed`, on the next free port if it is in use.

    It is bound before anything else, so that a port in use is a one-line error.
    """
    most = settings.port + (1 if fixed or settings.port == 0 else _PORTS)
    for port in range(settings.port, min(most, 65536)):
        try:
            return _bound(settings.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _unusable(settings.host, port, error) from error
            taken = error
    if fixed:
        raise BadSetup(
            say("port {port} is in use by another program; choose another one with --port, or 0 for any", port=settings.port)
        ) from taken
    raise _unusable(settings.host, settings.port, taken) from taken


def _unusable(host: str, port: int, error: OSError) -> BadSetup:
    return BadSetup(say("{host}:{port} cannot be used: {reason}", host=host, port=port, reason=error.strerror or "?"))


def _bound(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":  # on Windows this option would let two programs use one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def _open_browser(address: str) -> None:
    """Open a browser window, unless there is no display."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    time.sleep(0.3)
    webbrowser.open(address)
