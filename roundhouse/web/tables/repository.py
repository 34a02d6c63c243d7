"""What the house keeps about tables, seats, moves and chat: the rows of the store as values, and the statements that write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NamedTuple

from roundhouse.web.clocks import repository as clocks
from roundhouse.web.clocks.repository import ClockRow
from roundhouse.web.jobs.queue import Job, job_of
from roundhouse.web.ratings import repository as ratings
from roundhouse.web.store.store import Message, Row, Statement, Store

UNDO: Final = "undo"  # as the text of an entry: the last move of this seat is taken back
WAITING: Final = "waiting"
RUNNING: Final = "running"
OVER: Final = "over"
_MARKS: Final = 50  # tables that are asked about at once


@dataclass(frozen=True)
class Setup:
    """What was settled when a table was opened, and how far it has come."""

    id: str
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    secret: bytes = field(repr=False)
    host: str
    invite: str = field(repr=False)
    public: bool
    spectators: bool
    practice: bool
    hotseat: bool
    tour: bool
    pace: int  # milliseconds before a bot moves
    stage: str
    prefix: int  # so many moves come from another record: this table plays on from there
    made: float
    ended: float | None = None
    revision: int = 0  # counts the changes of seats, stage and pace


@dataclass(frozen=True)
class Seat:
    """Who sits there: a guest, a bot of some level, a bot for a guest who is away, or nobody."""

    guest: str | None = None
    name: str = ""
    level: str | None = None

    @property
    def open(self) -> bool:
        """Whether nobody sits there."""
        return self.guest is None and self.level is None


@dataclass(frozen=True)
class Event:
    """One entry of a table: a move, a draw or an undo."""

    request_id: str | None
    seat: int
    text: str


@dataclass(frozen=True)
class ChatMessage:
    """One line of chat."""

    guest: str
    seat: int | None
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class TableSnapshot:
    """Everything about one table, as it was read."""

    setup: Setup
    host_name: str
    seats: list[Seat]
    members: set[str]
    lines: list[Event]
    chat: list[ChatMessage]
    said: set[str]  # the requests that wrote the chat
    job: Job | None = None
    clock_row: ClockRow | None = None


class TableVersion(NamedTuple):
    """How far a table has come: whoever has seen the same has seen all of it."""

    revision: int
    n: int
    k: int  # lines of chat


@dataclass(frozen=True)
class TableSummary:
    """A table in a list."""

    setup: Setup
    seats: list[Seat]
    host_name: str


class TableRepository:
    """The statements. Every change is one transaction, durable when its coroutine returns; `then` belongs to it as well."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.written = 0  # entries, by this process

    # Reading.

    @property
    def shared(self) -> bool:
        """Whether other processes write as well."""
        return self._store.shared

    @property
    def process_id(self) -> str:
        """This process among them."""
        return self._store.process_id

    async def page(self, table: str, n: int = 0, k: int = 0) -> TableSnapshot | None:
        """One table as it is at one moment: whole, or with the entries from `n` and the chat from `k` on."""
        found, seats, members, lines, chat, job, clock = await self._store.snapshot(
            Statement(f"SELECT {_SETUP}, guest.name AS host_name {_FROM} WHERE game_table.id = ?", [table]),
            Statement("SELECT guest, name, level FROM seat WHERE table_id = ? ORDER BY seat", [table]),
            Statement("SELECT guest FROM member WHERE table_id = ?", [table]),
            Statement("SELECT rid, seat, text FROM entry WHERE table_id = ? AND n >= ? ORDER BY n", [table, n]),
            Statement("SELECT guest, seat, name, text, at, rid FROM chat WHERE table_id = ? AND k >= ? ORDER BY k", [table, k]),
            Statement("SELECT seat, n, at, kind, owner, until FROM due WHERE table_id = ?", [table]),
            clocks.find(table),
        )
        if not found:
            return None
        return TableSnapshot(
            _setup(found[0]),
            found[0]["host_name"],
            [Seat(*seat) for seat in seats],
            {member["guest"] for member in members},
            [Event(*line) for line in lines],
            [ChatMessage(*tuple(line)[:-1]) for line in chat],
            {line["rid"] for line in chat},
            job_of(job[0]) if job else None,
            clocks.clock_row_of(clock[0]) if clock else None,
        )

    async def marks(self, tables: Sequence[str]) -> dict[str, TableVersion]:
        """How far these tables have come; one that is gone is not among them."""
        found: dict[str, TableVersion] = {}
        for first in range(0, len(tables), _MARKS):
            group = list(tables[first : first + _MARKS])
            group += [""] * (_MARKS - len(group) if len(tables) > 1 else 0)  # so that two prepared statements are enough
            rows = await self._store.rows(
                "SELECT id, revision, (SELECT max(n) FROM entry WHERE table_id = id) AS n,"
                f" (SELECT max(k) FROM chat WHERE table_id = id) AS k FROM game_table WHERE id IN ({', '.join('?' * len(group))})",
                *group,
            )
            found |= {row["id"]: TableVersion(row["revision"], _count(row["n"]), _count(row["k"])) for row in rows}
        return found

    async def by_invite(self, invite: str) -> str | None:
        """The table that an invitation leads to."""
        row = await self._store.row("SELECT id FROM game_table WHERE invite = ?", invite)
        return None if row is None else str(row["id"])

    async def open_tables(self, limit: int) -> list[TableSummary]:
        """Public tables that wait for players or are being played, the waiting ones and the newest first."""
        return await self._briefs(
            "WHERE stage IN ('waiting', 'running') AND public = 1 ORDER BY stage DESC, game_table.made DESC LIMIT ?", limit
        )

    async def tables_of(self, guest: str, limit: int) -> list[TableSummary]:
        """The tables where a guest sits or is host, those under way first."""
        return await self._briefs(
            "WHERE host = ? OR game_table.id IN (SELECT table_id FROM seat WHERE guest = ?)"
            " ORDER BY stage = 'over', game_table.made DESC LIMIT ?",
            guest,
            guest,
            limit,
        )

    async def sitting(self, table: str) -> set[str]:
        """The guests who sit at a table."""
        rows = await self._store.rows("SELECT guest FROM seat WHERE table_id = ? AND guest IS NOT NULL", table)
        return {row["guest"] for row in rows}

    async def hosted(self, guest: str) -> int:
        """How many tables a guest hosts that are not over."""
        row = await self._store.row("SELECT count(*) AS found FROM game_table WHERE host = ? AND stage != 'over'", guest)
        return 0 if row is None else int(row["found"])

    async def record(self, id: str) -> str | None:
        """The text of an imported record."""
        row = await self._store.row("SELECT text FROM record WHERE id = ?", id)
        return None if row is None else str(row["text"])

    async def _briefs(self, which: str, *values: object) -> list[TableSummary]:
        rows = await self._store.rows(f"SELECT {_SETUP}, guest.name AS host_name {_FROM} {which}", *values)
        if not rows:
            return []
        seats: dict[str, list[Seat]] = {row["id"]: [] for row in rows}
        places = ", ".join("?" * len(seats))
        found = await self._store.rows(
            f"SELECT table_id, guest, name, level FROM seat WHERE table_id IN ({places}) ORDER BY table_id, seat", *seats
        )
        for table, *seat in found:
            seats[table].append(Seat(*seat))
        return [TableSummary(_setup(row), seats[row["id"]], row["host_name"]) for row in rows]

    # Writing.

    async def add_table(
        self, setup: Setup, seats: Sequence[Seat], lines: Sequence[Event] = (), extra: Sequence[Statement] = ()
    ) -> None:
        """A new table, with the moves it begins with."""
        row = _row(setup)
        statements = [
            _insert("game_table", tuple(row), [tuple(row.values())]),
            _insert(
                "seat",
                ("table_id", "seat", "guest", "name", "level"),
                [(setup.id, number, seat.guest, seat.name, seat.level) for number, seat in enumerate(seats)],
            ),
            _join(setup.id, setup.host),
        ]
        if lines:
            statements.append(_add_lines(setup.id, 0, lines, setup.made))
        await self._write(setup.id, len(lines), *statements, *extra)

    async def append(
        self, table: str, n: int, lines: Sequence[Event], at: float, *, over: bool, extra: Sequence[Statement] = ()
    ) -> None:
        """Moves, draws and undos from number `n` on; `over` ends the table, and an undo after the end opens it again."""
        statements = [_add_lines(table, n, lines, at)]
        if over:
            statements.append(
                Statement("UPDATE game_table SET stage = 'over', ended = ?, revision = revision + 1 WHERE id = ?", (at, table))
            )
            statements.append(ratings.add(table, at))
        elif lines[0].text == UNDO:
            sql = "UPDATE game_table SET stage = 'running', ended = NULL, revision = revision + 1 WHERE id = ? AND stage = 'over'"
            statements.append(Statement(sql, (table,)))
        await self._write(table, n + len(lines), *statements, *extra)
        self.written += len(lines)

    async def start(
        self, table: str, revision: int, lines: Sequence[Event], at: float, *, over: bool, extra: Sequence[Statement] = ()
    ) -> None:
        """The end of waiting, and the first draws."""
        statements = [_change("stage = ?", OVER if over else RUNNING, table, revision)]
        if lines:
            statements.append(_add_lines(table, 0, lines, at))
        await self._write(table, len(lines), *statements, *extra)

    async def set_seat(self, table: str, revision: int, number: int, seat: Seat, extra: Sequence[Statement] = ()) -> None:
        """Who sits on a seat."""
        statements = [
            _revise(table, revision),
            Statement(
                "UPDATE seat SET guest = ?, name = ?, level = ? WHERE table_id = ? AND seat = ?",
                (seat.guest, seat.name, seat.level, table, number),
                expect=1,
            ),
        ]
        if seat.guest is not None:
            statements.append(_join(table, seat.guest))
        await self._write(table, 0, *statements, *extra)

    async def add_member(self, table: str, guest: str) -> None:
        """A guest who was invited."""
        counted = Statement("UPDATE game_table SET revision = revision + 1 WHERE id = ?", (table,))
        await self._write(table, 0, _join(table, guest), counted)

    async def set_pace(self, table: str, revision: int, pace: int) -> None:
        """How long bots wait."""
        await self._write(table, 0, _change("pace = ?", pace, table, revision))

    async def delete(self, table: str, revision: int) -> None:
        """A table that never began."""
        await self._write(table, 0, Statement("DELETE FROM game_table WHERE id = ? AND revision = ?", (table, revision), expect=1))

    async def say(self, table: str, number: int, rid: str, message: ChatMessage) -> None:
        """A line of chat."""
        columns = ("table_id", "k", "rid", "guest", "seat", "name", "text", "at")
        values = (table, number, rid, message.guest, message.seat, message.name, message.text, message.at)
        await self._write(table, 0, _insert("chat", columns, [values]))

    async def add_record(self, id: str, guest: str, text: str, at: float) -> None:
        """An imported record."""
        await self._store.write(_insert("record", ("id", "guest", "text", "made"), [(id, guest, text, at)]))

    def publish_presence(self, table: str, guest: str) -> None:
        """Tells other processes that a guest looks at a table here."""
        self._store.publish(Message("here", f"{table}:{guest}"))

    async def _write(self, table: str, n: int, *statements: Statement) -> None:
        await self._store.write(*statements, messages=[Message("table", table, n)])


