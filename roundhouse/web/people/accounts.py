"""Accounts: guests who can prove, from any device, that they are the same person again. A seat stays with its guest."""

from __future__ import annotations

import re
import time
import unicodedata
from dataclasses import dataclass, field
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http import user_text as plain
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people import passwords as words
from roundhouse.web.people.passwords import Passwords
from roundhouse.web.ratings import repository as ratings
from roundhouse.web.store.store import Conflict, Message, Row, Statement, Store

EMAIL_LENGTH: Final = 254
_EMAIL: Final = re.compile(r"[^\s@,;:<>()\[\]\\\"]{1,64}@[^\s@,;:<>()\[\]\\\".]+(\.[^\s@,;:<>()\[\]\\\".]+)+")
# Rows that end with their guest.
_PRIVATE: Final = ("session", "token", "account", "link", "wish", "mute", "push", "notice", "errand")


@dataclass(frozen=True)
class Account:
    """What a guest who has one signs in with: a name, and a password or an address for letters, or both."""

    guest: str
    name: str
    email: str | None
    password: str | None = field(repr=False)
    made: float


class Accounts:
    """The statements about accounts. Names and addresses are unique in whatever case they are written."""

    def __init__(self, store: Store, passwords: Passwords) -> None:
        self._store = store
        self._passwords = passwords

    async def of(self, guest: str) -> Account | None:
        """The account of a guest, if there is one."""
        return _account(await self._store.row(f"{_SELECT} WHERE account.guest = ?", guest))

    async def by_email(self, email: str) -> Account | None:
        """The account that letters to this address belong to."""
        return _account(await self._store.row(f"{_SELECT} WHERE account.email = ?", email))

    async def check(self, word: str, password: str) -> Account | None:
        """Whose name or address and password these are; a wrong word takes as long as a wrong password."""
        column = "email" if "@" in word else "login"
        found = _account(await self._store.row(f"{_SELECT} WHERE account.{column} = ?", key_of(word)))
        if not await self._passwords.fits(None if found is None else found.password, password) or found is None:
            return None
        if found.password is not None and self._passwords.outdated(found.password):
            await self._set(found.guest, "password", await self._passwords.hash(password))
        return found

    async def proves(self, account: Account, password: str) -> bool:
        """Whether somebody who is signed in still knows the password."""
        return account.password is not None and await self._passwords.fits(account.password, password)

    async def make(self, guest: str, name: str, *, password: str | None = None, email: str | None = None) -> None:
        """Makes an account of a guest; what he has done stays his."""
        name = name_of(name)
        kept = None if password is None else await self._passwords.hash(words.accept(password, name))
        try:
            await self._store.write(
                Statement("UPDATE guest SET name = ? WHERE id = ?", (name, guest), expect=1),
                Statement(
                    "INSERT INTO account (guest, login, email, password, made) VALUES (?, ?, ?, ?, ?)",
                    (guest, key_of(name), email, kept, time.time()),
                ),
                messages=[Message("guest", guest)],
            )
        except Conflict as error:
            raise HTTPError(409, say("there is an account of that name already; take another name, or sign in")) from error

    async def rename(self, account: Account, name: str) -> None:
        """Another name, at the tables to come."""
        name = name_of(name)
        try:
            await self._store.write(
                Statement("UPDATE guest SET name = ? WHERE id = ?", (name, account.guest)),
                Statement("UPDATE account SET login = ? WHERE guest = ?", (key_of(name), account.guest), expect=1),
                messages=[Message("guest", account.guest)],
            )
        except Conflict as error:
            raise HTTPError(409, say("there is an account of that name already; take another name, or sign in")) from error

    async def set_password(self, account: Account, password: str) -> None:
        """A new password."""
        words.accept(password, account.name, account.email or account.name)
        await self._set(account.guest, "password", await self._passwords.hash(password))

    async def set_email(self, guest: str, email: str | None) -> None:
        """An address that was proven by a letter, or none any more."""
        try:
            await self._set(guest, "email", email)
        except Conflict as error:
            raise HTTPError(409, say("this address belongs to another account")) from error

    async def _set(self, guest: str, column: str, value: str | None) -> None:
        await self._store.write(Statement(f"UPDATE account SET {column} = ? WHERE guest = ?", (value, guest)))

    # Two guests become one, and one becomes nobody.

    async def tables_of(self, guest: str) -> list[tuple[str, str]]:
        """The tables where a guest sits or is the host, and their stages."""
        rows = await self._store.rows(
            "SELECT id, stage FROM game_table WHERE host = ? OR id IN (SELECT table_id FROM seat WHERE guest = ?) ORDER BY made",
            guest,
            guest,
        )
        return [(row["id"], row["stage"]) for row in rows]

    async def adopt(self, guest: str, account: str) -> list[str]:
        """Gives an account what a guest without one has done in this browser; the tables that changed.

        Where the account sits already, the guest's seat stays as it is: nobody gets to see two hands.
        """
        mine = "table_id NOT IN (SELECT table_id FROM seat WHERE guest = ?)"
        tables = [id for id, _ in await self.tables_of(guest)]
        places = ", ".join("?" for _ in tables) or "NULL"
        await self._store.write(
            Statement(f"UPDATE chat SET guest = ? WHERE guest = ? AND {mine}", (account, guest, account)),
            Statement(f"UPDATE seat SET guest = ? WHERE guest = ? AND {mine}", (account, guest, account)),
            Statement(
                "INSERT INTO member (table_id, guest) SELECT table_id, ? FROM member WHERE guest = ? ON CONFLICT DO NOTHING",
                (account, guest),
            ),
            Statement("UPDATE game_table SET host = ? WHERE host = ?", (account, guest)),
            Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({places})", tables),
            Statement("UPDATE record SET guest = ? WHERE guest = ?", (account, guest)),
            *ratings.adopt(guest, account),
            *(
                Statement(f"DELETE FROM {table} WHERE guest = ?", (guest,))
                for table in ("session", "token", "mute", "push", "notice")
            ),
            messages=[Message("names", id) for id in tables] + [Message("guest", guest), Message("guest", account)],
        )
        return tables

    async def erase(self, guest: str, nobody: str) -> list[str]:
        """Nothing about a person is left but his moves, under a name that is nobody's; the tables that changed.

        A seat at a running table is a bot's from now on, for good: the others play on.
        """
        tables = [id for id, _ in await self.tables_of(guest)]
        written = await self._store.rows("SELECT DISTINCT table_id FROM chat WHERE guest = ?", guest)
        tables += [row["table_id"] for row in written if row["table_id"] not in tables]
        running = "table_id IN (SELECT id FROM game_table WHERE stage = 'running')"
        places = ", ".join("?" for _ in tables) or "NULL"
        await self._store.write(
            Statement("UPDATE guest SET name = ? WHERE id = ?", (nobody, guest)),
            Statement("UPDATE seat SET name = ? || ' ' || CAST(seat + 1 AS TEXT) WHERE guest = ?", (nobody, guest)),
            Statement(f"UPDATE seat SET guest = NULL WHERE guest = ? AND level IS NOT NULL AND {running}", (guest,)),
            Statement("UPDATE chat SET name = ? WHERE guest = ?", (nobody, guest)),
            Statement(
                f"UPDATE game_table SET host = {_OTHER} WHERE host = ? AND stage != 'over' AND {_OTHER} IS NOT NULL",
                (guest, guest, guest),
            ),
            Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({places})", tables),
            ratings.erase(guest),
            *(Statement(f"DELETE FROM {table} WHERE guest = ?", (guest,)) for table in _PRIVATE),
            messages=[Message("names", id) for id in tables] + [Message("guest", guest)],
        )
        return tables


_OTHER: Final = "(SELECT guest FROM seat WHERE table_id = game_table.id AND guest != ? ORDER BY seat LIMIT 1)"  # sits there too
_SELECT: Final = (
    "SELECT account.guest, guest.name, account.email, account.password, account.made "
    "FROM account JOIN guest ON guest.id = account.guest"
)


def _account(row: Row | None) -> Account | None:
    return None if row is None else Account(*row)


def name_of(text: str) -> str:
    """The name of an account; an @ belongs to addresses and to mentions."""
    name = plain.name(text)
    if "@" in name:
        raise HTTPError(422, say("the name of an account holds no @"))
    return name


def email_of(text: str) -> str:
    """An address for letters, in the form that is kept."""
    email = key_of(text.strip())
    if len(email) > EMAIL_LENGTH or not email.isprintable() or not _EMAIL.fullmatch(email):
        raise HTTPError(422, say("this is no e-mail address"))
    return email


def key_of(text: str) -> str:
    """One form for all ways to write a name or an address."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
