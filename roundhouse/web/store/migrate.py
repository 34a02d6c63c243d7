"""Migrates a database to the schema of this version, before the server opens it."""

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

if TYPE_CHECKING:  # slow to import, and not needed when the schema is up to date
    from alembic.config import Config
    from sqlalchemy import Connection

MIGRATIONS: Final = Path(__file__).with_name("migrations")
REVISIONS: Final = tuple(sorted(path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))
_LOCK: Final = 0x726F756E64686F  # PostgreSQL advisory lock: processes that start at the same time migrate one after another
_FIRST_SQLITE: Final = 1  # `user_version` of files that are older than the migrations


def migrate_sqlite(path: Path) -> None:
    """Create or upgrade the file. One transaction: if the process is killed, the file is unchanged.

    Raises StoreFailed if the file is damaged, or if another program or a newer version of Roundhouse wrote it.
    """
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            _check_intact(connection)
            revision = _sqlite_revision(connection, str(path))
    except sqlite3.DatabaseError as error:
        raise StoreFailed(
            say("{path} is damaged or not a database: {reason}; restore a backup", path=str(path), reason=str(error))
        ) from error
    if revision == REVISIONS[-1]:
        return
    from sqlalchemy import URL, create_engine, event, text

    engine = create_engine(URL.create("sqlite", database=str(path)))
    event.listen(engine, "connect", _disable_autobegin)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as alembic:
        if revision is None and alembic.execute(text("PRAGMA user_version")).scalar() == _FIRST_SQLITE:
            _stamp(alembic)
        upgrade(alembic)
    engine.dispose()


def migrate_postgres(url: str) -> None:
    """Create or upgrade the schema, in a thread with its own event loop, since the caller's may be running.

    Raises StoreFailed if the database cannot be used or a newer version of Roundhouse wrote it.
    """
    failures: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(_migrate_postgres(url))
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run, name="migrate")
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
        revision = None if exists is None else await connection.fetchval("SELECT version_num FROM alembic_version")
    finally:
        await connection.close()
    _check(revision, "PostgreSQL")
    if revision == REVISIONS[-1]:
        return
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
    async with engine.begin() as alembic:
        await alembic.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        await alembic.run_sync(upgrade)
    await engine.dispose()


def _check_intact(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if the file is damaged. Reads it once, at about a gigabyte per second."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _sqlite_revision(connection: sqlite3.Connection, place: str) -> str | None:
    """Return the revision of a file; None if it is older than the migrations. Raises StoreFailed if it is too new."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > _FIRST_SQLITE:
        raise newer(place)
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if "alembic_version" not in tables:
        if tables and version != _FIRST_SQLITE:
            raise StoreFailed(say("{path} is the database of another program", path=place))
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    revision = None if row is None else str(row[0])
    _check(revision, place)
    return revision


def _check(revision: str | None, place: str) -> None:
    if revision is not None and revision not in REVISIONS:
        raise newer(place)


def _disable_autobegin(connection: Any, record: object) -> None:  # noqa: ARG001 - as SQLAlchemy calls it
    """Turn off the driver's own transactions, which would leave out changes of the schema."""
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
    """Upgrade the schema to a revision, within the transaction of the connection."""
    from alembic import command

    command.upgrade(_config(connection), to)
