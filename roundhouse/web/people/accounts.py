"""Accounts: guests who can sign in from any device, by password or by a link sent to their e-mail address."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http import user_text
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.logins import is_default, normalized
from roundhouse.web.people.passwords import Passwords, check_new_password
from roundhouse.web.ratings import puzzles
from roundhouse.web.ratings import repository as ratings
from roundhouse.web.store.store import Conflict, Message, Row, Statement, Store

EMAIL_LENGTH: Final = 254
_EMAIL: Final = re.compile(r"[^\s@,;:<>()\[\]\\\"]{1,64}@[^\s@,;:<>()\[\]\\\".]+(\.[^\s@,;:<>()\[\]\\\".]+)+")
# Tables whose rows are deleted with the account.
_PRIVATE: Final = (
    "session",
    "token",
    "account",
    "link",
    "wish",
    "mute",
    "push",
    "notice",
    "outbox",
    "puzzle_attempt",
    "puzzle_rating",
)


@dataclass(frozen=True)
class Account:
    """The credentials of a guest: a name, and a password or an e-mail address, or both."""

    guest: str
    name: str
    email: str | None
    password: str | None = field(repr=False)
    made: float


class Accounts:
    """Accounts in the store. Names and e-mail addresses are unique regardless of case."""

    def __init__(self, store: Store, passwords: Passwords) -> None:
        self._store = store
        self._passwords = passwords

    async def of(self, guest: str) -> Account | None:
        """Return the account of a guest, or None."""
        return _account(await self._store.row(f"{_SELECT} WHERE account.guest = ?", guest))

    async def by_email(self, email: str) -> Account | None:
        """Return the account with an e-mail address, or None."""
        return _account(await self._store.row(f"{_SELECT} WHERE account.email = ?", email))

    async def by_login(self, login: str) -> Account | None:
        """Return the account with a name or an e-mail address, or None."""
        column = "email" if "@" in login else "login"
        return _account(await self._store.row(f"{_SELECT} WHERE account.{column} = ?", normalized(login)))

    async def authenticate(self, account: Account | None, password: str) -> bool:
        """Return whether a password is the one of an account. None takes as long as a wrong password."""
        if not await self._passwords.verify(None if account is None else account.password, password) or account is None:
            return False
        if account.password is not None and self._passwords.needs_rehash(account.password):
            await self._store.write(_set(account.guest, "password", await self._passwords.hash(password)))
        return True

    async def create(self, guest: str, name: str, *, password: str | None = None, email: str | None = None) -> None:
        """Give a guest an account; their tables and games stay theirs. Raises HTTPError 409 if the name is taken."""
        name = account_name(name)
        hashed = None if password is None else await self._passwords.hash(check_new_password(password, name))
        try:
            await self._store.write(
                Statement("UPDATE guest SET name = ? WHERE id = ?", (name, guest), expect=1),
                Statement(
                    "INSERT INTO account (guest, login, email, password, made) VALUES (?, ?, ?, ?, ?)",
                    (guest, normalized(name), email, hashed, time.time()),
                ),
                messages=[Message("guest", guest)],
            )
        except Conflict as error:
            raise _name_taken() from error

    async def rename(self, account: Account, name: str) -> None:
        """Change the name; it is used at tables joined from now on. Raises HTTPError 409 if it is taken."""
        name = account_name(name)
        try:
            await self._store.write(
                Statement("UPDATE guest SET name = ? WHERE id = ?", (name, account.guest)),
                Statement("UPDATE account SET login = ? WHERE guest = ?", (normalized(name), account.guest), expect=1),
                messages=[Message("guest", account.guest)],
            )
        except Conflict as error:
            raise _name_taken() from error

    async def new_password(self, account: Account, password: str) -> list[Statement]:
        """Return the statements that change the password and void pending e-mail confirmations. Raises HTTPError 422 if it is weak.

        The caller runs them in one transaction with the end of all other sessions (`Guests.rotate`).
        """
        check_new_password(password, account.name, account.email or account.name)
        hashed = await self._passwords.hash(password)
        return [_set(account.guest, "password", hashed), Statement("DELETE FROM link WHERE guest = ?", (account.guest,))]

    async def set_email(self, guest: str, email: str | None) -> None:
        """Set a confirmed e-mail address, or remove it. Raises HTTPError 409 if another account has it."""
        try:
            await self._store.write(_set(guest, "email", email))
        except Conflict as error:
            raise HTTPError(409, say("this address belongs to another account")) from error

    # Merging and erasing.

    async def tables_of(self, guest: str) -> list[tuple[str, str]]:
        """Return the ids and stages of the tables where a guest is seated or is the host."""
        rows = await self._store.rows(
            "SELECT id, stage FROM game_table WHERE host = ? OR id IN (SELECT table_id FROM seat WHERE guest = ?) ORDER BY made",
            guest,
            guest,
        )
        return [(row["id"], row["stage"]) for row in rows]

    async def adopt(self, guest: str, account: str) -> list[str]:
        """Move what a guest without an account owns to an account, and return the tables that changed.

        At tables where the account is seated already, the guest's seat stays as it is: no player may see two hands.
        """
        elsewhere = "table_id NOT IN (SELECT table_id FROM seat WHERE guest = ?)"
        tables = [id for id, _ in await self.tables_of(guest)]
        places = ", ".join("?" for _ in tables) or "NULL"
        await self._store.write(
            Statement(f"UPDATE chat SET guest = ? WHERE guest = ? AND {elsewhere}", (account, guest, account)),
            Statement(f"UPDATE seat SET guest = ? WHERE guest = ? AND {elsewhere}", (account, guest, account)),
            Statement(
                "INSERT INTO member (table_id, guest) SELECT table_id, ? FROM member WHERE guest = ? ON CONFLICT DO NOTHING",
                (account, guest),
            ),
            Statement("UPDATE game_table SET host = ? WHERE host = ?", (account, guest)),
            Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({places})", tables),
            Statement("UPDATE record SET guest = ? WHERE guest = ?", (account, guest)),
            *ratings.adopt(guest, account),
            *puzzles.adopt(guest, account),
            Statement(
                "UPDATE guest SET program = 1 WHERE id = ?"
                " AND EXISTS (SELECT 1 FROM guest AS own WHERE own.id = ? AND own.program = 1)",
                (account, guest),
            ),
            *(
                Statement(f"DELETE FROM {table} WHERE guest = ?", (guest,))
                for table in ("session", "token", "mute", "push", "notice")
            ),
            messages=[Message("names", id) for id in tables] + [Message("guest", guest), Message("guest", account)],
        )
        return tables

    async def erase(self, guest: str, anonymous: str) -> list[str]:
        """Delete everything about a person but their moves, which stay under the name `anonymous`; return the tables that changed.

        At running tables a bot takes over the seat for good, so that the others can play on.
        """
        tables = [id for id, _ in await self.tables_of(guest)]
        chats = await self._store.rows("SELECT DISTINCT table_id FROM chat WHERE guest = ?", guest)
        tables += [row["table_id"] for row in chats if row["table_id"] not in tables]
        running = "table_id IN (SELECT id FROM game_table WHERE stage = 'running')"
        places = ", ".join("?" for _ in tables) or "NULL"
        await self._store.write(
            Statement("UPDATE guest SET name = ? WHERE id = ?", (anonymous, guest)),
            Statement("UPDATE seat SET name = ? || ' ' || CAST(seat + 1 AS TEXT) WHERE guest = ?", (anonymous, guest)),
            Statement(f"UPDATE seat SET guest = NULL WHERE guest = ? AND level IS NOT NULL AND {running}", (guest,)),
            Statement("UPDATE chat SET name = ? WHERE guest = ?", (anonymous, guest)),
            Statement(
                f"UPDATE game_table SET host = {_NEW_HOST} WHERE host = ? AND stage != 'over' AND {_NEW_HOST} IS NOT NULL",
                (guest, guest, guest),
            ),
            Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({places})", tables),
            ratings.erase(guest),
            *(Statement(f"DELETE FROM {table} WHERE guest = ?", (guest,)) for table in _PRIVATE),
            messages=[Message("names", id) for id in tables] + [Message("guest", guest)],
        )
        return tables


_NEW_HOST: Final = "(SELECT guest FROM seat WHERE table_id = game_table.id AND guest != ? ORDER BY seat LIMIT 1)"
_SELECT: Final = (
    "SELECT account.guest, guest.name, account.email, account.password, account.made "
    "FROM account JOIN guest ON guest.id = account.guest"
)


def _set(guest: str, column: str, value: str | None) -> Statement:
    return Statement(f"UPDATE account SET {column} = ? WHERE guest = ?", (value, guest))


def _account(row: Row | None) -> Account | None:
    return None if row is None else Account(*row)


def account_name(text: str) -> str:
    """Return the name of an account as it is stored.

    Raises HTTPError 422 for an @, which marks addresses and mentions, and 409 for a name that the server gives to guests.
    """
    name = user_text.name(text)
    if is_default(name):
        raise _name_taken()
    if "@" in name:
        raise HTTPError(422, say("the name of an account cannot contain an @"))
    return name


def _name_taken() -> HTTPError:
    return HTTPError(409, say("there is already an account with that name; choose another name, or sign in"))


def parse_email(text: str) -> str:
    """Return an e-mail address, normalized. Raises HTTPError 422 if it is none."""
    email = normalized(text.strip())
    if len(email) > EMAIL_LENGTH or not email.isprintable() or not _EMAIL.fullmatch(email):
        raise HTTPError(422, say("this is not an e-mail address"))
    return email
