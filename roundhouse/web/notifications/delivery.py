"""The courier: brings notices to people who look elsewhere. Every process has one; each errand is run by exactly one of them.

A notice that is due becomes an errand a way: for each browser, an address, a letter. An errand is taken by a lease, which another
process takes over when it runs out; it is gone when it is done, and tried again with growing pauses when it fails.
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
from roundhouse.web.notifications.emails import digest_email, notice_email
from roundhouse.web.notifications.mailer import Mailer
from roundhouse.web.notifications.notices import Notice, Notices
from roundhouse.web.notifications.preferences import DAILY, EACH, PreferenceRepository, Preferences, next_morning
from roundhouse.web.notifications.push import Push
from roundhouse.web.notifications.webhooks import Undelivered, WebhookClient
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.store.store import Conflict, Statement, Store

PAUSES: Final = (30.0, 120.0, 600.0, 3600.0, 6 * 3600.0)  # seconds before an errand is tried again; then it is given up
LEASE: Final = 90.0  # seconds in which an errand is done, or another courier takes it over
_AT_ONCE: Final = 8
_SWEEP: Final = 1.0  # seconds
_PUSH: Final = "push"
_HOOK: Final = "hook"
_MAIL: Final = "mail"
_DIGEST: Final = "digest"
_logger: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Delivery:
    """One thing to be brought one way to one person."""

    id: str
    guest: str
    notice: str  # which; none for a daily letter, which tells them all
    channel: str
    target: str
    tries: int


@dataclass(frozen=True)
class Channels:
    """All that a courier needs to reach people."""

    push: Callable[[], Awaitable[Push]]
    webhooks: WebhookClient
    mailer: Mailer
    stop: Callable[[str], Awaitable[str]]  # the path that ends the letters to a guest
    house: str  # where people reach the house
    hooks: bool  # whether people may have an address of theirs told


class DeliveryWorker:
    """Sweeps once a second for what is due and held by nobody."""

    def __init__(
        self, store: Store, notices: Notices, preferences: PreferenceRepository, accounts: Accounts, ways: Channels
    ) -> None:
        self._store = store
        self._notices = notices
        self._preferences = preferences
        self._accounts = accounts
        self._ways = ways

    async def run(self) -> None:
        """Until it is cancelled. A store that does not answer is asked again."""
        while True:
            try:
                busy = await self.sweep(time.time())
            except HouseError as error:
                _logger.warning("news are not delivered just now: %s", error)
                busy = False
            except Exception:
                _logger.exception("news are not delivered just now")
                busy = False
            await asyncio.sleep(0 if busy else _SWEEP)

    async def sweep(self, now: float) -> bool:
        """Whether there was anything to do."""
        due = await self._notices.due(now)
        for notice in due:
            await self._fan_out(notice, now)
        await self._digests(now)
        deliveries = await self._claim(now)
        await asyncio.gather(*(self._go(delivery, now) for delivery in deliveries))
        return bool(due or deliveries)

    # From notices to errands.

    async def _fan_out(self, notice: Notice, now: float) -> None:
        """One errand a way; written together with the note that it was done, so that a second courier finds nothing to do."""
        ways = await self._ways_to(notice)
        with contextlib.suppress(Conflict):  # another courier was first, or it was seen in the meantime
            await self._store.write(
                Statement(
                    "UPDATE notice SET sent = 1 WHERE id = ? AND made = ? AND sent = 0 AND seen = 0",
                    (notice.id, notice.made),
                    expect=1,
                ),
                *(_delivery(notice.guest, notice.id, channel, target, now) for channel, target in ways),
            )

    async def _ways_to(self, notice: Notice) -> list[tuple[str, str]]:
        preferences = await self._preferences.of(notice.guest)
        if notice.kind not in preferences.kinds:
            return []
        ways = [(_PUSH, id) for id in await self._preferences.browsers(notice.guest)]
        if preferences.hook and self._ways.hooks:
            ways.append((_HOOK, preferences.hook))
        if preferences.mail == EACH:
            ways.append((_MAIL, ""))
        return ways

    async def _digests(self, now: float) -> None:
        rows = await self._store.rows(
            "SELECT guest, zone, digest_at FROM wish WHERE mail = ? AND digest_at <= ? LIMIT 20", DAILY, now
        )
        for guest, zone, at in rows:
            with contextlib.suppress(Conflict):
                await self._store.write(
                    Statement(
                        "UPDATE wish SET digest_at = ? WHERE guest = ? AND digest_at = ?",
                        (next_morning(now, zone), guest, at),
                        expect=1,
                    ),
                    _delivery(guest, "", _DIGEST, "", now),
                )

    # Errands.

    async def _claim(self, now: float) -> list[Delivery]:
        if await self._store.row("SELECT 1 AS found FROM errand WHERE at <= ? AND until < ?", now, now) is None:
            return []
        rows = await self._store.write(
            Statement(
                "UPDATE errand SET owner = ?, until = ? WHERE until < ? AND id IN "
                "(SELECT id FROM errand WHERE at <= ? AND until < ? ORDER BY at LIMIT ?) "
                "RETURNING id, guest, notice, channel, target, tries",
                (self._store.process_id, now + LEASE, now, now, now, _AT_ONCE),
            )
        )
        return [Delivery(*row) for row in rows]

    async def _go(self, delivery: Delivery, now: float) -> None:
        """Once. What is done is gone; a courier that dies after this and before that is why a thing may come twice."""
        try:
            await self._deliver(delivery)
        except Exception as error:  # whatever it was, the errands of others go on
            if not isinstance(error, Undelivered):
                _logger.exception("a notice could not be brought (%s)", delivery.channel)
                error = Undelivered(type(error).__name__, final=False)
            if error.gone and delivery.channel == _PUSH:
                await self._preferences.forget(delivery.target)
            if not error.final and delivery.tries < len(PAUSES):
                await self._later(delivery, now)
                return
            _logger.warning("a notice is given up (%s): %s", delivery.channel, error)
        await self._store.write(Statement("DELETE FROM errand WHERE id = ? AND owner = ?", (delivery.id, self._store.process_id)))

    async def _later(self, delivery: Delivery, now: float) -> None:
        await self._store.write(
            Statement(
                "UPDATE errand SET tries = tries + 1, at = ?, until = 0 WHERE id = ? AND owner = ?",
                (now + PAUSES[delivery.tries], delivery.id, self._store.process_id),
            )
        )

    async def _deliver(self, delivery: Delivery) -> None:
        preferences = await self._preferences.of(delivery.guest)
        if delivery.channel == _DIGEST:
            await self._bring_digest(delivery, preferences)
            return
        notice = await self._notices.one(delivery.notice)
        if notice is None:  # seen, or no longer true
            return
        if delivery.channel == _PUSH:
            await self._bring_push(delivery, notice, preferences)
        elif delivery.channel == _HOOK:
            await self._bring_hook(delivery, notice, preferences)
        else:
            await self._bring_letter(delivery, [notice], preferences)

    async def _bring_push(self, delivery: Delivery, notice: Notice, preferences: Preferences) -> None:
        target = (await self._preferences.browsers(delivery.guest)).get(delivery.target)
        if target is None:
            return
        ways = self._ways
        words = {
            "title": translate(notice.head, preferences.language),
            "body": translate(notice.place, preferences.language),
            "url": notice.url,
            "tag": f"{notice.kind}-{notice.table}",
        }
        push = await ways.push()
        body, headers = await asyncio.to_thread(push.parcel, target, msgspec.json.encode(words), notice.id)
        await ways.webhooks.send(target.endpoint, body, headers)

    async def _bring_hook(self, delivery: Delivery, notice: Notice, preferences: Preferences) -> None:
        """JSON that common chat services show as it is, signed with the key of the person's own."""
        ways = self._ways
        text = f"{translate(notice.sentence, preferences.language)} {ways.house}{notice.url}"
        words = {
            "id": delivery.id,
            "kind": notice.kind,
            "game": notice.game,
            "table": notice.table,
            "url": f"{ways.house}{notice.url}",
            "text": text,
            "content": text,
        }
        body = msgspec.json.encode(words)
        signature = hmac.new(preferences.hook_key.encode(), body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "X-Roundhouse-Signature": f"sha256={signature}"}
        await ways.webhooks.send(delivery.target, body, headers)

    async def _bring_digest(self, delivery: Delivery, preferences: Preferences) -> None:
        notices = [notice for notice in await self._notices.unseen(delivery.guest) if notice.kind in preferences.kinds]
        if notices and preferences.mail == DAILY:
            await self._bring_letter(delivery, notices, preferences)

    async def _bring_letter(self, delivery: Delivery, notices: Sequence[Notice], preferences: Preferences) -> None:
        account = await self._accounts.of(delivery.guest)
        if account is None or account.email is None:
            return
        ways = self._ways
        stop = ways.house + await ways.stop(delivery.guest)
        if delivery.channel == _DIGEST:
            letter = digest_email(delivery.id, account.email, notices, ways.house, stop, preferences.language)
        else:
            letter = notice_email(delivery.id, account.email, notices[0], ways.house, stop, preferences.language)
        await ways.mailer.send(letter)


def _delivery(guest: str, notice: str, channel: str, target: str, now: float) -> Statement:
    return Statement(
        "INSERT INTO errand (id, guest, notice, channel, target, made, at, tries, owner, until) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', 0)",
        (secrets.token_hex(12), guest, notice, channel, target, now, now),
    )
