"""The rows of tables, seats, events and chat as values, and the statements that read and write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from roundhouse.play.plans import Plan
from roundhouse.play.table import Result
from roundhouse.web.clocks import repository as clocks
from roundhouse.web.clocks.repository import ClockRow
from roundhouse.web.jobs.queue import Job, clear, job_of
from roundhouse.web.ratings import repository as ratings
from roundhouse.web.store.store import Message, Row, Statement, Store
from roundhouse.web.tables import finished, plans
from roundhouse.web.tables.finished import FinishedGame
from roundhouse.web.tables.makers import UNDO

_BATCH: Final = 50  # tables in one query
_LISTED_EACH: Final = 3  # tables of one host in the lobby


class Stage(StrEnum):
    """How far a table has come."""

    WAITING = "waiting"  # for its players
    RUNNING = "running"
    FINISHED = "over"


@dataclass(frozen=True)
class Setup:
    """A row of `game_table`: how the table was set up, and its stage."""

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
    stage: Stage
    prefix: int  # number of moves taken over from another record, which this table continues
    rated: bool  # whether the game counts for ratings, if nothing else speaks against it
    by_lot: bool  # whether the seats are drawn by lot when the game begins
    made: float
    ended: float | None = None
    revision: int = 0  # counts the changes of seats, stage and pace
    board: str = ""  # the digest of its board; "" at tables from before boards had one


@dataclass(frozen=True)
class Seat:
    """The occupant of a seat: a guest, a bot of some level, a bot for a guest who is away, or nobody."""

    guest: str | None = None
    name: str = ""
    level: str | None = None
    by_other: bool = False  # another player called in the bot that plays for the guest
    nonce: str = ""  # the share of the guest's client in the shuffle, in hexadecimal; public once the game has begun
    lot_place: int | None = None  # place before the lot that moved the occupant here, if there was one
    program: bool = False  # the guest is a program

    @property
    def open(self) -> bool:
        """Return whether the seat is free."""
        return self.guest is None and self.level is None


@dataclass(frozen=True)
class Event:
    """One event of a table: a move, a draw or an undo."""

    request_id: str | None
    seat: int
    text: str


@dataclass(frozen=True)
class ChatMessage:
    """One chat message."""

    guest: str
    seat: int | None
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class TableSnapshot:
    """Everything about one table, read at one moment."""

    setup: Setup
    host_name: str
    seats: list[Seat]
    members: set[str]
    events: list[Event]
    chat: list[ChatMessage]
    chat_count: int  # of all messages, with those that are not in `chat`
    chat_requests: set[str]  # the keys of the requests that wrote the chat
    job: Job | None = None
    clock_row: ClockRow | None = None
    plans: dict[int, Plan] = field(default_factory=dict)  # by seat
    without_result: bool = False  # the game was ended because its rules are no longer installed


class TableVersion(NamedTuple):
    """How far a table has come: two copies of the same version are equal."""

    revision: int
    event_count: int
    chat_count: int


@dataclass(frozen=True)
class TableSummary:
    """A table in a list."""

    setup: Setup
    seats: list[Seat]
    host_name: str


class TableRepository:
    """Reads and writes tables. Every write is one transaction, durable when its coroutine returns.

    The `extra` statements of a write are part of its transaction.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.written = 0  # events written by this process

    # Reading.

    @property
    def shared(self) -> bool:
        """Return whether other processes write to the same store."""
        return self._store.shared

    @property
    def process_id(self) -> str:
        """Return the id of this process among them."""
        return self._store.process_id

    async def snapshot(self, table: str, first_event: int = 0, first_message: int = 0) -> TableSnapshot | None:
        """Return one table as it is now, with its events and chat messages from these indices on; None if there is none."""
        found, seats, members, events, chat, job, clock, planned, ended = await self._store.snapshot(
            Statement(f"SELECT {_SETUP}, guest.name AS host_name {_FROM} WHERE game_table.id = ?", [table]),
            Statement(f"SELECT {_SEAT} WHERE table_id = ? ORDER BY seat", [table]),
            Statement("SELECT guest FROM member WHERE table_id = ?", [table]),
            Statement("SELECT rid, seat, text FROM entry WHERE table_id = ? AND n >= ? ORDER BY n", [table, first_event]),
            Statement(
                "SELECT guest, seat, name, text, at, rid, k FROM chat WHERE table_id = ? AND k >= ? ORDER BY k",
                [table, first_message],
            ),
            Statement("SELECT seat, n, at, kind, owner, until FROM job WHERE table_id = ?", [table]),
            clocks.find(table),
            plans.find(table),
            Statement("SELECT 1 FROM finished_game WHERE table_id = ? AND scores IS NULL", [table]),
        )
        if not found:
            return None
        return TableSnapshot(
            _setup(found[0]),
            found[0]["host_name"],
            [_seat(occupant) for occupant in seats],
            {member["guest"] for member in members},
            [Event(*event) for event in events],
            [ChatMessage(*tuple(message)[:-2]) for message in chat],
            chat[-1]["k"] + 1 if chat else first_message,
            {message["rid"] for message in chat},
            job_of(job[0]) if job else None,
            clocks.clock_row_of(clock[0]) if clock else None,
            plans.plans_of(planned),
            bool(ended),
        )

    async def versions(self, tables: Sequence[str]) -> dict[str, TableVersion]:
        """Return the versions of these tables by id, without those that no longer exist."""
        found: dict[str, TableVersion] = {}
        for first in range(0, len(tables), _BATCH):
            group = list(tables[first : first + _BATCH])
            group += [""] * (_BATCH - len(group) if len(tables) > 1 else 0)  # so that two prepared statements are enough
            rows = await self._store.rows(
                "SELECT id, revision, (SELECT max(n) FROM entry WHERE table_id = id) AS n,"
                f" (SELECT max(k) FROM chat WHERE table_id = id) AS k FROM game_table WHERE id IN ({', '.join('?' * len(group))})",
                *group,
            )
            found |= {row["id"]: TableVersion(row["revision"], _count(row["n"]), _count(row["k"])) for row in rows}
        return found

    async def finished_game(self, table: str) -> FinishedGame | None:
        """Return what was kept of a finished game, if anything."""
        row = await self._store.row("SELECT scores, ranks, log FROM finished_game WHERE table_id = ?", table)
        return None if row is None else finished.finished_game_of(row)

    async def not_kept(self) -> list[tuple[str, str, int]]:
        """Return the id, game and version of the finished tables of which result or log has not been kept."""
        rows = await self._store.rows(
            "SELECT id, game, version FROM game_table LEFT JOIN finished_game ON table_id = id WHERE stage = 'over'"
            " AND (table_id IS NULL OR (scores IS NOT NULL AND log = ?)) ORDER BY id",
            finished.NO_LOG,
        )
        return [(row["id"], row["game"], row["version"]) for row in rows]

    async def unfinished(self) -> list[tuple[str, str, int]]:
        """Return the id, game and version of the tables that wait or are being played."""
        rows = await self._store.rows("SELECT id, game, version FROM game_table WHERE stage != 'over' ORDER BY id")
        return [(row["id"], row["game"], row["version"]) for row in rows]

    async def by_invite(self, invite: str) -> str | None:
        """Return the id of the table that an invitation is for."""
        row = await self._store.row("SELECT id FROM game_table WHERE invite = ?", invite)
        return None if row is None else str(row["id"])

    async def open_tables(self, limit: int) -> list[TableSummary]:
        """Return public tables that wait for players or are being played, waiting ones first, then the newest.

        Of one host at most three are listed, so that nobody can fill the list alone.
        """
        return await self._summaries(
            "WHERE game_table.id IN (SELECT id FROM"
            " (SELECT id, row_number() OVER (PARTITION BY host ORDER BY stage DESC, made DESC) AS place"
            " FROM game_table WHERE stage IN ('waiting', 'running') AND public = 1) AS placed WHERE place <= ?)"
            " ORDER BY stage DESC, game_table.made DESC LIMIT ?",
            _LISTED_EACH,
            limit,
        )

    async def waiting_since(self, before: float, limit: int) -> list[str]:
        """Return tables that were opened before a moment and still wait for players, the oldest first."""
        sql = "SELECT id FROM game_table WHERE stage = 'waiting' AND made < ? ORDER BY made LIMIT ?"
        return [row["id"] for row in await self._store.rows(sql, before, limit)]

    async def tables_of(self, guest: str, limit: int) -> list[TableSummary]:
        """Return the tables of a guest, as player or host, unfinished ones first."""
        return await self._summaries(
            "WHERE host = ? OR game_table.id IN (SELECT table_id FROM seat WHERE guest = ?)"
            " ORDER BY stage = 'over', game_table.made DESC LIMIT ?",
            guest,
            guest,
            limit,
        )

    async def last_changes(self, tables: Sequence[str]) -> dict[str, float]:
        """Return when the last event of each of these tables happened."""
        if not tables:
            return {}
        sql = f"SELECT table_id, max(at) AS at FROM entry WHERE table_id IN ({', '.join('?' * len(tables))}) GROUP BY table_id"
        return {row["table_id"]: row["at"] for row in await self._store.rows(sql, *tables)}

    async def results(self, tables: Sequence[str]) -> dict[str, Result | None]:
        """Return the results of these finished tables; None for a game that was ended without one."""
        if not tables:
            return {}
        sql = f"SELECT table_id, scores, ranks, '{{}}' AS log FROM finished_game WHERE table_id IN ({', '.join('?' * len(tables))})"
        return {row["table_id"]: finished.finished_game_of(row).result for row in await self._store.rows(sql, *tables)}

    async def sitting(self, table: str) -> set[str]:
        """Return the guests who have a seat at a table."""
        rows = await self._store.rows("SELECT guest FROM seat WHERE table_id = ? AND guest IS NOT NULL", table)
        return {row["guest"] for row in rows}

    async def hosted(self, guest: str) -> int:
        """Return how many unfinished tables a guest hosts."""
        row = await self._store.row("SELECT count(*) AS found FROM game_table WHERE host = ? AND stage != 'over'", guest)
        return 0 if row is None else int(row["found"])

    async def hosted_with_bots(self, guest: str) -> int:
        """Return how many unfinished tables with bots a guest hosts."""
        row = await self._store.row(
            "SELECT count(*) AS found FROM game_table WHERE host = ? AND stage != 'over'"
            " AND EXISTS (SELECT 1 FROM seat WHERE seat.table_id = game_table.id AND seat.level IS NOT NULL)",
            guest,
        )
        return 0 if row is None else int(row["found"])

    async def record(self, id: str) -> str | None:
        """Return the text of an imported record."""
        row = await self._store.row("SELECT text FROM record WHERE id = ?", id)
        return None if row is None else str(row["text"])

    async def records_of(self, guest: str) -> int:
        """Return how many records of a guest are kept."""
        row = await self._store.row("SELECT count(*) AS found FROM record WHERE guest = ?", guest)
        return 0 if row is None else int(row["found"])

    async def _summaries(self, condition: str, *values: object) -> list[TableSummary]:
        rows = await self._store.rows(f"SELECT {_SETUP}, guest.name AS host_name {_FROM} {condition}", *values)
        if not rows:
            return []
        seats: dict[str, list[Seat]] = {row["id"]: [] for row in rows}
        places = ", ".join("?" * len(seats))
        found = await self._store.rows(
            f"SELECT table_id, {_SEAT} WHERE table_id IN ({places}) ORDER BY table_id, seat",
            *seats,
        )
        for row in found:
            seats[row["table_id"]].append(_seat(row))
        return [TableSummary(_setup(row), seats[row["id"]], row["host_name"]) for row in rows]

    # Writing.

    async def add_table(
        self, setup: Setup, seats: Sequence[Seat], events: Sequence[Event] = (), extra: Sequence[Statement] = ()
    ) -> None:
        """Add a new table with its first events."""
        row = _row(setup)
        statements = [
            _insert("game_table", tuple(row), [tuple(row.values())]),
            _insert(
                "seat",
                ("table_id", "seat", "guest", "name", "level", "nonce", "lot_place"),
                [(setup.id, seat, one.guest, one.name, one.level, one.nonce, one.lot_place) for seat, one in enumerate(seats)],
            ),
            _join(setup.id, setup.host),
        ]
        if events:
            statements.append(_add_events(setup.id, 0, events, setup.made))
        await self._write(setup.id, len(events), *statements, *extra)

    async def append(
        self,
        table: str,
        event_count: int,
        events: Sequence[Event],
        at: float,
        result: Result | None = None,
        extra: Sequence[Statement] = (),
        revision: int | None = None,
    ) -> None:
        """Add events after the first `event_count`; a `result` ends the game, and an undo after the end resumes it.

        With a `revision` nothing is written if seats or plans have changed since.
        """
        statements = [] if revision is None else [plans.same_plans(table, revision)]
        statements.append(_add_events(table, event_count, events, at))
        if result is not None:
            statements += [
                Statement("UPDATE game_table SET stage = 'over', ended = ?, revision = revision + 1 WHERE id = ?", (at, table)),
                finished.keep(table, FinishedGame(result)),
                ratings.enqueue(table, at),
            ]
        elif events[0].text == UNDO:
            sql = "UPDATE game_table SET stage = 'running', ended = NULL, revision = revision + 1 WHERE id = ? AND stage = 'over'"
            statements += [Statement(sql, (table,)), finished.forget(table)]
        await self._write(table, event_count + len(events), *statements, *extra)
        self.written += len(events)

    async def start(
        self,
        setup: Setup,
        seats: Sequence[Seat],
        events: Sequence[Event],
        at: float,
        result: Result | None = None,
        extra: Sequence[Statement] = (),
    ) -> None:
        """Start a table that has waited, with its first draws; with a `result` if they end the game.

        The lot may have changed the order of the seats.
        """
        table = setup.id
        statements = [_change("stage = ?", Stage.RUNNING if result is None else Stage.FINISHED, table, setup.revision)]
        statements += [_occupy(table, seat, occupant) for seat, occupant in enumerate(seats) if occupant.lot_place is not None]
        if result is not None:
            statements.append(finished.keep(table, FinishedGame(result)))
        if events:
            statements.append(_add_events(table, 0, events, at))
        await self._write(table, len(events), *statements, *extra)

    async def set_seat(self, table: str, revision: int, seat: int, occupant: Seat, extra: Sequence[Statement] = ()) -> None:
        """Change the occupant of a seat."""
        statements = [_revise(table, revision), _occupy(table, seat, occupant)]
        if occupant.guest is not None:
            statements.append(_join(table, occupant.guest))
        await self._write(table, 0, *statements, plans.drop(table, seat), *extra)

    async def set_plan(self, table: str, revision: int, event_count: int, seat: int, plan: Plan | None) -> None:
        """Set or delete the plan of a seat, unless the table has more than `event_count` events."""
        after = {} if plan is None else {seat: plan}
        statements = plans.change(table, {}, after) or [plans.drop(table, seat)]
        await self._write(table, 0, _revise(table, revision), plans.same_events(table, event_count), *statements)

    async def add_member(self, table: str, revision: int, guest: str) -> None:
        """Add a guest who was invited."""
        await self._write(table, 0, _revise(table, revision), _join(table, guest))

    async def set_pace(self, table: str, revision: int, pace: int) -> None:
        """Change how many milliseconds bots wait before they move."""
        await self._write(table, 0, _change("pace = ?", pace, table, revision))

    async def set_rules(self, table: str, revision: int, version: int, board: str) -> None:
        """Change the version of the rules and the digest of the board of a table whose game has not begun."""
        sql = "UPDATE game_table SET version = ?, board = ?, revision = revision + 1 WHERE id = ? AND revision = ?"
        await self._write(table, 0, Statement(sql, (version, board, table, revision), expect=1))

    async def end_without_result(self, table: str, revision: int, at: float, extra: Sequence[Statement] = ()) -> None:
        """End a running game without a result. It is not rated."""
        sql = "UPDATE game_table SET stage = 'over', ended = ?, revision = revision + 1 WHERE id = ? AND revision = ?"
        statements = [Statement(sql, (at, table, revision), expect=1), clear(table), finished.keep(table, FinishedGame())]
        await self._write(table, 0, *statements, *extra)

    async def keep(self, table: str, revision: int, kept: FinishedGame) -> None:
        """Store what is kept of a finished game, unless the table has changed since `revision`."""
        sql = "UPDATE game_table SET revision = revision WHERE id = ? AND revision = ? AND stage = 'over'"
        await self._store.write(Statement(sql, (table, revision), expect=1), finished.keep(table, kept))

    async def delete(self, table: str, revision: int) -> None:
        """Delete a table whose game never began."""
        await self._write(table, 0, Statement("DELETE FROM game_table WHERE id = ? AND revision = ?", (table, revision), expect=1))

    async def add_chat(self, table: str, chat_count: int, key: str, message: ChatMessage, keep: int) -> None:
        """Add a chat message after the first `chat_count`, and delete all but the newest `keep`.

        `key` identifies the request that wrote it. Messages keep their index, so the count of all is that of the last one.
        """
        columns = ("table_id", "k", "rid", "guest", "seat", "name", "text", "at")
        values = (table, chat_count, key, message.guest, message.seat, message.name, message.text, message.at)
        old = Statement("DELETE FROM chat WHERE table_id = ? AND k <= ?", (table, chat_count - keep))
        await self._write(table, 0, _insert("chat", columns, [values]), *([old] if chat_count >= keep else []))

    async def add_record(self, id: str, guest: str, text: str, at: float) -> None:
        """Add an imported record."""
        await self._store.write(_insert("record", ("id", "guest", "text", "made"), [(id, guest, text, at)]))

    async def delete_records(self, before: float) -> None:
        """Delete the records that were imported before a moment."""
        await self._store.write(Statement("DELETE FROM record WHERE made < ?", (before,)))

    def publish_presence(self, table: str, guest: str) -> None:
        """Tell other processes that a guest follows a table in this one."""
        self._store.publish(Message("here", f"{table}:{guest}"))

    async def _write(self, table: str, event_count: int, *statements: Statement) -> None:
        await self._store.write(*statements, messages=[Message("table", table, event_count)])


