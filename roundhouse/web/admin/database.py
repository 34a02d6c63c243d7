"""The database itself, for whoever looks after it: the same work on a SQLite file and on PostgreSQL, in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, MetaData, Table, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from roundhouse.core.sentence import BadSetup, say
from roundhouse.web.settings import Settings
from roundhouse.web.store.sqlite import claim
from roundhouse.web.store.store import StoreFailed

T = TypeVar("T")
Work = Callable[[Connection], T]

VERSIONS = "alembic_version"  # the table that says how far the schema has come


def work_on(settings: Settings, work: Work[T], *, changes: bool) -> T:
    """Does something with the database of a house, all of it or nothing. A SQLite file that is changed must not be in use."""
    try:
        if settings.shared:
            return asyncio.run(_on_postgres(settings.db, work))
        with _alone(settings.path()) if changes else contextlib.nullcontext():
            return _on_sqlite(settings.path(), work)
    except (OSError, TimeoutError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreFailed(say("the database cannot be used: {reason}", reason=str(error))) from error


def tables_of(connection: Connection) -> list[Table]:
    """All tables of the house that are there now, each after those it refers to."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSIONS]


def revision_of(connection: Connection) -> str | None:
    """How far the schema has come; None for a database without a house."""
    if VERSIONS not in connection.dialect.get_table_names(connection):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalar()


def must_exist(settings: Settings) -> None:
    """A file that is only read is not made."""
    if not settings.shared and not settings.path().is_file():
        raise BadSetup(say("there is no house in {path}", path=str(settings.path())))


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(claim(path)):
        yield


def _on_sqlite(path: Path, work: Work[T]) -> T:
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def plain(connection: Any, record: object) -> None:  # noqa: ARG001 - as SQLAlchemy calls it
        connection.isolation_level = None  # transactions are ours: changes of the schema belong to them as well
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
