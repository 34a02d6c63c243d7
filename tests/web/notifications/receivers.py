"""Receivers on this machine: a web server that keeps its requests, a mail server, and a browser that can decrypt a push."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.patience import PATIENCE


@dataclass
class Site:
    """A web server: the requests it got, and the status codes of its next responses, before 201."""

    address: str = ""
    arrived: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)  # path, headers, body
    codes: list[int] = field(default_factory=list)


@contextmanager
def site() -> Iterator[Site]:
    """Run a web server."""
    found = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.arrived.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(found.codes.pop(0) if found.codes else 201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    found.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)


@dataclass
class Postbox:
    """A mail server: the e-mails it got, and how it refuses recipients."""

    address: str = ""
    emails: list[EmailMessage] = field(default_factory=list)
    refused: str = ""  # reply to every recipient; empty: accept

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Accept or refuse a recipient."""
        if self.refused:
            return self.refused
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep an e-mail."""
        email = message_from_bytes(envelope.content, policy=default)
        assert isinstance(email, EmailMessage)
        self.emails.append(email)
        return "250 OK"


@contextmanager
def postbox() -> Iterator[Postbox]:
    """Run a mail server."""
    found = Postbox()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    found.address = f"smtp://127.0.0.1:{port}"
    try:
        yield found
    finally:
        controller.stop()


class Reader:
    """A browser with a push subscription."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes ok"
        self.endpoint = endpoint

    @property
    def p256dh(self) -> str:
        """The public key, as browsers encode it."""
        return _text(self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        """The secret, as browsers encode it."""
        return _text(self._auth)

    def read(self, body: bytes) -> bytes:
        """Decrypt a push message."""
        found: bytes = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return found


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
