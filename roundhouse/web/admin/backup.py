"""Backups: a copy of the database as it is at one moment, taken while the house is open, checked, and put back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from roundhouse.core.sentence import HouseError, say
from roundhouse.web.admin.database import VERSIONS, must_exist, revision_of, work_on
from roundhouse.web.settings import Settings
from roundhouse.web.store.sqlite import claim

_PRIVATE: Final = 0o600  # a backup holds the secrets of deals, and invitations


class BadBackup(HouseError):
    """A backup that cannot be made or put back."""


def back_up(settings: Settings, target: Path) -> None:
    """Writes a backup; a file that is there already is not touched."""
    must_exist(settings)
    if target.exists():
        raise BadBackup(say("'{file}' is there already", file=str(target)))
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        if settings.shared:
            _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={partial}"], settings.db)
        else:
            _vacuum(settings.path(), partial)
        partial.chmod(_PRIVATE)
        partial.rename(target)
    except OSError as error:
        raise BadBackup(say("'{file}' cannot be written: {reason}", file=str(target), reason=error.strerror or "?")) from error
    finally:
        partial.unlink(missing_ok=True)


def restore(settings: Settings, source: Path, *, replace: bool) -> None:
    """Puts a backup in the place of the database; one that holds a house already is replaced only where that is asked for."""
    if not source.is_file():
        raise BadBackup(say("there is no file '{file}'", file=str(source)))
    if settings.shared:
        _restore_postgres(settings, source, replace=replace)
    else:
        _restore_sqlite(settings.path(), source, replace=replace)


def _vacuum(path: Path, target: Path) -> None:
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=60)) as connection:
        try:
            connection.execute("VACUUM INTO ?", (str(target),))
        except sqlite3.Error as error:
            raise BadBackup(say("the backup failed: {reason}", reason=str(error))) from error
    _check_sqlite(target)


def _check_sqlite(path: Path) -> None:
    """A whole file, of a house."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            house = connection.execute(
                "SELECT count(*) FROM sqlite_master WHERE name IN (?, 'game_table')", (VERSIONS,)
            ).fetchone()[0]
    except sqlite3.Error as error:
        raise BadBackup(say("'{file}' is no backup of a house: {reason}", file=str(path), reason=str(error))) from error
    if not sound or not house:
        raise BadBackup(say("'{file}' is no backup of a house", file=str(path)))


def _restore_sqlite(path: Path, source: Path, *, replace: bool) -> None:
    _check_sqlite(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(claim(path)):  # nobody may have it open
        if path.exists() and path.stat().st_size and not replace:
            raise _occupied()
        fresh = path.with_name(path.name + ".restored")
        with source.open("rb") as old, fresh.open("wb") as new:
            shutil.copyfileobj(old, new)
            new.flush()
            os.fsync(new.fileno())
        for rest in ("-wal", "-shm"):  # they belong to what is replaced
            path.with_name(path.name + rest).unlink(missing_ok=True)
        fresh.chmod(_PRIVATE)
        fresh.replace(path)


def _restore_postgres(settings: Settings, source: Path, *, replace: bool) -> None:
    if work_on(settings, revision_of, changes=False) is not None and not replace:
        raise _occupied()
    options = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--clean", "--if-exists"]
    _run(["pg_restore", *options, f"--dbname={_database(settings.db)}", str(source)], settings.db)


def _occupied() -> BadBackup:
    return BadBackup(say("there is a house in this database already; --replace puts the backup in its place"))


def _run(command: Sequence[str], url: str) -> None:
    """A program of PostgreSQL. Where the database is and its password go by the environment: arguments can be seen by others."""
    if shutil.which(command[0]) is None:
        raise BadBackup(say("this needs {program}, which comes with the client of PostgreSQL", program=command[0]))
    done = subprocess.run(command, env={**os.environ, **_environment(url)}, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = done.stderr.strip().splitlines()
        raise BadBackup(
            say("{program} failed: {reason}", program=command[0], reason=reason[-1] if reason else str(done.returncode))
        )


def _environment(url: str) -> dict[str, str]:
    address = urlsplit(url)
    found = {
        "PGHOST": address.hostname,
        "PGPORT": str(address.port) if address.port else None,
        "PGUSER": address.username,
        "PGPASSWORD": address.password,
        "PGDATABASE": _database(url),
    }
    found |= {f"PG{name.upper()}": value for name, value in parse_qsl(address.query) if name in ("host", "port", "user", "sslmode")}
    return {name: unquote(value) for name, value in found.items() if value}


def _database(url: str) -> str:
    return unquote(urlsplit(url).path.lstrip("/"))
