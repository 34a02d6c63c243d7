"""Guests and their sessions: a name and a cookie. A guest without an account lives in one browser; with one, in several."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import say
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.addresses import LastAddresses
from roundhouse.web.people.devices import device_label
from roundhouse.web.people.logins import is_default, normalized
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Conflict, Message, Statement, Store, StoreFailed

FRESH: Final = 15 * 60  # seconds after signing in by a link in which no other proof is asked for
_YEAR: Final = 365 * 24 * 3600
_CACHED: Final = 20_000  # sessions in memory
_CACHE_SECONDS: Final = 10.0  # messages of other processes end it sooner
_SEEN_INTERVAL: Final = 3600.0  # seconds between two updates of `seen`


@dataclass(frozen=True)
class Guest:
    """A person with a session, with or without an account; or a program with a token."""

    id: str
    name: str
    account: bool = False
    program: bool = False  # for ever, once a token has been used to play


class SessionState(StrEnum):
    """What became of a session since a stream was opened with it."""

    ACTIVE = "active"
    REPLACED = "replaced"  # its device has another cookie now
    ENDED = "ended"


@dataclass(frozen=True)
class Session:
    """A guest in one browser. `device` stays the same when the cookie changes, until the browser is signed out."""

    key: bytes = field(repr=False)  # the hash of the cookie
    guest: Guest
    device: str
    seen: float
    proven: float  # when the guest signed in by a link; 0 if by a password, which can be asked for again

    @property
    def fresh(self) -> bool:
        """Whether the guest has recently proven to be the owner of the account's e-mail address."""
        return time.time() - self.proven < FRESH


@dataclass(frozen=True)
class Device:
    """A browser in the list of signed-in devices."""

    id: str
    label: str
    seen: float


