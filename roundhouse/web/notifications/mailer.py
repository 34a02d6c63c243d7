"""Sends e-mails: to a mail server, or as files into a folder on a server without one."""

from __future__ import annotations

import asyncio
import logging
import os
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, parseaddr
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import unquote, urlsplit

from roundhouse.core.sentence import BadSetup, say
from roundhouse.web.notifications.webhooks import DeliveryError
from roundhouse.web.settings import Settings

SCHEMES: Final = {"smtp": 25, "smtps": 465, "submission": 587}  # plain, implicit TLS, STARTTLS; with their default ports
_TIMEOUT: Final = 20.0  # seconds for a mail server
_THREADS: Final = 2
_PERMANENT: Final = 500  # reply codes from here on are permanent failures
_logger: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Email:
    """A plain-text e-mail to one person. The text may contain a sign-in link, so it is never logged."""

    to: str
    subject: str
    text: str = field(repr=False)
    id: str  # the same on every retry
    unsubscribe: str = ""


class Mailer(Protocol):
    """Sends e-mails."""

    async def send(self, email: Email) -> None:
        """Return when the e-mail was handed over; otherwise raise DeliveryError."""

    def close(self) -> None:
        """Release resources."""


class FolderMailer:
    """Writes e-mails as files, for a server without a mail server."""

    def __init__(self, folder: Path, sender: str) -> None:
        self.folder = folder
        self._sender = sender

    async def send(self, email: Email) -> None:
        """Write a file that only the user of the server can read."""
        try:
            await asyncio.to_thread(self._write, email)
        except OSError as error:
            raise DeliveryError(f"the folder cannot be written ({error.strerror})", final=False) from error
        _logger.info("an e-mail was written to %s", self.folder)

    def _write(self, email: Email) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / f"{email.id}.eml"
        draft = path.with_suffix(".part")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(mime_message(email, self._sender, "8bit").as_bytes())  # not encoded: people read the file
        draft.replace(path)  # atomic: no reader sees half a file

    def close(self) -> None:
        """Do nothing: no file stays open."""


class SmtpMailer:
    """Sends e-mails to a mail server, one connection for each: they are few."""

    def __init__(self, address: str, sender: str) -> None:
        parts = urlsplit(address)
        self._kind = parts.scheme
        self._host = parts.hostname or ""
        self._port = parts.port or SCHEMES[parts.scheme]
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender = sender
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="mail")

    async def send(self, email: Email) -> None:
        """Send an e-mail in a thread. Raises DeliveryError, which is final if the recipient is refused for good."""
        await asyncio.get_running_loop().run_in_executor(self._pool, self._send, email)

    def _send(self, email: Email) -> None:
        try:
            with self._connection() as server:
                if self._kind == "submission":
                    server.starttls(context=ssl.create_default_context())
                if self._user:
                    server.login(self._user, self._password)
                server.send_message(mime_message(email, self._sender))
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise DeliveryError("the mail server refuses the address", final=min(codes) >= _PERMANENT) from error
        except smtplib.SMTPResponseException as error:
            raise DeliveryError(f"the mail server answers {error.smtp_code}", final=False) from error
        except (OSError, smtplib.SMTPException) as error:
            raise DeliveryError(f"the mail server cannot be reached ({type(error).__name__})", final=False) from error

    def _connection(self) -> smtplib.SMTP:
        if self._kind == "smtps":
            return smtplib.SMTP_SSL(self._host, self._port, timeout=_TIMEOUT, context=ssl.create_default_context())
        return smtplib.SMTP(self._host, self._port, timeout=_TIMEOUT)

    def close(self) -> None:
        """Shut down the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def mime_message(email: Email, sender: str, encoding: str = "quoted-printable") -> EmailMessage:
    """Return an e-mail as a MIME message."""
    mime = EmailMessage(policy=SMTP)
    mime["From"] = sender
    mime["To"] = email.to
    mime["Subject"] = email.subject
    mime["Message-ID"] = f"<{email.id}@{parseaddr(sender)[1].rpartition('@')[2] or 'localhost'}>"
    mime["Date"] = format_datetime(localtime())
    mime["Auto-Submitted"] = "auto-generated"
    if email.unsubscribe:
        mime["List-Unsubscribe"] = f"<{email.unsubscribe}>"
    mime.set_content(email.text, cte=encoding)
    return mime


def make_mailer(settings: Settings) -> Mailer:
    """Return the mailer that the settings name. Raises BadSetup if its address is wrong or the server's URL is not set."""
    if not settings.mail:
        return FolderMailer(settings.outbox(), settings.sender())
    parts = urlsplit(settings.mail)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise BadSetup(say("a mail server is given as smtps://user:password@host or submission://user:password@host:port"))
    if not settings.url:
        raise BadSetup(say("to send e-mail, the server must know its own address: set ROUNDHOUSE_URL"))
    return SmtpMailer(settings.mail, settings.sender())