def with_stage(setup: Setup, stage: Stage, ended: float | None = None) -> Setup:
    """Return the setup at its next revision, in another stage."""
    return revised(setup, stage=stage, ended=ended)


def revised(setup: Setup, **changes: Any) -> Setup:
    """Return the setup at its next revision."""
    return replace(setup, **changes, revision=setup.revision + 1)


def _count(last: int | None) -> int:
    return 0 if last is None else last + 1


def _insert(table: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Statement:
    return Statement(_insert_sql(table, tuple(columns), len(rows)), [value for row in rows for value in row])


@lru_cache
def _insert_sql(table: str, columns: tuple[str, ...], rows: int) -> str:
    places = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([places] * rows)}"


def _add_events(table: str, first: int, events: Sequence[Event], at: float) -> Statement:
    columns = ("table_id", "n", "rid", "seat", "text", "at")
    rows = [(table, index, event.request_id, event.seat, event.text, at) for index, event in enumerate(events, first)]
    return _insert("entry", columns, rows)


def _occupy(table: str, seat: int, occupant: Seat) -> Statement:
    return Statement(
        "UPDATE seat SET guest = ?, name = ?, level = ?, by_other = ?, nonce = ?, lot_place = ? WHERE table_id = ? AND seat = ?",
        (occupant.guest, occupant.name, occupant.level, int(occupant.by_other), occupant.nonce, occupant.lot_place, table, seat),
        expect=1,
    )


