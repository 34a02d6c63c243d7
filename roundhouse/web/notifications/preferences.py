"""Notification preferences: which events, through which channels, which tables are muted, which browsers get pushes."""

from __future__ import annotations

import datetime
import hashlib
import secrets
import time
import zoneinfo
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from roundhouse.ui.languages import SOURCE
from roundhouse.web.notifications.push import Subscription
from roundhouse.web.store.store import Row, Statement, Store

TURN: Final = "turn"
START: Final = "start"
MENTION: Final = "mention"
SUBSTITUTE: Final = "substitute"  # no preference: it concerns a game that the player may lose, so it is always delivered
ENDED: Final = "ended"  # without a result; always delivered, too
KINDS: Final = (TURN, START, MENTION)
OFF: Final = "off"
EACH: Final = "each"
DAILY: Final = "daily"
MAILS: Final = (OFF, EACH, DAILY)
MORNING: Final = 7  # hour of the daily e-mail, in the reader's time zone
MAX_SUBSCRIPTIONS: Final = 20  # browsers of one guest
_KEY_BYTES: Final = 24


@dataclass(frozen=True)
class Preferences:
    """The preferences of one guest for notifications outside the page. The bell shows everything that is not muted."""

    language: str = SOURCE
    zone: str = "UTC"
    kinds: frozenset[str] = frozenset(KINDS)
    mail: str = OFF
    hook: str = ""  # URL of a webhook
    hook_key: str = field(default="", repr=False)  # signs the webhook's payloads

    def wants(self, kind: str) -> bool:
        """Return whether notices of a kind are delivered outside the page."""
        return kind in (SUBSTITUTE, ENDED) or kind in self.kinds


class PreferenceRepository:
    """Preferences, mutes and push subscriptions in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guest: str) -> Preferences:
        """Return the preferences of a guest, or the defaults."""
        row = await self._store.row("SELECT language, zone, kinds, mail, hook, hook_key FROM wish WHERE guest = ?", guest)
        return Preferences() if row is None else _preferences(row)

    async def save(self, guest: str, preferences: Preferences) -> None:
        """Save preferences. The first daily e-mail is due the next morning."""
        if preferences.hook and not preferences.hook_key:
            preferences = replace(preferences, hook_key=secrets.token_urlsafe(_KEY_BYTES))
        digest = next_morning(time.time(), preferences.zone) if preferences.mail == DAILY else None
        kinds = ",".join(kind for kind in KINDS if kind in preferences.kinds)
        await self._store.write(
            Statement(
                "INSERT INTO wish (guest, language, zone, kinds, mail, hook, hook_key, digest_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (guest) DO UPDATE SET language = excluded.language, zone = excluded.zone, kinds = excluded.kinds, "
                "mail = excluded.mail, hook = excluded.hook, hook_key = excluded.hook_key, digest_at = excluded.digest_at",
                (
                    guest,
                    preferences.language,
                    preferences.zone,
                    kinds,
                    preferences.mail,
                    preferences.hook,
                    preferences.hook_key,
                    digest,
                ),
            )
        )

    async def set_language(self, guest: str, language: str) -> None:
        """Set the language of notifications; keep the rest."""
        await self._store.write(
            Statement(
                "INSERT INTO wish (guest, language, zone, kinds, mail, hook, hook_key) VALUES (?, ?, 'UTC', ?, 'off', '', '') "
                "ON CONFLICT (guest) DO UPDATE SET language = excluded.language",
                (guest, language, ",".join(KINDS)),
            )
        )

    async def disable_email(self, guest: str) -> None:
        """Turn off e-mails about games."""
        await self._store.write(Statement("UPDATE wish SET mail = ?, digest_at = NULL WHERE guest = ?", (OFF, guest)))

    # Muted games and tables.

    async def muted(self, guest: str) -> set[str]:
        """Return the muted games and tables of a guest, as `game_key` and `table_key` write them."""
        return {row["what"] for row in await self._store.rows("SELECT what FROM mute WHERE guest = ?", guest)}

    async def set_muted(self, guest: str, keys: Collection[str]) -> None:
        """Mute exactly these games and tables, and delete their notices."""
        await self._store.write(
            Statement("DELETE FROM mute WHERE guest = ?", (guest,)),
            *(Statement("INSERT INTO mute (guest, what) VALUES (?, ?)", (guest, key)) for key in sorted(keys)),
            Statement(
                "DELETE FROM notice WHERE guest = ? AND EXISTS "
                "(SELECT 1 FROM mute JOIN game_table ON game_table.id = notice.table_id WHERE mute.guest = notice.guest "
                "AND mute.what IN ('table:' || game_table.id, 'game:' || game_table.game))",
                (guest,),
            ),
        )

    # Push subscriptions.

    async def subscribe(self, guest: str, device: str, target: Subscription) -> None:
        """Add the push subscription of a browser; delete the oldest if there are too many."""
        await self._store.write(
            Statement(
                "INSERT INTO push (id, guest, device, endpoint, p256dh, auth, made) VALUES (?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET guest = excluded.guest, device = excluded.device, "
                "p256dh = excluded.p256dh, auth = excluded.auth",
                (push_id(target.endpoint), guest, device, target.endpoint, target.p256dh, target.auth, time.time()),
            ),
            Statement(
                "DELETE FROM push WHERE guest = ? AND id NOT IN (SELECT id FROM push WHERE guest = ? ORDER BY made DESC LIMIT ?)",
                (guest, guest, MAX_SUBSCRIPTIONS),
            ),
        )

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        """Delete the push subscription of a guest's browser."""
        await self._store.write(Statement("DELETE FROM push WHERE id = ? AND guest = ?", (push_id(endpoint), guest)))

    async def delete_subscription(self, id: str) -> None:
        """Delete a subscription that the push service no longer knows."""
        await self._store.write(Statement("DELETE FROM push WHERE id = ?", (id,)))

    async def subscriptions(self, guest: str) -> dict[str, Subscription]:
        """Return the push subscriptions of a guest by id."""
        rows = await self._store.rows("SELECT id, endpoint, p256dh, auth FROM push WHERE guest = ? ORDER BY made", guest)
        return {row["id"]: Subscription(row["endpoint"], row["p256dh"], row["auth"]) for row in rows}


def game_key(game: str) -> str:
    """Return the key that mutes a game."""
    return f"game:{game}"


def table_key(table: str) -> str:
    """Return the key that mutes a table."""
    return f"table:{table}"


def push_id(endpoint: str) -> str:
    """Return the id of a push subscription."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _preferences(row: Row) -> Preferences:
    language, zone, kinds, mail, hook, hook_key = row
    return Preferences(language, zone, frozenset(filter(None, kinds.split(","))), mail, hook, hook_key)


def next_morning(now: float, zone: str) -> float:
    """Return when the next daily e-mail is due.

    >>> next_morning(0.0, "UTC") / 3600
    7.0
    """
    local = datetime.datetime.fromtimestamp(now, zoneinfo.ZoneInfo(known_zone(zone)))
    morning = local.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    if morning <= local:
        morning += datetime.timedelta(days=1)
    return morning.timestamp()


def known_zone(name: str) -> str:
    """Return the name of a time zone, or UTC if it is unknown."""
    return name if name in _zones() else "UTC"


@cache
def _zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())
