"""What a person wants to be told, how, and what about not: the wishes behind the notifications page."""

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

from roundhouse.web.notifications.push import Subscription
from roundhouse.web.store.store import Row, Statement, Store

TURN: Final = "turn"
START: Final = "start"
MENTION: Final = "mention"
KINDS: Final = (TURN, START, MENTION)
OFF: Final = "off"
EACH: Final = "each"
DAILY: Final = "daily"
MAILS: Final = (OFF, EACH, DAILY)
MORNING: Final = 7  # the hour of the daily letter, where the reader is
MOST_PUSHES: Final = 20  # browsers of one person
_KEY_BYTES: Final = 24


@dataclass(frozen=True)
class Preferences:
    """Of one person. The bell of the page tells everything that is not muted; these are the ways to those who look elsewhere."""

    language: str = "en"
    zone: str = "UTC"
    kinds: frozenset[str] = frozenset(KINDS)
    mail: str = OFF
    hook: str = ""  # an address that is told
    hook_key: str = field(default="", repr=False)  # with which what it is told is signed


class PreferenceRepository:
    """The statements about wishes, mutes and browsers with a push subscription."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guest: str) -> Preferences:
        """The wishes of a guest; of one who never said any, the usual ones."""
        row = await self._store.row("SELECT language, zone, kinds, mail, hook, hook_key FROM wish WHERE guest = ?", guest)
        return Preferences() if row is None else _preferences(row)

    async def save(self, guest: str, preferences: Preferences) -> None:
        """Remembers them. Who begins with a daily letter gets the first one next morning."""
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

    async def speak(self, guest: str, language: str) -> None:
        """Remembers the language of what is sent."""
        await self._store.write(
            Statement(
                "INSERT INTO wish (guest, language, zone, kinds, mail, hook, hook_key) VALUES (?, ?, 'UTC', ?, 'off', '', '') "
                "ON CONFLICT (guest) DO UPDATE SET language = excluded.language",
                (guest, language, ",".join(KINDS)),
            )
        )

    async def end_mail(self, guest: str) -> None:
        """No more letters about games."""
        await self._store.write(Statement("UPDATE wish SET mail = ?, digest_at = NULL WHERE guest = ?", (OFF, guest)))

    # What is not told.

    async def muted(self, guest: str) -> set[str]:
        """The games and tables that a guest hears nothing of, as `game_key` and `table_key` write them."""
        return {row["what"] for row in await self._store.rows("SELECT what FROM mute WHERE guest = ?", guest)}

    async def mute(self, guest: str, whats: Collection[str]) -> None:
        """These and no others. What was told about them before is taken from the bell."""
        await self._store.write(
            Statement("DELETE FROM mute WHERE guest = ?", (guest,)),
            *(Statement("INSERT INTO mute (guest, what) VALUES (?, ?)", (guest, what)) for what in sorted(whats)),
            Statement(
                "DELETE FROM notice WHERE guest = ? AND EXISTS "
                "(SELECT 1 FROM mute JOIN game_table ON game_table.id = notice.table_id WHERE mute.guest = notice.guest "
                "AND mute.what IN ('table:' || game_table.id, 'game:' || game_table.game))",
                (guest,),
            ),
        )

    # Browsers.

    async def subscribe(self, guest: str, device: str, target: Subscription) -> None:
        """A browser that wants to be told. The oldest of too many is forgotten."""
        await self._store.write(
            Statement(
                "INSERT INTO push (id, guest, device, endpoint, p256dh, auth, made) VALUES (?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET guest = excluded.guest, device = excluded.device, "
                "p256dh = excluded.p256dh, auth = excluded.auth",
                (push_id(target.endpoint), guest, device, target.endpoint, target.p256dh, target.auth, time.time()),
            ),
            Statement(
                "DELETE FROM push WHERE guest = ? AND id NOT IN (SELECT id FROM push WHERE guest = ? ORDER BY made DESC LIMIT ?)",
                (guest, guest, MOST_PUSHES),
            ),
        )

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        """A browser that wants to be left in peace."""
        await self._store.write(Statement("DELETE FROM push WHERE id = ? AND guest = ?", (push_id(endpoint), guest)))

    async def forget(self, id: str) -> None:
        """A browser that is gone, as its push service says."""
        await self._store.write(Statement("DELETE FROM push WHERE id = ?", (id,)))

    async def browsers(self, guest: str) -> dict[str, Subscription]:
        """The browsers of a guest."""
        rows = await self._store.rows("SELECT id, endpoint, p256dh, auth FROM push WHERE guest = ? ORDER BY made", guest)
        return {row["id"]: Subscription(row["endpoint"], row["p256dh"], row["auth"]) for row in rows}


def game_key(game: str) -> str:
    """How a muted game is written."""
    return f"game:{game}"


def table_key(table: str) -> str:
    """How a muted table is written."""
    return f"table:{table}"


def push_id(endpoint: str) -> str:
    """A short name for a browser."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _preferences(row: Row) -> Preferences:
    language, zone, kinds, mail, hook, hook_key = row
    return Preferences(language, zone, frozenset(filter(None, kinds.split(","))), mail, hook, hook_key)


def next_morning(now: float, zone: str) -> float:
    """When the next daily letter is due.

    >>> next_morning(0.0, "UTC") / 3600
    7.0
    """
    here = datetime.datetime.fromtimestamp(now, zoneinfo.ZoneInfo(zone_of(zone)))
    morning = here.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    if morning <= here:
        morning += datetime.timedelta(days=1)
    return morning.timestamp()


def zone_of(name: str) -> str:
    """A time zone that is known here."""
    return name if name in _zones() else "UTC"


@cache
def _zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())
