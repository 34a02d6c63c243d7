"""Archives: a whole house as lines of JSON that no database owns, with a checksum. The way from SQLite to PostgreSQL and back."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, Final

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.web.admin.database import must_exist, revision_of, tables_of, work_on
from roundhouse.web.settings import Settings
from roundhouse.web.store.migrate import REVISIONS, upgrade

FORMAT: Final = "roundhouse-archive"
VERSION: Final = 1
_BATCH: Final = 500  # rows at once
_BYTES: Final = "base64"  # the name under which bytes stand in JSON


class BadArchive(HouseError):
    """A file that is no archive, not a whole one, or not unchanged."""


@dataclass(frozen=True)
class Census:
    """What was in an archive."""

    revision: str  # of the schema
    rows: Mapping[str, int]  # by table


def export(settings: Settings, file: IO[bytes]) -> Census:
    """Writes the house as it is at this moment; it may be open meanwhile."""
    must_exist(settings)
    return work_on(settings, lambda connection: _export(connection, file), changes=False)


def check(file: IO[bytes]) -> Census:
    """Reads an archive whole; refused unless it is complete and unchanged."""
    rows: dict[str, int] = {}
    header: dict[str, Any] = {}
    for kind, line in _lines(file):
        if kind == "header":
            header = line
        else:
            rows[line[0]] = rows.get(line[0], 0) + 1
    return Census(str(header["revision"]), rows)


def bring(settings: Settings, file: IO[bytes]) -> Census:
    """Makes a house of an archive, in a database that has none. The archive is checked before anything is written."""
    census = check(file)
    if census.revision not in REVISIONS:
        raise BadArchive(say("this archive was written by a newer version of this house"))
    file.seek(0)
    work_on(settings, lambda connection: _bring(connection, file, census), changes=True)
    return census


def _export(connection: Connection, file: IO[bytes]) -> Census:
    revision = revision_of(connection)
    if revision is None:
        raise BadArchive(say("there is no house in this database, or one that was never opened by this version"))
    digest = hashlib.sha256()

    def put(content: object) -> None:
        line = json.dumps(content, ensure_ascii=False, default=_encoded).encode() + b"\n"
        digest.update(line)
        file.write(line)

    put({"format": FORMAT, "version": VERSION, "revision": revision, "made": time.time()})
    rows: dict[str, int] = {}
    for table in tables_of(connection):
        rows[table.name] = 0
        for row in connection.execute(select(table).order_by(*table.primary_key).execution_options(yield_per=_BATCH)):
            put([table.name, dict(row._mapping)])
            rows[table.name] += 1
    file.write(json.dumps({"rows": sum(rows.values()), "sha256": digest.hexdigest()}).encode() + b"\n")
    return Census(revision, {name: count for name, count in rows.items() if count})


def _bring(connection: Connection, file: IO[bytes], census: Census) -> None:
    if revision_of(connection) is not None:
        if _inhabited(connection):
            raise BadArchive(say("there is a house in this database already; an archive is brought into an empty one"))
        upgrade(connection)
        if census.revision != REVISIONS[-1]:
            raise BadArchive(say("this archive is of an earlier version: bring it into a database without any tables"))
    else:
        upgrade(connection, census.revision)
    _fill(connection, file)
    upgrade(connection)


def _inhabited(connection: Connection) -> bool:
    """Whether anybody has ever been here."""
    guests = next((table for table in tables_of(connection) if table.name == "guest"), None)
    return guests is not None and connection.execute(select(func.count()).select_from(guests)).scalar_one() > 0


def _fill(connection: Connection, file: IO[bytes]) -> None:
    tables = {table.name: table for table in tables_of(connection)}
    for table in reversed(tables.values()):  # what a house writes down before anybody comes
        connection.execute(delete(table))
    waiting: list[dict[str, Any]] = []
    current: Table | None = None
    for kind, line in _lines(file):
        if kind == "header":
            continue
        name, row = line
        if name not in tables:
            raise BadArchive(say("this archive holds '{name}', which this house does not know", name=str(name)[:40]))
        if tables[name] is not current or len(waiting) == _BATCH:
            _insert(connection, current, waiting)
            current, waiting = tables[name], []
        waiting.append({column: _decoded(value) for column, value in row.items()})
    _insert(connection, current, waiting)
    if connection.dialect.name == "postgresql":
        for table in tables.values():
            _count_on(connection, table)


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(insert(table), rows)


def _count_on(connection: Connection, table: Table) -> None:
    """Numbers that PostgreSQL gives out itself go on after the highest."""
    for column in table.primary_key:
        place = {"table": table.name, "column": column.name}
        sequence = connection.execute(text("SELECT pg_get_serial_sequence(:table, :column)"), place).scalar()
        if sequence is not None:
            highest = connection.execute(select(func.coalesce(func.max(column), 0))).scalar_one()
            connection.execute(
                text("SELECT setval(CAST(:sequence AS regclass), :next, false)"), {"sequence": sequence, "next": highest + 1}
            )


def _lines(file: IO[bytes]) -> Iterator[tuple[str, Any]]:
    """The header and the rows of an archive; refused as soon as something is wrong, at the latest at its end."""
    digest = hashlib.sha256()
    count = 0
    ended = False
    for number, raw in enumerate(file):
        line = _parsed(raw, number)
        if ended:
            raise BadArchive(say("something follows the end of this archive"))
        if number == 0:
            _check_header(line)
            yield "header", line
        elif isinstance(line, dict):
            _check_end(line, count, digest.hexdigest())
            ended = True
        else:
            if not (isinstance(line, list) and len(line) == 2 and isinstance(line[0], str) and isinstance(line[1], dict)):
                raise _unreadable(number)
            count += 1
            yield "row", line
        digest.update(raw)
    if not ended:
        raise BadArchive(say("this archive has no end: it was cut off"))


def _parsed(raw: bytes, number: int) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _unreadable(number) from error


def _check_header(line: Any) -> None:
    if not isinstance(line, dict) or line.get("format") != FORMAT:
        raise BadArchive(say("this is no archive of a house"))
    if line.get("version") != VERSION or not isinstance(line.get("revision"), str):
        raise BadArchive(say("this archive was written by a newer version of this house"))


def _check_end(line: dict[str, Any], rows: int, digest: str) -> None:
    if line.get("rows") != rows or line.get("sha256") != digest:
        raise BadArchive(say("this archive has been changed: its checksum is not right"))


def _unreadable(number: int) -> BadArchive:
    reason: Sentence = say("line {number} of this archive cannot be read", number=number + 1)
    return BadArchive(reason)


def _encoded(value: object) -> dict[str, str]:
    if isinstance(value, (bytes, memoryview)):
        return {_BYTES: base64.b64encode(bytes(value)).decode()}
    raise TypeError(f"{type(value).__name__} has no place in an archive")


def _decoded(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    try:
        return base64.b64decode(value[_BYTES], validate=True)
    except (KeyError, TypeError, binascii.Error) as error:
        raise BadArchive(say("a value of this archive cannot be read")) from error
