"""A guest with a token, for a program that plays on this server: made by its operator, without a browser."""

from __future__ import annotations

import secrets
import time

from sqlalchemy import Connection, insert, select

from roundhouse.web.admin.database import require_database, require_revision, run_transaction, tables_of
from roundhouse.web.people.logins import normalized
from roundhouse.web.people.tokens import SCOPES, new_token
from roundhouse.web.settings import Settings


def create_token(settings: Settings, name: str, label: str) -> str | None:
    """Create a guest of that name with a token of all scopes, and return its text; None if the name belongs to an account."""
    require_database(settings)

    def work(connection: Connection) -> str | None:
        require_revision(connection)
        tables = {table.name: table for table in tables_of(connection)}
        account = tables["account"]
        if connection.execute(select(account.c.guest).where(account.c.login == normalized(name))).first() is not None:
            return None
        guest, now = secrets.token_hex(16), time.time()
        token = new_token()
        connection.execute(insert(tables["guest"]).values(id=guest, name=name, made=now, program=1))
        connection.execute(
            insert(tables["token"]).values(
                id=token.id, hash=token.hash, guest=guest, label=label, scopes=" ".join(SCOPES), made=now
            )
        )
        return token.text

    return run_transaction(settings, work, writes=False)  # two new rows: nothing that a running server holds in memory
