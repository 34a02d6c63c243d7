"""Backups: a consistent copy of the database, taken while a server is running, and its restore."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from roundhouse.core.sentence import HouseError, say
from roundhouse.web.admin.database import VERSION_TABLE, require_database, revision_of, run_transaction
from roundhouse.web.settings import Settings
from roundhouse.web.store import location
from roundhouse.web.store.location import create_private, real_path
from roundhouse.web.store.sqlite import claim


class BadBackup(HouseError):
    """A backup that cannot be written or restored."""


def back_up(settings: Settings, target: Path) -> None:
    """Write a backup. Raises BadBackup if the file exists or cannot be written."""
    require_database(settings)
    if target.exists():
        raise BadBackup(say("'{file}' already exists", file=str(target)))
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        create_private(partial)
        if settings.shared:
            _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={partial}"], settings.db)
        else:
            _vacuum(settings.path(), partial)
        partial.rename(target)
    except OSError as error:
        raise BadBackup(say("'{file}' cannot be written: {reason}", file=str(target), reason=error.strerror or "?")) from error
    finally:
        partial.unlink(missing_ok=True)


def restore(settings: Settings, source: Path, *, replace: bool) -> None:
    """Restore a backup. Raises BadBackup if the database is not empty, unless `replace`."""
    if not source.is_file():
        raise BadBackup(say("there is no file '{file}'", file=str(source)))
    if settings.shared:
        _restore_postgres(settings, source, replace=replace)
    else:
        _restore_sqlite(real_path(settings.path()), source, replace=replace)


def _vacuum(path: Path, target: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=60)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        raise BadBackup(say("the backup failed: {reason}", reason=str(error))) from error
    _check_sqlite(target)


def _check_sqlite(path: Path) -> None:
    """Raise BadBackup unless the file is an intact database with our tables."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            intact = connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            tables = connection.execute(
                "SELECT count(*) FROM sqlite_master WHERE name IN (?, 'game_table')", (VERSION_TABLE,)
            ).fetchone()[0]
    except sqlite3.Error as error:
        raise BadBackup(say("'{file}' is not a Roundhouse backup: {reason}", file=str(path), reason=str(error))) from error
    if not intact or not tables:
        raise BadBackup(say("'{file}' is not a Roundhouse backup", file=str(path)))


def _restore_sqlite(path: Path, source: Path, *, replace: bool) -> None:
    _check_sqlite(source)
    with contextlib.closing(claim(path)):  # raises StoreBusy while a server is running
        if path.exists() and path.stat().st_size and not replace:
            raise _not_empty()
        owner = location.owner_of(path if path.exists() else path.parent)
        if sys.platform != "win32" and path.exists() and os.geteuid() not in (0, owner[0]):
            raise BadBackup(say("{path} belongs to another user; restore it as that user or as root", path=str(path)))
        fresh = path.with_name(path.name + ".restored")
        try:
            fresh.unlink(missing_ok=True)
            _copy(source, fresh, owner)
            for suffix in ("-wal", "-shm"):  # they belong to the file that is replaced
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            fresh.replace(path)
        except OSError as error:
            raise location.unusable(path, error) from error
        finally:
            fresh.unlink(missing_ok=True)


def _copy(source: Path, target: Path, owner: tuple[int, int]) -> None:
    """Copy a file to a new private file of a user and group, and wait until it is on the disk."""
    location.create_private(target, owner)
    with source.open("rb") as old, target.open("r+b") as new:
        shutil.copyfileobj(old, new)
        new.flush()
        os.fsync(new.fileno())


def _restore_postgres(settings: Settings, source: Path, *, replace: bool) -> None:
    if run_transaction(settings, revision_of, writes=False) is not None and not replace:
        raise _not_empty()
    options = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--clean", "--if-exists"]
    _run(["pg_restore", *options, f"--dbname={_database(settings.db)}", str(source)], settings.db)


def _not_empty() -> BadBackup:
    return BadBackup(say("this database is not empty; --replace overwrites it with the backup"))


def _run(command: Sequence[str], url: str) -> None:
    """Run a PostgreSQL program. The password goes through the environment: other users can see arguments."""
    if shutil.which(command[0]) is None:
        raise BadBackup(say("this needs {program}, which comes with the PostgreSQL client", program=command[0]))
    process = subprocess.run(command, env={**os.environ, **_environment(url)}, capture_output=True, text=True, check=False)
    if process.returncode:
        lines = process.stderr.strip().splitlines()
        raise BadBackup(
            say("{program} failed: {reason}", program=command[0], reason=lines[-1] if lines else str(process.returncode))
        )


def _environment(url: str) -> dict[str, str]:
    address = urlsplit(url)
    variables = {
        "PGHOST": address.hostname,
        "PGPORT": str(address.port) if address.port else None,
        "PGUSER": address.username,
        "PGPASSWORD": address.password,
        "PGDATABASE": _database(url),
    }
    parameters = [(name, value) for name, value in parse_qsl(address.query) if name in ("host", "port", "user", "sslmode")]
    variables |= {f"PG{name.upper()}": value for name, value in parameters}
    return {name: unquote(value) for name, value in variables.items() if value}


def _database(url: str) -> str:
    return unquote(urlsplit(url).path.lstrip("/"))
