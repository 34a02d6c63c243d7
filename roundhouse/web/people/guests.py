"""Guests: a name and a cookie. Who has no account belongs to the browser that was given the cookie; who has one, to several."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.web.people.devices import device_of
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Message, Statement, Store, StoreFailed

FRESH: Final = 15 * 60  # seconds after a proof in which nobody is asked for another
_YEAR: Final = 365 * 24 * 3600
_REMEMBERED: Final = 20_000  # cookies in memory
_BELIEVED: Final = 10.0  # seconds; news of other processes end it sooner
_SEEN: Final = 3600.0  # seconds in which the last use of a device is not written down again


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie of the house."""

    id: str
    name: str
    account: bool = False


@dataclass(frozen=True)
class Session:
    """A guest in one browser. The device is the same through all its cookies, until it is signed out."""

    guest: Guest
    device: str
    seen: float
    proven: float  # when the guest has last shown that the account is his

    @property
    def fresh(self) -> bool:
        """Whether that was just now."""
        return time.time() - self.proven < FRESH


@dataclass(frozen=True)
class Device:
    """A browser in the list of those that are signed in."""

    id: str
    label: str
    seen: float


class Guests:
    """Finds guests by their cookie and makes new ones. Only the hash of a cookie is kept."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._https = settings.https
        self._known: dict[str, tuple[Session, float]] = {}  # by cookie, and until when that may be believed
        self._changes = 0  # so many times something has changed: what was read before is not remembered
        self.cookie = "__Host-roundhouse" if settings.https else "roundhouse"
        store.subscribe("guest", lambda guest, _: self.forget(guest))
        store.subscribe_gaps(self._forget_all)

    async def find(self, request: Request) -> Guest | None:
        """Who asks; None for somebody who is new here."""
        session = await self.session(request)
        return None if session is None else session.guest

    async def session(self, request: Request) -> Session | None:
        """Who asks, and from where."""
        token = request.cookies.get(self.cookie, "")
        if not token:
            return None
        known = self._known.get(token)
        if known is not None and known[1] >= time.monotonic():
            return known[0]
        return await self._read(token)

    async def _read(self, token: str) -> Session | None:
        before = self._changes
        row = await self._store.row(
            "SELECT guest.id, guest.name, account.guest AS account, session.device, session.seen, session.proven FROM session "
            "JOIN guest ON guest.id = session.guest LEFT JOIN account ON account.guest = guest.id WHERE session.token = ?",
            _hash(token),
        )
        if row is None:
            self._known.pop(token, None)
            return None
        session = Session(Guest(row["id"], row["name"], row["account"] is not None), row["device"], row["seen"], row["proven"])
        if before == self._changes:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[token] = session, time.monotonic() + _BELIEVED
        await self._note_use(session)
        return session

    async def _note_use(self, session: Session) -> None:
        now = time.time()
        if now - session.seen < _SEEN:
            return
        with contextlib.suppress(StoreFailed):  # it is only a courtesy
            await self._store.write(Statement("UPDATE session SET seen = ? WHERE device = ?", (now, session.device)))

    async def welcome(self, request: Request, name: str) -> tuple[Guest, str]:
        """A guest under that name, with a new cookie. The one shown now stays good until the next, should the answer be lost.

        Who has an account is called as it says, at every table.
        """
        session = await self.session(request)
        shown = _hash(request.cookies.get(self.cookie, ""))
        token = secrets.token_urlsafe(32)
        if session is None:
            session = Session(Guest(secrets.token_hex(16), name), secrets.token_hex(12), 0.0, 0.0)
        guest = session.guest if session.guest.account else Guest(session.guest.id, name)
        await self._store.write(
            Statement(
                "INSERT INTO guest (id, name, made) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                (guest.id, guest.name, time.time()),
            ),
            Statement("DELETE FROM session WHERE device = ? AND guest = ? AND token != ?", (session.device, guest.id, shown)),
            _insert(token, guest.id, session.device, request, session.proven),
            messages=[Message("guest", guest.id)],
        )
        self.forget(guest.id)
        return guest, token

    async def found(self, name: str) -> str:
        """Somebody new, without a cookie yet."""
        id = secrets.token_hex(16)
        await self._store.write(Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, ?)", (id, name, time.time())))
        return id

    async def sign_in(self, request: Request, guest: str) -> str:
        """A cookie for somebody who has proven who he is; what this browser was before is no longer good."""
        before = await self.session(request)
        token, device = secrets.token_urlsafe(32), secrets.token_hex(12)
        statements = [] if before is None else _leave(before, guest, device)
        await self._store.write(
            *statements,
            _insert(token, guest, device, request, time.time()),
            messages=[Message("guest", guest)] + ([] if before is None else [Message("guest", before.guest.id)]),
        )
        self.forget(guest)
        if before is not None:
            self.forget(before.guest.id)
        return token

    # Devices.

    async def devices(self, guest: str) -> list[Device]:
        """Where a guest is signed in, the last used first."""
        rows = await self._store.rows(
            "SELECT device, max(label) AS label, max(seen) AS seen FROM session WHERE guest = ? "
            "GROUP BY device ORDER BY max(seen) DESC",
            guest,
        )
        return [Device(*row) for row in rows]

    async def signed_in(self, guest: str, device: str) -> bool:
        """Whether a device has not been signed out in the meantime."""
        row = await self._store.row("SELECT 1 AS found FROM session WHERE guest = ? AND device = ?", guest, device)
        return row is not None

    async def sign_out(self, guest: str, device: str) -> None:
        """Ends one device."""
        await self._end(guest, "device = ?", device)

    async def sign_out_others(self, guest: str, device: str) -> None:
        """Ends all devices but one."""
        await self._end(guest, "device != ?", device)

    async def _end(self, guest: str, which: str, device: str) -> None:
        await self._store.write(
            Statement(f"DELETE FROM session WHERE guest = ? AND {which}", (guest, device)),
            Statement(f"DELETE FROM push WHERE guest = ? AND {which}", (guest, device)),
            messages=[Message("guest", guest)],
        )
        self.forget(guest)

    def forget(self, id: str) -> None:
        """Has the store asked again about the cookies of a guest, since something about them has changed."""
        self._changes += 1
        for token in [token for token, (session, _) in self._known.items() if session.guest.id == id]:
            del self._known[token]

    def _forget_all(self) -> None:
        self._changes += 1
        self._known.clear()

    def remember(self, response: Response, token: str) -> None:
        """Gives the browser its cookie."""
        response.set_cookie(self.cookie, token, max_age=_YEAR, path="/", secure=self._https, httponly=True, samesite="lax")

    def dismiss(self, response: Response) -> None:
        """Takes the cookie from the browser."""
        response.delete_cookie(self.cookie, path="/", secure=self._https, httponly=True, samesite="lax")


def _leave(before: Session, guest: str, device: str) -> list[Statement]:
    """The end of what a browser was; its push subscription stays with it if it belongs to the same person."""
    return [
        Statement("DELETE FROM session WHERE device = ?", (before.device,)),
        Statement("UPDATE push SET device = ? WHERE device = ? AND guest = ?", (device, before.device, guest)),
        Statement("DELETE FROM push WHERE device = ?", (before.device,)),
    ]


def _insert(token: str, guest: str, device: str, request: Request, proven: float) -> Statement:
    now = time.time()
    label = device_of(request.headers.get("user-agent", ""))
    return Statement(
        "INSERT INTO session (token, guest, made, device, label, seen, proven) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (_hash(token), guest, now, device, label, now, proven),
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
