"""`roundhouse serve`: the house in the browser."""

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

from roundhouse.cli.parser import Parser, natural
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import BadSetup, say
from roundhouse.web.app import make_app
from roundhouse.web.http import logs
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings, settings_from

NAME: Final = "serve"
HELP: Final = say("open the house to browsers: play with friends and bots")
EXAMPLES: Final = (
    "roundhouse serve",
    "roundhouse serve --open",
    "roundhouse serve --host 0.0.0.0 --port 8080 --db house.db --lang fr",
)
_FAREWELL: Final = 1  # seconds that open streams get to end
_BACKLOG: Final = 2048


def add_arguments(parser: Parser) -> None:
    """Adds what `serve` takes."""
    parser.option("--host", say("the address to listen on; else ROUNDHOUSE_HOST, else 127.0.0.1"), metavar="ADDRESS")
    parser.option("--port", say("the port; 0 takes a free one; else ROUNDHOUSE_PORT, else 8000"), natural, metavar="PORT")
    parser.option(
        "--db", say("the file of the store, made if it is missing, or postgresql://...; else ROUNDHOUSE_DB"), metavar="FILE"
    )
    parser.flag("--open", say("open the browser, if there is one"))


def run(args: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    screen = Screen(args.language)
    settings = settings_from(os.environ, host=args.host, port=args.port, db=args.db, lang=_language(args))
    logs.set_up(settings.log, settings.log_level)
    listening = _listen(settings)
    app = make_app(settings)
    address = f"http://{_shown(settings.host)}:{listening.getsockname()[1]}/"
    screen.tell(say("The house is open at {address}", address=address), "bold")
    screen.tell(say("Its games are kept in {path}. Ctrl-C closes it.", path=settings.place()), "dim")
    sys.stdout.flush()
    gc.collect()
    gc.freeze()  # what was loaded so far stays: no need to look through it again and again
    if args.open:
        threading.Thread(target=_visit, args=(address,), daemon=True).start()
    config = uvicorn.Config(
        app,
        log_config=None,  # the logs of the house are set up above
        access_log=False,  # addresses may hold invitations
        timeout_graceful_shutdown=_FAREWELL,
        server_header=False,
        date_header=True,
        proxy_headers=settings.https,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the server raises its signal again when it is done
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, app.state.house).run(sockets=[listening])
    screen.tell(say("The house is closed."))
    return 0


class _Server(uvicorn.Server):
    """A server that lets its live streams end before it waits for the connections."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serves until a signal comes."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called when a signal comes."""
        self._loop.call_soon_threadsafe(self._house.end_streams)
        super().handle_exit(sig, frame)


def _language(args: argparse.Namespace) -> str | None:
    """The language of readers who ask for none: the flag, else the environment's, else the locale's."""
    if args.asked_language is not None or "ROUNDHOUSE_LANG" not in os.environ:
        return str(args.language)
    return None


def _listen(settings: Settings) -> socket.socket:
    """The socket, bound before anything is opened, so that a port in use is told in one line."""
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


def _visit(address: str) -> None:
    """Opens a browser where there is one that a person can see."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    time.sleep(0.3)
    webbrowser.open(address)
