"""Pruning: deletes data that is no longer needed. Finished games are kept unless a retention is set for them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Delete, Select, Table, and_, delete, exists, not_, or_, select

from roundhouse.web.admin.database import require_database, require_revision, run_transaction, tables_of
from roundhouse.web.settings import Settings

_DAY: Final = 24 * 3600
_DELETED_WITH_GUEST: Final = (  # no reason to keep a guest
    "outbox",
    "notice",
    "push",
    "mute",
    "wish",
    "link",
    "session",
    "puzzle_attempt",
    "puzzle_rating",
)
_COOKIE: Final = 400  # days after which every browser has dropped its cookie


@dataclass(frozen=True)
class Retention:
    """How many days data is kept; None means forever."""

    waiting: int = 30  # tables that never started
    guests: int = 365  # guests without a seat, a table, a token or anything else
    finished: int | None = None  # finished games
    records: int = 30  # imported records


@dataclass(frozen=True)
class Pruned:
    """The number of deleted rows by table."""

    rows: dict[str, int]


def prune(settings: Settings, retention: Retention, *, pretend: bool = False, now: float | None = None) -> Pruned:
    """Delete what is too old, in one transaction; with `pretend`, only count it."""
    require_database(settings)
    moment = time.time() if now is None else now

    def work(connection: Connection) -> Pruned:
        pruned = _prune(connection, retention, moment)
        if pretend:
            connection.rollback()
        return pruned

    return run_transaction(settings, work, writes=not pretend)


def _prune(connection: Connection, retention: Retention, now: float) -> Pruned:
    require_revision(connection)
    tables = {table.name: table for table in tables_of(connection)}
    games, sessions, guests = tables["game_table"], tables["session"], tables["guest"]
    old = [and_(games.c.stage == "waiting", games.c.made < now - retention.waiting * _DAY)]
    if retention.finished is not None:
        old.append(and_(games.c.stage == "over", games.c.ended < now - retention.finished * _DAY))
    records = tables["record"]
    rows = {
        "record": _delete(connection, delete(records).where(records.c.made < now - retention.records * _DAY)),
        "game_table": _delete(connection, delete(games).where(or_(*old))),
        "session": _delete(connection, delete(sessions).where(_unused(sessions, now - _COOKIE * _DAY))),
    }
    idle = _idle_guests(guests, list(tables.values()), now - retention.guests * _DAY)
    for name in _DELETED_WITH_GUEST:
        _delete(connection, delete(tables[name]).where(tables[name].c.guest.in_(idle)))
    rows["guest"] = _delete(connection, delete(guests).where(guests.c.id.in_(idle)))
    return Pruned({name: count for name, count in rows.items() if count})


def _idle_guests(guests: Table, tables: Sequence[Table], before: float) -> Select[Any]:
    """Select guests without a seat, an account, a token or a result, whose sessions have not been used since `before`."""
    uses = []
    for table in tables:
        for column in table.columns:
            refers = column.name == "who" or any(key.column.table is guests for key in column.foreign_keys)
            if refers and table.name not in _DELETED_WITH_GUEST:
                uses.append(exists().where(column == guests.c.id))
            elif refers and table.name == "session":
                uses.append(exists().where(column == guests.c.id, not_(_unused(table, before))))
    return select(guests.c.id).where(guests.c.made < before, *(not_(use) for use in uses))


def _unused(sessions: Table, since: float) -> ColumnElement[bool]:
    """Return the condition for sessions that have not been used since then."""
    return and_(sessions.c.made < since, sessions.c.seen < since)


def _delete(connection: Connection, statement: Delete) -> int:
    return connection.execute(statement).rowcount
