"""The mailer: letters into a folder, for a house that is being tried, or to a mail server."""

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
from roundhouse.web.notifications.webhooks import Undelivered
from roundhouse.web.settings import Settings

SCHEMES: Final = {"smtp": 25, "smtps": 465, "submission": 587}  # plain, TLS from the first byte, STARTTLS; with their ports
_PATIENCE: Final = 20.0  # seconds for a mail server
_THREADS: Final = 2
_FINAL: Final = 500  # from this code on a mail server will say the same tomorrow
_logger: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Email:
    """One letter to one person, as plain text. Its words may hold a link that signs in: they are never logged."""

    to: str
    subject: str
    text: str = field(repr=False)
    id: str  # the same for a letter that is tried again
    unsubscribe: str = ""


class Mailer(Protocol):
    """Takes letters away."""

    async def send(self, letter: Email) -> None:
        """Returns when somebody else answers for the letter; else raises Undelivered."""

    def close(self) -> None:
        """Ends it."""


class Outbox:
    """Letters as files, to be read by the person who tries the house."""

    def __init__(self, folder: Path, sender: str) -> None:
        self.folder = folder
        self._sender = sender

    async def send(self, letter: Email) -> None:
        """Writes a file that only this user can read."""
        try:
            await asyncio.to_thread(self._write, letter)
        except OSError as error:
            raise Undelivered(f"the folder cannot be written ({error.strerror})", final=False) from error
        _logger.info("a letter lies in %s", self.folder)

    def _write(self, letter: Email) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / f"{letter.id}.eml"
        draft = path.with_suffix(".part")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(message(letter, self._sender, "8bit").as_bytes())  # as it is: people read the file
        draft.replace(path)  # whoever looks for letters finds whole ones

    def close(self) -> None:
        """Nothing is open."""


class Smtp:
    """Letters to a mail server, one connection each: a house writes few."""

    def __init__(self, address: str, sender: str) -> None:
        parts = urlsplit(address)
        self._kind = parts.scheme
        self._host = parts.hostname or ""
        self._port = parts.port or SCHEMES[parts.scheme]
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender = sender
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="mail")

    async def send(self, letter: Email) -> None:
        """Hands a letter over."""
        await asyncio.get_running_loop().run_in_executor(self._pool, self._send, letter)

    def _send(self, letter: Email) -> None:
        try:
            with self._connection() as server:
                if self._kind == "submission":
                    server.starttls(context=ssl.create_default_context())
                if self._user:
                    server.login(self._user, self._password)
                server.send_message(message(letter, self._sender))
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise Undelivered("the mail server refuses the address", final=min(codes) >= _FINAL) from error
        except smtplib.SMTPResponseException as error:
            raise Undelivered(f"the mail server answers {error.smtp_code}", final=False) from error
        except (OSError, smtplib.SMTPException) as error:
            raise Undelivered(f"the mail server cannot be reached ({type(error).__name__})", final=False) from error

    def _connection(self) -> smtplib.SMTP:
        if self._kind == "smtps":
            return smtplib.SMTP_SSL(self._host, self._port, timeout=_PATIENCE, context=ssl.create_default_context())
        return smtplib.SMTP(self._host, self._port, timeout=_PATIENCE)

    def close(self) -> None:
        """Ends the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def message(letter: Email, sender: str, encoding: str = "quoted-printable") -> EmailMessage:
    """A letter as mail servers know it."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = letter.to
    mail["Subject"] = letter.subject
    mail["Message-ID"] = f"<{letter.id}@{parseaddr(sender)[1].rpartition('@')[2] or 'localhost'}>"
    mail["Date"] = format_datetime(localtime())
    mail["Auto-Submitted"] = "auto-generated"
    if letter.unsubscribe:
        mail["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
    mail.set_content(letter.text, cte=encoding)
    return mail


def mailer_of(settings: Settings) -> Mailer:
    """The mailer that the settings ask for; a wrong address is told at once."""
    if not settings.mail:
        return Outbox(settings.outbox(), settings.sender())
    parts = urlsplit(settings.mail)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise BadSetup(say("a mail server is written smtps://user:password@host or submission://user:password@host:port"))
    if not settings.url:
        raise BadSetup(say("a house that sends mail must know its own address: set ROUNDHOUSE_URL"))
    return Smtp(settings.mail, settings.sender())