def _join(table: str, guest: str) -> Statement:
    return Statement("INSERT INTO member (table_id, guest) VALUES (?, ?) ON CONFLICT DO NOTHING", (table, guest))


def _revise(table: str, revision: int) -> Statement:
    """Raise Conflict in the store if another writer has changed the table since it was read."""
    return Statement("UPDATE game_table SET revision = revision + 1 WHERE id = ? AND revision = ?", (table, revision), expect=1)


def _change(assignment: str, value: object, table: str, revision: int) -> Statement:
    sql = f"UPDATE game_table SET {assignment}, revision = revision + 1 WHERE id = ? AND revision = ?"
    return Statement(sql, (value, table, revision), expect=1)


_FLAGS: Final = ("public", "spectators", "practice", "hotseat", "tour", "rated", "by_lot")
_COLUMNS: Final = tuple(column.name for column in fields(Setup))
_SETUP: Final = ", ".join(f"game_table.{column}" for column in _COLUMNS)
_FROM: Final = "FROM game_table JOIN guest ON guest.id = game_table.host"
_SEAT: Final = (
    "seat.guest AS guest, seat.name AS name, seat.level, seat.by_other, seat.nonce, seat.lot_place,"
    " coalesce(guest.program, 0) AS program FROM seat LEFT JOIN guest ON guest.id = seat.guest"
)


def _setup(row: Row) -> Setup:
    values: dict[str, Any] = {column: row[column] for column in _COLUMNS}
    values["options"] = json.loads(values["options"])
    values["stage"] = Stage(values["stage"])
    for flag in _FLAGS:
        values[flag] = bool(values[flag])
    return Setup(**values)


def _seat(row: Row) -> Seat:
    return Seat(
        row["guest"], row["name"], row["level"], bool(row["by_other"]), row["nonce"], row["lot_place"], program=bool(row["program"])
    )


def _row(setup: Setup) -> dict[str, object]:
    flags = {flag: int(getattr(setup, flag)) for flag in _FLAGS}
    return {**vars(setup), **flags, "options": json.dumps(setup.options, ensure_ascii=False, sort_keys=True)}
