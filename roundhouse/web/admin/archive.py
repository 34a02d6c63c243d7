"""Archives: all data as lines of JSON with a checksum, independent of the database. For moving between SQLite and PostgreSQL."""

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
from roundhouse.web.admin.database import require_database, require_revision, revision_of, run_transaction, tables_of
from roundhouse.web.settings import Settings
from roundhouse.web.store.migrate import REVISIONS, upgrade

FORMAT: Final = "roundhouse-archive"
VERSION: Final = 1
_BATCH: Final = 500  # rows at once
_BYTES: Final = "base64"  # key of a JSON object that encodes bytes


class BadArchive(HouseError):
    """A file that is not an archive, or is incomplete or corrupt; or a database that cannot be exported or imported into."""


@dataclass(frozen=True)
class ArchiveInfo:
    """The contents of an archive."""

    revision: str  # of the schema
    rows: Mapping[str, int]  # count by table


def export(settings: Settings, file: IO[bytes]) -> ArchiveInfo:
    """Write an archive of the database as it is at this moment; a server may be running on it."""
    require_database(settings)
    return run_transaction(settings, lambda connection: _export(connection, file), writes=False)


def check(file: IO[bytes]) -> ArchiveInfo:
    """Read a whole archive and return its contents. Raises BadArchive unless it is complete and unchanged."""
    rows: dict[str, int] = {}
    header: dict[str, Any] = {}
    for kind, line in _lines(file):
        if kind == "header":
            header = line
        else:
            rows[line[0]] = rows.get(line[0], 0) + 1
    return ArchiveInfo(str(header["revision"]), rows)


def import_archive(settings: Settings, file: IO[bytes]) -> ArchiveInfo:
    """Import an archive into an empty database. The whole archive is checked before anything is written."""
    info = check(file)
    if info.revision not in REVISIONS:
        raise BadArchive(say("this archive was written by a newer version of Roundhouse"))
    file.seek(0)
    run_transaction(settings, lambda connection: _import(connection, file, info), writes=True)
    return info


def _export(connection: Connection, file: IO[bytes]) -> ArchiveInfo:
    revision = require_revision(connection)
    digest = hashlib.sha256()

    def write_line(content: object) -> None:
        line = json.dumps(content, ensure_ascii=False, default=_encoded).encode() + b"\n"
        digest.update(line)
        file.write(line)

    write_line({"format": FORMAT, "version": VERSION, "revision": revision, "made": time.time()})
    rows: dict[str, int] = {}
    for table in tables_of(connection):
        rows[table.name] = 0
        for row in connection.execute(select(table).order_by(*table.primary_key).execution_options(yield_per=_BATCH)):
            write_line([table.name, dict(row._mapping)])
            rows[table.name] += 1
    file.write(json.dumps({"rows": sum(rows.values()), "sha256": digest.hexdigest()}).encode() + b"\n")
    return ArchiveInfo(revision, {name: count for name, count in rows.items() if count})


def _import(connection: Connection, file: IO[bytes], info: ArchiveInfo) -> None:
    if revision_of(connection) is not None:
        if _has_guests(connection):
            raise BadArchive(say("this database is not empty; import the archive into an empty one"))
        upgrade(connection)
        if info.revision != REVISIONS[-1]:
            raise BadArchive(say("this archive is from an earlier version: import it into a database without tables"))
    else:
        upgrade(connection, info.revision)
    _insert_rows(connection, file)
    upgrade(connection)


def _has_guests(connection: Connection) -> bool:
    guests = next((table for table in tables_of(connection) if table.name == "guest"), None)
    return guests is not None and connection.execute(select(func.count()).select_from(guests)).scalar_one() > 0


def _insert_rows(connection: Connection, file: IO[bytes]) -> None:
    tables = {table.name: table for table in tables_of(connection)}
    for table in reversed(tables.values()):  # rows that a server writes when it opens an empty database
        connection.execute(delete(table))
    batch: list[dict[str, Any]] = []
    current: Table | None = None
    for kind, line in _lines(file):
        if kind == "header":
            continue
        name, row = line
        if name not in tables:
            raise BadArchive(say("this archive contains an unknown table, '{name}'", name=str(name)[:40]))
        if tables[name] is not current or len(batch) == _BATCH:
            _insert(connection, current, batch)
            current, batch = tables[name], []
        batch.append({column: _decoded(value) for column, value in row.items()})
    _insert(connection, current, batch)
    if connection.dialect.name == "postgresql":
        for table in tables.values():
            _advance_sequences(connection, table)


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(insert(table), rows)


def _advance_sequences(connection: Connection, table: Table) -> None:
    """Set the sequences of a table to continue after its highest values."""
    for column in table.primary_key:
        names = {"table": table.name, "column": column.name}
        sequence = connection.execute(text("SELECT pg_get_serial_sequence(:table, :column)"), names).scalar()
        if sequence is not None:
            highest = connection.execute(select(func.coalesce(func.max(column), 0))).scalar_one()
            connection.execute(
                text("SELECT setval(CAST(:sequence AS regclass), :next, false)"), {"sequence": sequence, "next": highest + 1}
            )


def _lines(file: IO[bytes]) -> Iterator[tuple[str, Any]]:
    """Yield the header and the rows of an archive. Raises BadArchive as soon as something is wrong, at the latest at its end."""
    digest = hashlib.sha256()
    count = 0
    ended = False
    for number, raw in enumerate(file):
        line = _parsed(raw, number)
        if ended:
            raise BadArchive(say("there is data after the end of this archive"))
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
        raise BadArchive(say("this archive is incomplete: its end is missing"))


def _parsed(raw: bytes, number: int) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _unreadable(number) from error


def _check_header(line: Any) -> None:
    if not isinstance(line, dict) or line.get("format") != FORMAT:
        raise BadArchive(say("this is not a Roundhouse archive"))
    if line.get("version") != VERSION or not isinstance(line.get("revision"), str):
        raise BadArchive(say("this archive was written by a newer version of Roundhouse"))


def _check_end(line: dict[str, Any], rows: int, digest: str) -> None:
    if line.get("rows") != rows or line.get("sha256") != digest:
        raise BadArchive(say("this archive is corrupt: its checksum does not match"))


def _unreadable(number: int) -> BadArchive:
    reason: Sentence = say("line {number} of this archive cannot be read", number=number + 1)
    return BadArchive(reason)


def _encoded(value: object) -> dict[str, str]:
    if isinstance(value, (bytes, memoryview)):
        return {_BYTES: base64.b64encode(bytes(value)).decode()}
    raise TypeError(f"{type(value).__name__} cannot be archived")


def _decoded(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    try:
        return base64.b64decode(value[_BYTES], validate=True)
    except (KeyError, TypeError, binascii.Error) as error:
        raise BadArchive(say("a value in this archive cannot be read")) from error
