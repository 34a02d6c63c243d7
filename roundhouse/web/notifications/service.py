"""The newsroom: everything that tells people something while they look elsewhere, put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from email.utils import parseaddr
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from roundhouse.web.notifications.bell import Bells
from roundhouse.web.notifications.delivery import Channels, DeliveryWorker
from roundhouse.web.notifications.mailer import Email, Outbox, mailer_of
from roundhouse.web.notifications.notices import Notices, change_told, mention_told, mentioned
from roundhouse.web.notifications.preferences import PreferenceRepository
from roundhouse.web.notifications.push import Push, new_key
from roundhouse.web.notifications.webhooks import Undelivered, WebhookClient
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Message, Statement, Store
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.repository import ChatMessage, Setup

_TRIES: Final = (0.0, 5.0, 30.0)  # seconds before each attempt at a letter that somebody waits for
_KEY_BYTES: Final = 32
_logger: Final = logging.getLogger(__name__)


class Notifications:
    """Made once; `open` begins its life in the running event loop."""

    def __init__(self, store: Store, accounts: Accounts, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self.preferences = PreferenceRepository(store)
        self.notices = Notices(store)
        self.bells = Bells(store, self.notices)
        self.mailer = mailer_of(settings)
        self.webhooks = WebhookClient(inside=settings.inside)
        ways = Channels(self.push, self.webhooks, self.mailer, self.stop_link, settings.address(), settings.webhooks)
        self.delivery_worker = DeliveryWorker(store, self.notices, self.preferences, accounts, ways)
        self._wait = float(settings.notice_after)
        self._push: Push | None = None
        self._signer: URLSafeSerializer | None = None
        self._courier: asyncio.Task[None] | None = None
        self._letters: set[asyncio.Task[None]] = set()

    @property
    def outbox(self) -> str:
        """The folder where letters lie, in a house without a mail server."""
        return str(self.mailer.folder) if isinstance(self.mailer, Outbox) else ""

    async def open(self) -> None:
        """Sends the courier on his way."""
        self._courier = asyncio.get_running_loop().create_task(self.delivery_worker.run())

    async def close(self) -> None:
        """Ends it; what is not delivered yet lies in the store."""
        tasks = [*self._letters, *([] if self._courier is None else [self._courier])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.webhooks.close()
        self.mailer.close()

    def companion(self, setup: Setup, change: Change) -> Sequence[Statement]:
        """What is told about a change of a table, in the transaction that writes the change."""
        return change_told(setup, change, self._wait)

    async def mention(self, setup: Setup, speaker: str, chat: Sequence[ChatMessage]) -> None:
        """Tells those whom the speaker's last line of chat names by @name: people who sit at the table or were invited to it."""
        k = max((k for k, line in enumerate(chat) if line.guest == speaker), default=-1)
        if k < 0 or "@" not in chat[k].text:
            return
        rows = await self._store.rows(
            "SELECT guest, name FROM seat WHERE table_id = ? AND guest IS NOT NULL UNION "
            "SELECT guest.id, guest.name FROM member JOIN guest ON guest.id = member.guest WHERE member.table_id = ?",
            setup.id,
            setup.id,
        )
        guests = mentioned(chat[k].text, [(row["guest"], row["name"]) for row in rows if row["guest"] != speaker])
        if guests:
            told = mention_told(setup, guests, k, chat[k].at, self._wait)
            await self._store.write(*told, messages=[Message("guest", guest) for guest in guests])
            self.bells.ring(*guests)

    def post(self, letter: Email) -> None:
        """Sends a letter that somebody waits for, beside the request: its answer tells nothing about who gets letters here.

        It is not written down first: a link that signs in is kept nowhere but in the letter.
        """
        task = asyncio.get_running_loop().create_task(self._post(letter))
        self._letters.add(task)
        task.add_done_callback(self._letters.discard)

    async def _post(self, letter: Email) -> None:
        for pause in _TRIES:
            await asyncio.sleep(pause)
            try:
                await self.mailer.send(letter)
            except Undelivered as error:
                _logger.warning("a letter could not be sent: %s", error)
                if error.final:
                    return
            else:
                return

    # Keys.

    async def push(self) -> Push:
        """The key that push services know the house by; made when it is first asked for."""
        if self._push is None:
            home = self._settings.address()
            contact = home if home.startswith("https://") else f"mailto:{parseaddr(self._settings.sender())[1]}"
            self._push = await asyncio.to_thread(Push, await self._key("vapid", new_key), contact)
        return self._push

    async def stop_link(self, guest: str) -> str:
        """What ends the letters to a guest."""
        return f"/letters/{(await self._sign()).dumps(guest)}"

    async def stopped(self, signed: str) -> str | None:
        """Whose letters such a link ends."""
        with contextlib.suppress(BadSignature):
            found = (await self._sign()).loads(signed)
            return found if isinstance(found, str) else None
        return None

    async def _sign(self) -> URLSafeSerializer:
        if self._signer is None:
            self._signer = URLSafeSerializer(await self._key("letters", lambda: secrets.token_bytes(_KEY_BYTES)), salt="stop")
        return self._signer

    async def _key(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A secret that all processes share: whoever needs it first makes it."""
        sql = "SELECT value FROM house_key WHERE name = ?"
        row = await self._store.row(sql, name)
        if row is None:
            await self._store.write(
                Statement(
                    "INSERT INTO house_key (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    (name, await asyncio.to_thread(make)),
                )
            )
            row = await self._store.row(sql, name)
        assert row is not None
        return bytes(row["value"])
