"""The notification service: notices, bells, preferences, and the delivery by push, webhook and e-mail."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from email.utils import parseaddr
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from roundhouse.web.notifications.bell import Bells
from roundhouse.web.notifications.delivery import Channels, DeliveryWorker
from roundhouse.web.notifications.mailer import Email, FolderMailer, make_mailer
from roundhouse.web.notifications.notices import Notices, change_statements, end_statements, mention_statements, mentioned_guests
from roundhouse.web.notifications.preferences import PreferenceRepository
from roundhouse.web.notifications.push import Push, new_key
from roundhouse.web.notifications.webhooks import DeliveryError, WebhookClient
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.settings import Settings
from roundhouse.web.store.keys import house_key
from roundhouse.web.store.store import Message, Statement, Store
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.repository import ChatMessage, Seat, Setup

_PAUSES: Final = (0.0, 5.0, 30.0)  # seconds before each attempt to send an e-mail that a person waits for
_KEY_BYTES: Final = 32
_logger: Final = logging.getLogger(__name__)


class Notifications:
    """All parts of the notifications of one server."""

    def __init__(self, store: Store, accounts: Accounts, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self.preferences = PreferenceRepository(store)
        self.notices = Notices(store)
        self.bells = Bells(store, self.notices)
        self.mailer = make_mailer(settings)
        self.webhooks = WebhookClient(allow_private=settings.inside)
        channels = Channels(self.push, self.webhooks, self.mailer, self.unsubscribe_path, settings.address(), settings.webhooks)
        self.delivery_worker = DeliveryWorker(store, self.notices, self.preferences, accounts, channels)
        self._wait = float(settings.notice_after)
        self._push: Push | None = None
        self._signer: URLSafeSerializer | None = None
        self._delivering: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def mail_folder(self) -> str:
        """The folder of e-mails on a server without a mail server; otherwise empty."""
        return str(self.mailer.folder) if isinstance(self.mailer, FolderMailer) else ""

    async def open(self) -> None:
        """Start the delivery worker in the running event loop."""
        self._delivering = asyncio.get_running_loop().create_task(self.delivery_worker.run())

    async def close(self) -> None:
        """Stop the delivery worker; undelivered entries stay in the store."""
        tasks = [*self._sending, *([] if self._delivering is None else [self._delivering])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.webhooks.close()
        self.mailer.close()

    def statements_for(self, setup: Setup, change: Change) -> Sequence[Statement]:
        """Return the statements that update notices after a change of a table, for the transaction of the change."""
        return change_statements(setup, change, self._wait)

    def end_statements(self, setup: Setup, seats: Sequence[Seat], event_count: int, at: float) -> Sequence[Statement]:
        """Return the statements that notify the players of a game that is ended without a result, for its transaction."""
        return end_statements(setup, seats, event_count, at, self._wait)

    async def notify_mentions(self, setup: Setup, speaker: str, chat: Sequence[ChatMessage], chat_count: int) -> None:
        """Notify the players and members of a table whom the speaker's last chat message mentions by @name.

        `chat` has the newest of `chat_count` messages.
        """
        index = max((index for index, message in enumerate(chat) if message.guest == speaker), default=-1)
        if index < 0 or "@" not in chat[index].text:
            return
        message = chat[index]
        rows = await self._store.rows(
            "SELECT guest, name FROM seat WHERE table_id = ? AND guest IS NOT NULL UNION "
            "SELECT guest.id, guest.name FROM member JOIN guest ON guest.id = member.guest WHERE member.table_id = ?",
            setup.id,
            setup.id,
        )
        guests = mentioned_guests(message.text, [(row["guest"], row["name"]) for row in rows if row["guest"] != speaker])
        if guests:
            statements = mention_statements(setup, guests, chat_count - len(chat) + index, message.at, self._wait)
            await self._store.write(*statements, messages=[Message("guest", guest) for guest in guests])
            self.bells.ring(*guests)

    def send_email(self, email: Email) -> None:
        """Send an e-mail in a background task, so that neither the response nor its timing reveals who gets one.

        It does not go through the store, which must not contain sign-in links.
        """
        task = asyncio.get_running_loop().create_task(self._send_email(email))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send_email(self, email: Email) -> None:
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            try:
                await self.mailer.send(email)
            except DeliveryError as error:
                _logger.warning("an e-mail could not be sent: %s", error)
                if error.final:
                    return
            else:
                return

    # Keys.

    async def push(self) -> Push:
        """Return the push client; create its key on first use."""
        if self._push is None:
            url = self._settings.address()
            contact = url if url.startswith("https://") else f"mailto:{parseaddr(self._settings.sender())[1]}"
            self._push = await asyncio.to_thread(Push, await house_key(self._store, "vapid", new_key), contact)
        return self._push

    async def unsubscribe_path(self, guest: str) -> str:
        """Return the signed path that turns off e-mails to a guest."""
        return f"/letters/{(await self._serializer()).dumps(guest)}"

    async def unsubscribed_guest(self, signed: str) -> str | None:
        """Return the guest of an unsubscribe path; None if the signature is invalid."""
        with contextlib.suppress(BadSignature):
            guest = (await self._serializer()).loads(signed)
            return guest if isinstance(guest, str) else None
        return None

    async def _serializer(self) -> URLSafeSerializer:
        if self._signer is None:
            key = await house_key(self._store, "letters", lambda: secrets.token_bytes(_KEY_BYTES))
            self._signer = URLSafeSerializer(key, salt="stop")
        return self._signer
