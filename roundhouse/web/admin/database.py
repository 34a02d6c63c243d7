"""Transactions for maintenance, on a SQLite file or PostgreSQL, without a running server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, MetaData, Table, create_engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from roundhouse.core.sentence import BadSetup, say
from roundhouse.web.settings import Settings
from roundhouse.web.store.location import make_private, real_path
from roundhouse.web.store.sqlite import claim
from roundhouse.web.store.store import StoreFailed

T = TypeVar("T")
Work = Callable[[Connection], T]

VERSION_TABLE = "alembic_version"  # holds the revision of the schema


def run_transaction(settings: Settings, work: Work[T], *, writes: bool) -> T:
    """Call `work` in one transaction and return its result.

    If it `writes`, no server may be running on a SQLite file. Raises StoreBusy if one is, StoreFailed if the database fails.
    """
    try:
        if settings.shared:
            return asyncio.run(_on_postgres(settings.db, work))
        path = real_path(settings.path())
        with _claimed(path) if writes else contextlib.nullcontext():
            return _on_sqlite(path, work)
    except (OSError, TimeoutError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise StoreFailed(say("the database cannot be used: {reason}", reason=str(reason))) from error


def tables_of(connection: Connection) -> list[Table]:
    """Return all tables of the database, each after those it refers to."""
    schema = MetaData()
    schema.reflect(connection)
    return [table for table in schema.sorted_tables if table.name != VERSION_TABLE]


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the schema; None if the database has none."""
    if VERSION_TABLE not in connection.dialect.get_table_names(connection):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def require_revision(connection: Connection) -> str:
    """Return the revision of the schema. Raises StoreFailed if the database has none."""
    revision = revision_of(connection)
    if revision is None:
        raise StoreFailed(say("this database is empty, or no server of this version has opened it"))
    return revision


def require_database(settings: Settings) -> None:
    """Raise BadSetup if the SQLite file does not exist, which would otherwise be created empty."""
    if not settings.shared and not real_path(settings.path()).is_file():
        raise BadSetup(say("there is no database at {path}", path=str(settings.path())))


@contextlib.contextmanager
def _claimed(path: Path) -> Iterator[None]:
    with contextlib.closing(claim(path)):
        make_private(path)
        yield


def _on_sqlite(path: Path, work: Work[T]) -> T:
    engine = create_engine(URL.create("sqlite", database=str(path)))

    @event.listens_for(engine, "connect")
    def configure(connection: Any, record: object) -> None:  # noqa: ARG001 - as SQLAlchemy calls it
        connection.isolation_level = None  # the driver's own transactions would leave out changes of the schema
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    try:
        with engine.begin() as connection:
            return work(connection)
    finally:
        engine.dispose()


async def _on_postgres(url: str, work: Work[T]) -> T:
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url, timeout=10), isolation_level="REPEATABLE READ"
    )
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()
