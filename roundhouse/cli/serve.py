"""`roundhouse serve`: the web server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from roundhouse.cli.parser import Parser, natural
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import BadSetup, say
from roundhouse.web.app import make_app
from roundhouse.web.http import logs
from roundhouse.web.http.connections import KEEP_ALIVE, Connections, bounded_protocol, raise_descriptor_limit
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings, settings_from

NAME: Final = "serve"
HELP: Final = say("run the web server: play with friends and bots in the browser")
EXAMPLES: Final = (
    "roundhouse serve",
    "roundhouse serve --open",
    "roundhouse serve --host 0.0.0.0 --port 8080 --db house.db --lang fr",
)
_SHUTDOWN_TIMEOUT: Final = 1  # seconds for open streams to end
_BACKLOG: Final = 2048


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `serve`."""
    parser.option(
        "--host",
        say("address to listen on"),
        default_text=say("{variable} or {value}", variable="$ROUNDHOUSE_HOST", value=Settings.host),
        metavar="ADDRESS",
    )
    parser.option(
        "--port",
        say("port to listen on; 0 picks a free one"),
        natural,
        default_text=say("{variable} or {value}", variable="$ROUNDHOUSE_PORT", value=Settings.port),
        metavar="PORT",
    )
    parser.option(
        "--db",
        say("database: an SQLite file, created if missing, or postgresql://…"),
        default_text=say("{variable} or {value}", variable="$ROUNDHOUSE_DB", value=Settings().place()),
        metavar="DATABASE",
    )
    parser.flag("--open", say("open a browser window"))


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    screen = Screen(args.language)
    settings = settings_from(os.environ, host=args.host, port=args.port, db=args.db, lang=_language(args))
    logs.set_up(settings.log, settings.log_level)
    app, listening = _open(settings)
    address = f"http://{_shown(settings.host)}:{listening.getsockname()[1]}/"
    screen.tell(say("Serving at {address}", address=address), "bold")
    screen.tell(say("Games are stored in {path}. Press Ctrl-C to stop.", path=settings.place()), "dim")
    sys.stdout.flush()
    gc.collect()
    gc.freeze()  # modules loaded so far stay in memory: keep the garbage collector from scanning them
    if args.open:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    raise_descriptor_limit()
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    config = uvicorn.Config(
        app,
        log_config=None,  # logging is set up above
        access_log=False,  # URLs may contain invitations
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
        server_header=False,
        date_header=True,
        proxy_headers=settings.https,
        forwarded_allow_ips=trusted,
        http=bounded_protocol(Connections(settings, trusted)),
        ws="none",
        timeout_keep_alive=KEEP_ALIVE,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn raises the signal again when it is done
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, app.state.house).run(sockets=[listening])
    screen.tell(say("The server has stopped."))
    return 0


def _open(settings: Settings) -> tuple[Starlette, socket.socket]:
    """Return the application with its store open, and the bound socket."""
    listening = _listen(settings)
    try:
        return make_app(settings), listening
    except BaseException:
        listening.close()
        raise


class _Server(uvicorn.Server):
    """A server that ends its live streams before it waits for connections to close."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal arrives."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the live streams, then shut down. Called by uvicorn on a signal."""
        self._loop.call_soon_threadsafe(self._house.end_streams)
        super().handle_exit(sig, frame)


def _language(args: argparse.Namespace) -> str | None:
    """Return the default language of the pages: from the flag, else None for the environment's, else from the locale."""
    if args.asked_language is not None or "ROUNDHOUSE_LANG" not in os.environ:
        return str(args.language)
    return None


def _listen(settings: Settings) -> socket.socket:
    """Return the bound socket. It is bound first, so that a port in use is a one-line error."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise BadSetup(
            say("{host}:{port} cannot be used: {reason}", host=settings.host, port=settings.port, reason=error.strerror or "?")
        ) from error
    listening.listen(_BACKLOG)
    return listening


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _open_browser(address: str) -> None:
    """Open a browser window, unless there is no display."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    time.sleep(0.3)
    webbrowser.open(address)
