"""The delivery worker: sends notices by push, webhook and e-mail. It runs in every process; each delivery belongs to one of them.

A due notice becomes one outbox entry per channel: each push subscription, the webhook, an e-mail. A worker leases an entry before
it sends, deletes it when it is delivered, and retries with growing pauses when it fails. When a lease expires, another worker takes
over.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from roundhouse.core.sentence import HouseError
from roundhouse.ui.text import translate
from roundhouse.web.jobs.lease import Leases
from roundhouse.web.notifications.emails import digest_email, notice_email
from roundhouse.web.notifications.hosts import HostBusy
from roundhouse.web.notifications.mailer import Mailer
from roundhouse.web.notifications.notices import Notice, Notices
from roundhouse.web.notifications.preferences import DAILY, EACH, PreferenceRepository, Preferences, next_morning
from roundhouse.web.notifications.push import Push
from roundhouse.web.notifications.webhooks import DeliveryError, WebhookClient
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.store.store import Conflict, Statement, Store

PAUSES: Final = (30.0, 120.0, 600.0, 3600.0, 6 * 3600.0)  # seconds before each retry; then the delivery is given up
LEASE: Final = 90.0  # seconds after which another worker may take over a delivery
_SLOTS: Final = 32  # deliveries that run at the same time
_SWEEP: Final = 1.0  # seconds between two sweeps
_COLUMNS: Final = ("id", "guest", "notice", "channel", "target", "tries")
_PUSH: Final = "push"
_WEBHOOK: Final = "hook"
_MAIL: Final = "mail"
_DIGEST: Final = "digest"
_logger: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Delivery:
    """An outbox entry: one notice for one guest through one channel."""

    id: str
    guest: str
    notice: str  # id; empty for a digest, which lists all unseen notices
    channel: str
    target: str  # id of a push subscription, or URL of a webhook
    tries: int


@dataclass(frozen=True)
class Channels:
    """The clients of all channels, and the links that messages contain."""

    push: Callable[[], Awaitable[Push]]
    webhooks: WebhookClient
    mailer: Mailer
    unsubscribe_path: Callable[[str], Awaitable[str]]  # of a guest
    base_url: str  # of the server, for links
    webhooks_enabled: bool


class DeliveryWorker:
    """Turns due notices into outbox entries and delivers them, once a second."""

    def __init__(
        self, store: Store, notices: Notices, preferences: PreferenceRepository, accounts: Accounts, channels: Channels
    ) -> None:
        self._store = store
        self._notices = notices
        self._preferences = preferences
        self._accounts = accounts
        self._channels = channels
        self._leases = Leases(store, "outbox", "id", _COLUMNS, LEASE, one_of=("guest", "channel"))
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Start what is due until cancelled; log errors of the store and go on. No delivery waits for another to end."""
        try:
            await self._run()
        finally:
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                busy = bool(await self._start(time.time()))
            except HouseError as error:
                _logger.warning("notifications cannot be delivered: %s", error)
                busy = False
            except Exception:
                _logger.exception("notifications cannot be delivered")
                busy = False
            await asyncio.sleep(0 if busy else _SWEEP)

    async def sweep(self, now: float) -> bool:
        """Process what is due at `now`, and wait for it; return whether there was anything."""
        started = await self._start(now)
        await asyncio.gather(*started)
        return bool(started)

    async def _start(self, now: float) -> list[asyncio.Task[None]]:
        """Start the deliveries that are due at `now`: of each guest one a channel, so that nobody delays others."""
        for notice in await self._notices.due(now):
            await self._fan_out(notice, now)
        await self._add_digests(now)
        free = _SLOTS - len(self._running)
        deliveries = await self._lease(now, free) if free > 0 else []
        started = [asyncio.get_running_loop().create_task(self._attempt(delivery, now)) for delivery in deliveries]
        for task in started:
            self._running.add(task)
            task.add_done_callback(self._ended)
        return started

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:  # the lease expires, and it is tried again
            _logger.warning("a delivery was not recorded: %s", error)

    # From notices to outbox entries.

    async def _fan_out(self, notice: Notice, now: float) -> None:
        """Add an entry per channel and mark the notice as sent, in one transaction: a second worker finds nothing to do."""
        targets = await self._targets(notice)
        with contextlib.suppress(Conflict):  # another worker was first, or the notice was seen in the meantime
            await self._store.write(
                Statement(
                    "UPDATE notice SET sent = 1 WHERE id = ? AND made = ? AND sent = 0 AND seen = 0",
                    (notice.id, notice.made),
                    expect=1,
                ),
                *(_insert(notice.guest, notice.id, channel, target, now) for channel, target in targets),
            )

    async def _targets(self, notice: Notice) -> list[tuple[str, str]]:
        """Return the channels that the guest wants, each with its target."""
        preferences = await self._preferences.of(notice.guest)
        if not preferences.wants(notice.kind):
            return []
        targets = [(_PUSH, id) for id in await self._preferences.subscriptions(notice.guest)]
        if preferences.hook and self._channels.webhooks_enabled:
            targets.append((_WEBHOOK, preferences.hook))
        if preferences.mail == EACH:
            targets.append((_MAIL, ""))
        return targets

    async def _add_digests(self, now: float) -> None:
        rows = await self._store.rows(
            "SELECT guest, zone, digest_at FROM wish WHERE mail = ? AND digest_at <= ? LIMIT 20", DAILY, now
        )
        for guest, zone, digest_at in rows:
            with contextlib.suppress(Conflict):
                await self._store.write(
                    Statement(
                        "UPDATE wish SET digest_at = ? WHERE guest = ? AND digest_at = ?",
                        (next_morning(now, zone), guest, digest_at),
                        expect=1,
                    ),
                    _insert(guest, "", _DIGEST, "", now),
                )

    # Delivery.

    async def _lease(self, now: float, limit: int) -> list[Delivery]:
        """Lease due entries that no other worker holds."""
        return [Delivery(*row) for row in await self._leases.claim(now, limit)]

    async def _attempt(self, delivery: Delivery, now: float) -> None:
        """Deliver once, then delete or reschedule the entry. At least once: a crash between the two delivers it again."""
        try:
            await self._deliver(delivery)
        except HostBusy as busy:
            await self._leases.postpone(delivery.id, now + busy.delay)
            return
        except Exception as error:  # must not stop the other deliveries
            if not isinstance(error, DeliveryError):
                _logger.exception("a delivery failed (%s)", delivery.channel)
                error = DeliveryError(type(error).__name__, final=False)
            if error.gone and delivery.channel == _PUSH:
                await self._preferences.delete_subscription(delivery.target)
            if not error.final and delivery.tries < len(PAUSES):
                await self._reschedule(delivery, now)
                return
            _logger.warning("a delivery was given up (%s): %s", delivery.channel, error)
        await self._leases.finish(delivery.id)

    async def _reschedule(self, delivery: Delivery, now: float) -> None:
        await self._leases.postpone(delivery.id, now + PAUSES[delivery.tries], ", tries = tries + 1")

    async def _deliver(self, delivery: Delivery) -> None:
        preferences = await self._preferences.of(delivery.guest)
        if delivery.channel == _DIGEST:
            await self._send_digest(delivery, preferences)
            return
        notice = await self._notices.find_unseen(delivery.notice)
        if notice is None:  # seen, or no longer true
            return
        if delivery.channel == _PUSH:
            await self._send_push(delivery, notice, preferences)
        elif delivery.channel == _WEBHOOK:
            await self._send_webhook(delivery, notice, preferences)
        else:
            await self._send_email(delivery, [notice], preferences)

    async def _send_push(self, delivery: Delivery, notice: Notice, preferences: Preferences) -> None:
        subscription = (await self._preferences.subscriptions(delivery.guest)).get(delivery.target)
        if subscription is None:
            return
        payload = {
            "title": translate(notice.head, preferences.language),
            "body": translate(notice.place, preferences.language),
            "url": notice.url,
            "tag": f"{notice.kind}-{notice.table}",
        }
        push = await self._channels.push()
        body, headers = await asyncio.to_thread(push.request, subscription, msgspec.json.encode(payload), notice.id)
        await self._channels.webhooks.send(subscription.endpoint, body, headers)

    async def _send_webhook(self, delivery: Delivery, notice: Notice, preferences: Preferences) -> None:
        """Post JSON that common chat services show as it is, signed with the guest's own key."""
        url = f"{self._channels.base_url}{notice.url}"
        text = f"{translate(notice.sentence, preferences.language)} {url}"
        payload = {
            "id": delivery.id,
            "kind": notice.kind,
            "game": notice.game,
            "table": notice.table,
            "url": url,
            "text": text,
            "content": text,
        }
        body = msgspec.json.encode(payload)
        signature = hmac.new(preferences.hook_key.encode(), body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "X-Roundhouse-Signature": f"sha256={signature}"}
        await self._channels.webhooks.send(delivery.target, body, headers)

    async def _send_digest(self, delivery: Delivery, preferences: Preferences) -> None:
        notices = [notice for notice in await self._notices.unseen(delivery.guest) if preferences.wants(notice.kind)]
        if notices and preferences.mail == DAILY:
            await self._send_email(delivery, notices, preferences)

    async def _send_email(self, delivery: Delivery, notices: Sequence[Notice], preferences: Preferences) -> None:
        account = await self._accounts.of(delivery.guest)
        if account is None or account.email is None:
            return
        base_url = self._channels.base_url
        unsubscribe = base_url + await self._channels.unsubscribe_path(delivery.guest)
        if delivery.channel == _DIGEST:
            email = digest_email(delivery.id, account.email, notices, base_url, unsubscribe, preferences.language)
        else:
            email = notice_email(delivery.id, account.email, notices[0], base_url, unsubscribe, preferences.language)
        await self._channels.mailer.send(email)


def _insert(guest: str, notice: str, channel: str, target: str, now: float) -> Statement:
    return Statement(
        "INSERT INTO outbox (id, guest, notice, channel, target, made, at, tries, owner, until) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', 0)",
        (secrets.token_hex(12), guest, notice, channel, target, now, now),
    )