class Guests:
    """Guests and sessions in the store, with a cache. Only the hash of a cookie is stored."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._https = settings.https
        self._cache: dict[str, tuple[Session, float]] = {}  # by cookie: the session, and when it expires here
        self.addresses = LastAddresses()
        self._invalidations = 0  # counted, so that a row read before an invalidation is not cached after it
        self.cookie = "__Host-roundhouse" if settings.https else "roundhouse"
        store.subscribe("guest", lambda guest, _: self.invalidate(guest))
        store.subscribe_gaps(self._invalidate_all)

    async def find(self, request: Request) -> Guest | None:
        """Return the guest of a request; None without a valid cookie."""
        session = await self.session(request)
        return None if session is None else session.guest

    async def session(self, request: Request) -> Session | None:
        """Return the session of a request; None without a valid cookie."""
        token = request.cookies.get(self.cookie, "")
        if not token:
            return None
        cached = self._cache.get(token)
        session = cached[0] if cached is not None and cached[1] >= time.monotonic() else await self._read(token)
        if session is not None:
            self.addresses.note(session.guest.id, address_of(request))
        return session

    async def _read(self, token: str) -> Session | None:
        before = self._invalidations
        row = await self._store.row(
            "SELECT guest.id, guest.name, guest.program, account.guest AS account, session.device, session.seen, session.proven"
            " FROM session "
            "JOIN guest ON guest.id = session.guest LEFT JOIN account ON account.guest = guest.id WHERE session.token = ?",
            _hash(token),
        )
        if row is None:
            self._cache.pop(token, None)
            return None
        guest = Guest(row["id"], row["name"], row["account"] is not None, bool(row["program"]))
        session = Session(_hash(token), guest, row["device"], row["seen"], row["proven"])
        if before == self._invalidations:
            if len(self._cache) >= _CACHED:
                self._cache.clear()
            self._cache[token] = session, time.monotonic() + _CACHE_SECONDS
        await self._update_seen(session)
        return session

    async def _update_seen(self, session: Session) -> None:
        now = time.time()
        if now - session.seen < _SEEN_INTERVAL:
            return
        with contextlib.suppress(StoreFailed):  # not worth failing the request
            await self._store.write(Statement("UPDATE session SET seen = ? WHERE device = ?", (now, session.device)))

    async def register(self, request: Request, name: str) -> tuple[Guest, str]:
        """Create or rename the guest of a request; return the guest and a new cookie.

        The current cookie stays valid until the next change, in case the response is lost. A guest with an account keeps the
        account's name. Raises HTTPError 409 if the name belongs to another account.
        """
        session = await self.session(request)
        token = secrets.token_urlsafe(32)
        required = [] if session is None else [require(session)]
        if session is None:
            session = Session(b"", Guest(secrets.token_hex(16), name), secrets.token_hex(12), 0.0, 0.0)
        guest = session.guest if session.guest.account else replace(session.guest, name=name)
        await self.require_names(guest, guest.name)
        await self._store.write(
            Statement(
                "INSERT INTO guest (id, name, made) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                (guest.id, guest.name, time.time()),
            ),
            *required,
            Statement("DELETE FROM session WHERE device = ? AND guest = ? AND token != ?", (session.device, guest.id, session.key)),
            _insert(token, guest.id, session.device, request, session.proven),
            messages=[Message("guest", guest.id)],
        )
        self.invalidate(guest.id)
        self.addresses.note(guest.id, address_of(request))
        return guest, token

    async def require_names(self, guest: Guest, *names: str) -> None:
        """Raise HTTPError 409 if a guest may not use one of these names, because it belongs to another account."""
        for name in names:
            row = await self._store.row("SELECT guest FROM account WHERE login = ?", normalized(name))
            if row is not None and row["guest"] != guest.id and not is_default(name):
                raise HTTPError(
                    409, say("the name {name} belongs to an account; if it is yours, sign in, otherwise choose another", name=name)
                )

    async def mark_program(self, guest: str) -> list[str]:
        """Mark a guest as a program, for ever, and return the unfinished tables where they sit, which are to show it."""
        rows = await self._store.rows(
            "SELECT id FROM game_table WHERE stage <> 'over' AND id IN (SELECT table_id FROM seat WHERE guest = ?)", guest
        )
        tables = [row["id"] for row in rows]
        places = ", ".join("?" for _ in tables) or "NULL"
        await self._store.write(
            Statement("UPDATE guest SET program = 1 WHERE id = ?", (guest,)),
            Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({places})", tables),
            messages=[Message("names", id) for id in tables] + [Message("guest", guest)],
        )
        self.invalidate(guest)
        return tables

    async def create(self, name: str) -> str:
        """Create a guest without a session, and return the id."""
        id = secrets.token_hex(16)
        await self._store.write(Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, ?)", (id, name, time.time())))
        return id

    async def sign_in(self, request: Request, guest: str, *, by_link: bool = False) -> str:
        """Start a session for an authenticated guest and return its cookie. Ends the session that the browser had before."""
        before = await self.session(request)
        token, device = secrets.token_urlsafe(32), secrets.token_hex(12)
        statements = [] if before is None else _end_session(before, guest, device)
        await self._store.write(
            *statements,
            _insert(token, guest, device, request, time.time() if by_link else 0.0),
            messages=[Message("guest", guest)] + ([] if before is None else [Message("guest", before.guest.id)]),
        )
        self.invalidate(guest)
        if before is not None:
            self.invalidate(before.guest.id)
        return token

    async def rotate(self, request: Request, *, others: bool = False, extra: Sequence[Statement] = ()) -> str:
        """Replace the cookie of a session and return the new one; every copy of the old cookie is worthless.

        With `others`, all other sessions of the guest end too. `extra` statements run in the same transaction. Raises Conflict
        if the session has ended meanwhile.
        """
        session = await self.session(request)
        if session is None:
            raise Conflict
        guest = session.guest.id
        token = secrets.token_urlsafe(32)
        await self._store.write(
            Statement("UPDATE guest SET name = name WHERE id = ?", (guest,), expect=1),  # locks the row, as `register` does
            require(session),
            Statement("DELETE FROM session WHERE device = ? AND guest = ?", (session.device, guest)),
            *(_end_others(session) if others else ()),
            _insert(token, guest, session.device, request, session.proven),
            *extra,
            messages=[Message("guest", guest)],
        )
        self.invalidate(guest)
        return token

    # Devices.

    async def devices(self, guest: str) -> list[Device]:
        """Return the devices where a guest is signed in, most recently used first."""
        rows = await self._store.rows(
            "SELECT device, max(label) AS label, max(seen) AS seen FROM session WHERE guest = ? "
            "GROUP BY device ORDER BY max(seen) DESC",
            guest,
        )
        return [Device(*row) for row in rows]

    async def state(self, session: Session) -> SessionState:
        """Return what became of a session."""
        rows = await self._store.rows("SELECT token FROM session WHERE guest = ? AND device = ?", session.guest.id, session.device)
        if any(bytes(row["token"]) == session.key for row in rows):
            return SessionState.ACTIVE
        return SessionState.REPLACED if rows else SessionState.ENDED

    async def sign_out(self, guest: str, device: str) -> None:
        """Sign out one device."""
        await self._store.write(
            Statement("DELETE FROM session WHERE guest = ? AND device = ?", (guest, device)),
            Statement("DELETE FROM push WHERE guest = ? AND device = ?", (guest, device)),
            messages=[Message("guest", guest)],
        )
        self.invalidate(guest)

    def invalidate(self, id: str) -> None:
        """Drop the cached sessions of a guest whose rows have changed."""
        self._invalidations += 1
        for token in [token for token, (session, _) in self._cache.items() if session.guest.id == id]:
            del self._cache[token]

    def _invalidate_all(self) -> None:
        self._invalidations += 1
        self._cache.clear()

    def set_cookie(self, response: Response, token: str) -> None:
        """Set the session cookie on a response."""
        response.set_cookie(self.cookie, token, max_age=_YEAR, path="/", secure=self._https, httponly=True, samesite="lax")

    def delete_cookie(self, response: Response) -> None:
        """Delete the session cookie on a response."""
        response.delete_cookie(self.cookie, path="/", secure=self._https, httponly=True, samesite="lax")


def _end_session(before: Session, guest: str, device: str) -> list[Statement]:
    """Return the statements that end a session. If the same guest signs in again, the push subscription moves to the new device."""
    return [
        Statement("DELETE FROM session WHERE device = ?", (before.device,)),
        Statement("UPDATE push SET device = ? WHERE device = ? AND guest = ?", (device, before.device, guest)),
        Statement("DELETE FROM push WHERE device = ?", (before.device,)),
    ]


def require(session: Session) -> Statement:
    """Return a statement that raises Conflict if a session has ended: the cache may not know it yet."""
    return Statement("UPDATE session SET seen = ? WHERE token = ?", (time.time(), session.key), expect=1)


def _end_others(session: Session) -> list[Statement]:
    """Return the statements that end the sessions and push subscriptions of the guest's other devices."""
    return [
        Statement(f"DELETE FROM {table} WHERE guest = ? AND device != ?", (session.guest.id, session.device))
        for table in ("session", "push")
    ]


def _insert(token: str, guest: str, device: str, request: Request, proven: float) -> Statement:
    now = time.time()
    label = device_label(request.headers.get("user-agent", ""))
    return Statement(
        "INSERT INTO session (token, guest, made, device, label, seen, proven) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (_hash(token), guest, now, device, label, now, proven),
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