def with_stage(setup: Setup, stage: str, ended: float | None = None) -> Setup:
    """The same table, further on."""
    return replace(setup, stage=stage, ended=ended, revision=setup.revision + 1)


def _count(last: int | None) -> int:
    return 0 if last is None else last + 1


def _insert(table: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Statement:
    places = f"({', '.join('?' * len(columns))})"
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([places] * len(rows))}"
    return Statement(sql, [value for row in rows for value in row])


def _add_lines(table: str, n: int, lines: Sequence[Event], at: float) -> Statement:
    columns = ("table_id", "n", "rid", "seat", "text", "at")
    return _insert("entry", columns, [(table, n + i, line.request_id, line.seat, line.text, at) for i, line in enumerate(lines)])


def _join(table: str, guest: str) -> Statement:
    return Statement("INSERT INTO member (table_id, guest) VALUES (?, ?) ON CONFLICT DO NOTHING", (table, guest))


def _revise(table: str, revision: int) -> Statement:
    """Of those who saw the same, the first one changes it."""
    return Statement("UPDATE game_table SET revision = revision + 1 WHERE id = ? AND revision = ?", (table, revision), expect=1)


def _change(what: str, value: object, table: str, revision: int) -> Statement:
    sql = f"UPDATE game_table SET {what}, revision = revision + 1 WHERE id = ? AND revision = ?"
    return Statement(sql, (value, table, revision), expect=1)


_FLAGS: Final = ("public", "spectators", "practice", "hotseat", "tour")
_COLUMNS: Final = tuple(column.name for column in fields(Setup))
_SETUP: Final = ", ".join(f"game_table.{column}" for column in _COLUMNS)
_FROM: Final = "FROM game_table JOIN guest ON guest.id = game_table.host"


def _setup(row: Row) -> Setup:
    values: dict[str, Any] = {column: row[column] for column in _COLUMNS}
    values["options"] = json.loads(values["options"])
    for flag in _FLAGS:
        values[flag] = bool(values[flag])
    return Setup(**values)


def _row(setup: Setup) -> dict[str, object]:
    flags = {flag: int(getattr(setup, flag)) for flag in _FLAGS}
    return {**vars(setup), **flags, "options": json.dumps(setup.options, ensure_ascii=False, sort_keys=True)}
