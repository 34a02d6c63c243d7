"""A real PostgreSQL for the tests: started once for all test workers, with a database of its own for each test."""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from roundhouse.web.store.migrate import migrate_postgres

PATIENCE = 60.0  # seconds, on a busy machine
USER = "roundhouse"
_CONFIG = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 200
shared_buffers = 64MB
log_min_messages = fatal
"""


def binary(name: str) -> str:
    """Return the path of a program of PostgreSQL: where Debian installs it, or on PATH."""
    homes = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(homes[-1]) if homes else shutil.which(name)
    if found is None:
        raise AssertionError(f"These tests need PostgreSQL ({name} was not found). Debian: apt install postgresql")
    return found


class Database:
    """A PostgreSQL server in a folder of its own, with a socket there. It syncs to the disk, as in production."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._data = folder / "data"
        self._made = 0

    @classmethod
    def make(cls, folder: Path) -> Database:
        """Create and start a server."""
        database = cls(folder)
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
        database._command(
            "initdb", "--pgdata", str(database._data), "--auth=trust", f"--username={USER}", "--no-sync", "--encoding=UTF8"
        )
        with (database._data / "postgresql.conf").open("a") as file:
            file.write(_CONFIG.format(folder=folder))
        database.start()
        database.query("CREATE DATABASE template_house")
        migrate_postgres(database.url("template_house"))
        return database

    def start(self) -> None:
        """Start the server and wait until it responds."""
        self._command("pg_ctl", "start", "--pgdata", str(self._data), "--wait", "--timeout=60", "--log", str(self.folder / "log"))

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; `immediate` is a crash."""
        self._command("pg_ctl", "stop", "--pgdata", str(self._data), "--wait", f"--mode={mode}")

    def kill(self) -> None:
        """Kill the server process with SIGKILL."""
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def url(self, name: str) -> str:
        """Return the URL of a database, as the setting `db` takes it."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def fresh(self) -> str:
        """Create a database with our schema and return its URL."""
        self._made += 1
        name = f"house_{os.getpid()}_{self._made}"
        self.query(f"CREATE DATABASE {name} TEMPLATE template_house")
        return self.url(name)

    def query(self, sql: str, url: str | None = None) -> list[str]:
        """Run a query and return the lines that psql prints."""
        command = [binary("psql"), "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]
        done = subprocess.run(
            [*command, url or self.url("postgres"), "--command", sql], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def _command(self, name: str, *arguments: str) -> None:
        run_as: dict[str, Any] = (
            {} if os.geteuid() else {"user": "postgres", "group": pwd.getpwnam("postgres").pw_gid, "extra_groups": []}
        )
        done = subprocess.run(
            [binary(name), *arguments],
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            **run_as,
        )
        assert done.returncode == 0, f"{name}: {done.stderr}"


@contextmanager
def own_database() -> Iterator[Database]:
    """A server for one test, which may stop or kill it."""
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-pg-"))
    database = Database.make(folder)
    try:
        yield database
    finally:
        _remove(database)


@contextmanager
def shared_database(shared: Path) -> Iterator[Database]:
    """One server for all test workers: the first one creates it, the last one removes it. `shared` is a folder they share."""
    users = shared / "database-users"
    users.mkdir(exist_ok=True)
    place = shared / "database"
    mine = users / str(os.getpid())
    with _locked(shared):
        if not place.exists():
            folder = Path(tempfile.mkdtemp(prefix="roundhouse-pg-"))
            Database.make(folder)
            place.write_text(str(folder))
        mine.touch()
        database = Database(Path(place.read_text()))
    try:
        yield database
    finally:
        with _locked(shared):
            mine.unlink()
            if not any(users.iterdir()):
                place.unlink()
                _remove(database)


@contextmanager
def _locked(shared: Path) -> Iterator[None]:
    with (shared / "database-lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _remove(database: Database) -> None:
    database.stop("immediate")
    end = time.monotonic() + PATIENCE
    while (database.folder / "data" / "postmaster.pid").exists():
        assert time.monotonic() < end, "PostgreSQL does not stop"
        time.sleep(0.05)
    shutil.rmtree(database.folder)
