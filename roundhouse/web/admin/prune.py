"""Pruning: what nobody needs any more leaves the database. A game that was played stays, unless its age is asked for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Delete, Select, Table, and_, delete, exists, not_, or_, select

from roundhouse.web.admin.database import must_exist, tables_of, work_on
from roundhouse.web.settings import Settings

_DAY: Final = 24 * 3600
_WITH_A_GUEST: Final = ("errand", "notice", "push", "mute", "wish", "link", "session")  # no reason to keep one; they go along
_COOKIE: Final = 400  # days after which no browser has its cookie any more


@dataclass(frozen=True)
class Ages:
    """How many days things are kept; None for ever."""

    waiting: int = 30  # tables that never began
    guests: int = 365  # people without a seat, a table, a token or anything else
    finished: int | None = None  # games that are over


@dataclass(frozen=True)
class Pruned:
    """How many rows went, by table."""

    rows: dict[str, int]


def prune(settings: Settings, ages: Ages, *, pretend: bool = False, now: float | None = None) -> Pruned:
    """Removes what is too old, all of it or nothing; with `pretend`, only counts it."""
    must_exist(settings)
    moment = time.time() if now is None else now

    def work(connection: Connection) -> Pruned:
        found = _prune(connection, ages, moment)
        if pretend:
            connection.rollback()
        return found

    return work_on(settings, work, changes=not pretend)


def _prune(connection: Connection, ages: Ages, now: float) -> Pruned:
    tables = {table.name: table for table in tables_of(connection)}
    games, sessions, guests = tables["game_table"], tables["session"], tables["guest"]
    old = [and_(games.c.stage == "waiting", games.c.made < now - ages.waiting * _DAY)]
    if ages.finished is not None:
        old.append(and_(games.c.stage == "over", games.c.ended < now - ages.finished * _DAY))
    rows = {
        "game_table": _gone(connection, delete(games).where(or_(*old))),
        "session": _gone(connection, delete(sessions).where(_unused(sessions, now - _COOKIE * _DAY))),
    }
    idle = _idle_guests(guests, list(tables.values()), now - ages.guests * _DAY)
    for name in _WITH_A_GUEST:
        _gone(connection, delete(tables[name]).where(tables[name].c.guest.in_(idle)))
    rows["guest"] = _gone(connection, delete(guests).where(guests.c.id.in_(idle)))
    return Pruned({name: count for name, count in rows.items() if count})


def _idle_guests(guests: Table, tables: Sequence[Table], before: float) -> Select[Any]:
    """Guests who sit nowhere, have no account, no token and no result, and whose browsers have not been here for long."""
    uses = []
    for table in tables:
        for column in table.columns:
            refers = column.name == "who" or any(key.column.table is guests for key in column.foreign_keys)
            if refers and table.name not in _WITH_A_GUEST:
                uses.append(exists().where(column == guests.c.id))
            elif refers and table.name == "session":
                uses.append(exists().where(column == guests.c.id, not_(_unused(table, before))))
    return select(guests.c.id).where(guests.c.made < before, *(not_(use) for use in uses))


def _unused(sessions: Table, since: float) -> ColumnElement[bool]:
    """Cookies that nobody has shown since then."""
    return and_(sessions.c.made < since, sessions.c.seen < since)


def _gone(connection: Connection, statement: Delete) -> int:
    return connection.execute(statement).rowcount
