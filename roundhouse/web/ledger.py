"""What the house keeps about tables, seats, moves and chat: the rows of the store as values, and the statements that write them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from roundhouse.web.store import Store

UNDO: Final = "undo"  # as the text of an entry: the last move of this seat is taken back
WAITING: Final = "waiting"
RUNNING: Final = "running"
OVER: Final = "over"


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
class Line:
    """One entry of a table: a move, a draw or an undo."""

    rid: str | None
    seat: int
    text: str


@dataclass(frozen=True)
class Message:
    """One line of chat."""

    guest: str
    seat: int | None
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class Page:
    """Everything about one table, as it was read."""

    setup: Setup
    host_name: str
    seats: list[Seat]
    members: set[str]
    lines: list[Line]
    chat: list[Message]
    said: set[str]  # the requests that wrote the chat


@dataclass(frozen=True)
class Brief:
    """A table in a list."""

    setup: Setup
    seats: list[Seat]
    host_name: str


class Ledger:
    """The statements. Every change is one transaction, durable when its coroutine returns."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Reading.

    def page(self, table: str) -> Page | None:
        """One table, whole."""
        row = self._store.row("SELECT * FROM game_table WHERE id = ?", table)
        if row is None:
            return None
        lines = self._store.rows("SELECT rid, seat, text FROM entry WHERE table_id = ? ORDER BY n", table)
        chat = self._store.rows("SELECT guest, seat, name, text, at, rid FROM chat WHERE table_id = ? ORDER BY k", table)
        members = self._store.rows("SELECT guest FROM member WHERE table_id = ?", table)
        return Page(
            _setup(row),
            self._name(row["host"]),
            self._seats(table),
            {member["guest"] for member in members},
            [Line(*line) for line in lines],
            [Message(*tuple(line)[:-1]) for line in chat],
            {line["rid"] for line in chat},
        )

    def by_invite(self, invite: str) -> str | None:
        """The table that an invitation leads to."""
        row = self._store.row("SELECT id FROM game_table WHERE invite = ?", invite)
        return None if row is None else str(row["id"])

    def open_tables(self, limit: int) -> list[Brief]:
        """Public tables that wait for players or are being played, the waiting ones and the newest first."""
        rows = self._store.rows(
            "SELECT * FROM game_table WHERE stage IN ('waiting', 'running') AND public = 1 ORDER BY stage DESC, made DESC LIMIT ?",
            limit,
        )
        return [self._brief(row) for row in rows]

    def tables_of(self, guest: str, limit: int) -> list[Brief]:
        """The tables where a guest sits or is host, those under way first."""
        rows = self._store.rows(
            "SELECT * FROM game_table WHERE host = ?1 OR id IN (SELECT table_id FROM seat WHERE guest = ?1)"
            " ORDER BY stage = 'over', made DESC LIMIT ?2",
            guest,
            limit,
        )
        return [self._brief(row) for row in rows]

    def hosted(self, guest: str) -> int:
        """How many tables a guest hosts that are not over."""
        row = self._store.row("SELECT count(*) AS found FROM game_table WHERE host = ? AND stage != 'over'", guest)
        return 0 if row is None else int(row["found"])

    def record(self, id: str) -> str | None:
        """The text of an imported record."""
        row = self._store.row("SELECT text FROM record WHERE id = ?", id)
        return None if row is None else str(row["text"])

    def _seats(self, table: str) -> list[Seat]:
        rows = self._store.rows("SELECT guest, name, level FROM seat WHERE table_id = ? ORDER BY seat", table)
        return [Seat(*row) for row in rows]

    def _brief(self, row: sqlite3.Row) -> Brief:
        return Brief(_setup(row), self._seats(row["id"]), self._name(row["host"]))

    def _name(self, guest: str) -> str:
        row = self._store.row("SELECT name FROM guest WHERE id = ?", guest)
        return "" if row is None else str(row["name"])

    # Writing.

    async def add_table(self, setup: Setup, seats: Sequence[Seat], lines: Sequence[Line] = ()) -> None:
        """A new table, with the moves it begins with."""

        def job(connection: sqlite3.Connection) -> None:
            row = _row(setup)
            places = ", ".join(f":{name}" for name in row)
            connection.execute(f"INSERT INTO game_table ({', '.join(row)}) VALUES ({places})", row)
            connection.executemany(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?)",
                [(setup.id, number, seat.guest, seat.name, seat.level) for number, seat in enumerate(seats)],
            )
            connection.execute("INSERT INTO member VALUES (?, ?)", (setup.id, setup.host))
            _add_lines(connection, setup.id, 0, lines, setup.made)

        await self._store.write(job)

    async def append(self, table: str, n: int, lines: Sequence[Line], at: float, *, over: bool) -> None:
        """Moves, draws and undos from number `n` on; `over` ends the table, and an undo after the end opens it again."""

        def job(connection: sqlite3.Connection) -> None:
            _add_lines(connection, table, n, lines, at)
            if over:
                connection.execute("UPDATE game_table SET stage = 'over', ended = ? WHERE id = ?", (at, table))
            elif lines[0].text == UNDO:
                connection.execute(
                    "UPDATE game_table SET stage = 'running', ended = NULL WHERE id = ? AND stage = 'over'", (table,)
                )

        await self._store.write(job)

    async def start(self, table: str, lines: Sequence[Line], at: float, *, over: bool) -> None:
        """The end of waiting, and the first draws."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE game_table SET stage = ? WHERE id = ?", (OVER if over else RUNNING, table))
            _add_lines(connection, table, 0, lines, at)

        await self._store.write(job)

    async def set_seat(self, table: str, number: int, seat: Seat) -> None:
        """Who sits on a seat."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE seat SET guest = ?, name = ?, level = ? WHERE table_id = ? AND seat = ?",
                (seat.guest, seat.name, seat.level, table, number),
            )
            if seat.guest is not None:
                connection.execute("INSERT OR IGNORE INTO member VALUES (?, ?)", (table, seat.guest))

        await self._store.write(job)

    async def add_member(self, table: str, guest: str) -> None:
        """A guest who was invited."""
        await self._store.write(lambda connection: connection.execute("INSERT OR IGNORE INTO member VALUES (?, ?)", (table, guest)))

    async def set_pace(self, table: str, pace: int) -> None:
        """How long bots wait."""
        await self._store.write(lambda connection: connection.execute("UPDATE game_table SET pace = ? WHERE id = ?", (pace, table)))

    async def delete(self, table: str) -> None:
        """A table that never began."""
        await self._store.write(lambda connection: connection.execute("DELETE FROM game_table WHERE id = ?", (table,)))

    async def say(self, table: str, number: int, rid: str, message: Message) -> None:
        """A line of chat."""
        values = (table, number, rid, message.guest, message.seat, message.name, message.text, message.at)
        await self._store.write(lambda connection: connection.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values))

    async def add_record(self, id: str, guest: str, text: str, at: float) -> None:
        """An imported record."""
        await self._store.write(
            lambda connection: connection.execute("INSERT INTO record VALUES (?, ?, ?, ?)", (id, guest, text, at))
        )


def with_stage(setup: Setup, stage: str, ended: float | None = None) -> Setup:
    """The same table, further on."""
    return replace(setup, stage=stage, ended=ended)


def _add_lines(connection: sqlite3.Connection, table: str, n: int, lines: Sequence[Line], at: float) -> None:
    connection.executemany(
        "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)",
        [(table, n + i, line.rid, line.seat, line.text, at) for i, line in enumerate(lines)],
    )


_FLAGS: Final = ("public", "spectators", "practice", "hotseat", "tour")


def _setup(row: sqlite3.Row) -> Setup:
    values: dict[str, Any] = dict(row)
    values["options"] = json.loads(values["options"])
    for flag in _FLAGS:
        values[flag] = bool(values[flag])
    return Setup(**values)


def _row(setup: Setup) -> dict[str, object]:
    return {**vars(setup), "options": json.dumps(setup.options, ensure_ascii=False, sort_keys=True)}
