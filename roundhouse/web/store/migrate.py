"""Brings a database to the schema of this version, before the house opens."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import asyncpg

from roundhouse.core.sentence import say
from roundhouse.web.store.store import StoreFailed, newer

if TYPE_CHECKING:  # they take a moment to load, and most starts find nothing to do
    from alembic.config import Config
    from sqlalchemy import Connection

MIGRATIONS: Final = Path(__file__).with_name("migrations")
REVISIONS: Final = tuple(sorted(path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))
_LOCK: Final = 0x726F756E64686F  # of PostgreSQL: houses that start at the same time change the schema one after another
_FIRST_SQLITE: Final = 1  # `user_version` of files from before there were migrations


def migrate_sqlite(path: Path) -> None:
    """A new file, one of an earlier version, or one that is up to date. Killed in the middle, it is as it was before."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        found = _sqlite_revision(connection, str(path))
    if found == REVISIONS[-1]:
        return
    from sqlalchemy import create_engine, event, text

    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _plain)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as alembic:
        if found is None and alembic.execute(text("PRAGMA user_version")).scalar() == _FIRST_SQLITE:
            _stamp(alembic)
        upgrade(alembic)
    engine.dispose()


def migrate_postgres(url: str) -> None:
    """The same for PostgreSQL; in a thread with an event loop of its own, since the house's may be running."""
    failures: list[BaseException] = []

    def work() -> None:
        try:
            asyncio.run(_migrate_postgres(url))
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=work, name="migrate")
    thread.start()
    thread.join()
    if not failures:
        return
    if isinstance(failures[0], (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)):
        raise StoreFailed(say("the database cannot be used: {reason}", reason=str(failures[0]))) from failures[0]
    raise failures[0]


async def _migrate_postgres(url: str) -> None:
    connection = await asyncpg.connect(url, timeout=10)
    try:
        exists = await connection.fetchval("SELECT to_regclass('alembic_version')")
        found = None if exists is None else await connection.fetchval("SELECT version_num FROM alembic_version")
    finally:
        await connection.close()
    _check(found, "PostgreSQL")
    if found == REVISIONS[-1]:
        return
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
    async with engine.begin() as alembic:
        await alembic.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        await alembic.run_sync(upgrade)
    await engine.dispose()


def _sqlite_revision(connection: sqlite3.Connection, place: str) -> str | None:
    """What the file says; None for one that has no migrations yet."""
    if connection.execute("PRAGMA user_version").fetchone()[0] > _FIRST_SQLITE:
        raise newer(place)
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is None:
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    found = None if row is None else str(row[0])
    _check(found, place)
    return found


def _check(found: str | None, place: str) -> None:
    if found is not None and found not in REVISIONS:
        raise newer(place)


def _plain(connection: Any, record: object) -> None:  # noqa: ARG001 - as SQLAlchemy calls it
    """Leaves transactions to us: changes of the schema then belong to them as well."""
    connection.isolation_level = None


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _stamp(connection: Connection) -> None:
    from alembic import command

    command.stamp(_config(connection), REVISIONS[0])


def upgrade(connection: Connection, to: str = "head") -> None:
    """Brings the schema of a database to a revision, within the transaction of the connection."""
    from alembic import command

    command.upgrade(_config(connection), to)
