"""Guests: a name and a cookie. There is no account; a seat belongs to the browser that took it."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.web.settings import Settings
from roundhouse.web.store import News, Statement, Store

_YEAR: Final = 365 * 24 * 3600
_REMEMBERED: Final = 20_000  # cookies in memory
_BELIEVED: Final = 10.0  # seconds; news of other processes end it sooner


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie of the house."""

    id: str
    name: str


class Guests:
    """Finds guests by their cookie and makes new ones. Only the hash of a cookie is kept."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._https = settings.https
        self._known: dict[str, tuple[Guest, float]] = {}  # by cookie, and until when that may be believed
        self.cookie = "__Host-roundhouse" if settings.https else "roundhouse"
        store.hear("guest", lambda guest, _: self.forget(guest))
        store.hear_gap(self._known.clear)

    async def find(self, request: Request) -> Guest | None:
        """Who asks; None for somebody who is new here."""
        token = request.cookies.get(self.cookie, "")
        if not token:
            return None
        known = self._known.get(token)
        if known is None or known[1] < time.monotonic():
            row = await self._store.row(
                "SELECT guest.id, guest.name FROM session JOIN guest ON guest.id = session.guest WHERE session.token = ?",
                _hash(token),
            )
            if row is None:
                self._known.pop(token, None)
                return None
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[token] = Guest(row["id"], row["name"]), time.monotonic() + _BELIEVED
        return known[0]

    async def welcome(self, request: Request, name: str) -> tuple[Guest, str]:
        """A guest under that name, with a new cookie. The one shown now stays good until the next, should the answer be lost."""
        guest = await self.find(request)
        shown = _hash(request.cookies.get(self.cookie, ""))
        token = secrets.token_urlsafe(32)
        known = Guest(secrets.token_hex(16), name) if guest is None else Guest(guest.id, name)
        now = time.time()
        await self._store.write(
            Statement(
                "INSERT INTO guest (id, name, made) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                (known.id, known.name, now),
            ),
            Statement("DELETE FROM session WHERE guest = ? AND token != ?", (known.id, shown)),
            Statement("INSERT INTO session (token, guest, made) VALUES (?, ?, ?)", (_hash(token), known.id, now)),
            news=[News("guest", known.id)],
        )
        self.forget(known.id)
        return known, token

    def forget(self, id: str) -> None:
        """Has the store asked again about the cookies of a guest, since something about them has changed."""
        for token in [token for token, (guest, _) in self._known.items() if guest.id == id]:
            del self._known[token]

    def remember(self, response: Response, token: str) -> None:
        """Gives the browser its cookie."""
        response.set_cookie(self.cookie, token, max_age=_YEAR, path="/", secure=self._https, httponly=True, samesite="lax")


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
