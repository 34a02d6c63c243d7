"""Servers for `bench.chaos`, and what goes wrong with them."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.web.database import Database

_SETTINGS: Final = {
    "ROUNDHOUSE_WEBHOOKS": "on",
    "ROUNDHOUSE_INSIDE": "on",  # webhooks may be on this machine, as they are here
    "ROUNDHOUSE_NOTICE_AFTER": "1",
    "ROUNDHOUSE_WORKERS": "1",
}
_SMALL: Final = 64 * 1024  # bytes that a file may have while the disk is full
_FULL_DISK: Final = "BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END"

Rows = list[tuple[str, ...]]


class Servers:
    """Server processes with default limits that share a store; each is started anew on its port when it was killed."""

    def __init__(self, db: str, count: int, folder: Path) -> None:
        self._db = db
        self._clock = folder / "clock"
        self._clock.write_text("0")
        self._log = (folder / "log").open("w+")
        self.ports = [_free_port() for _ in range(count)]
        self._count = count
        self._processes = [self._start(port) for port in self.ports]

    def _start(self, port: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "bench.shifted_clock", str(self._clock)]
        command += ["--lang", "en", "serve", "--port", str(port), "--db", self._db]
        environment = {**os.environ, **_SETTINGS, "ROUNDHOUSE_PROCESSES": str(self._count)}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True, env=environment)
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line}"
        return process

    def kill(self) -> None:
        """Kill the first server with SIGKILL, and start it again."""
        self._processes[0].kill()
        self._processes[0].communicate()
        self._processes[0] = self._start(self.ports[0])

    def shift_clock(self, seconds: float) -> None:
        """Set the clock of all servers wrong by so much."""
        self._clock.write_text(str(seconds))

    def limit_files(self, seconds: float) -> None:
        """Let no file of the servers grow for a while."""
        for process in self._processes:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (_SMALL, resource.RLIM_INFINITY))
        time.sleep(seconds)
        for process in self._processes:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def memory(self) -> float:
        """Return the megabytes of the largest server process, without its bots."""
        found = 0.0
        for process in self._processes:
            try:
                pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
            except (OSError, IndexError, ValueError):  # it has just been killed
                continue
            found = max(found, pages * resource.getpagesize() / 2**20)
        return found

    def alive(self) -> bool:
        """Return whether all servers run."""
        return all(process.poll() is None for process in self._processes)

    def stop(self) -> str:
        """Stop all servers and return what they logged."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            try:
                process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        with self._log:
            self._log.seek(0)
            return self._log.read()


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# Databases: how to break one, and how to look into it.

Fault = tuple[str, Callable[[Servers], None]]  # its name, and what lets it happen


class SqliteHouse:
    """One process on a SQLite file."""

    name = "SQLite, one process"
    processes = 1

    def __init__(self, folder: Path) -> None:
        self._file = folder / "house.db"
        self.db = str(self._file)

    @property
    def faults(self) -> Sequence[Fault]:
        """What goes wrong, in order."""
        return (
            ("the process is killed", Servers.kill),
            ("the disk is full for 3 s", lambda servers: servers.limit_files(3)),
            ("the clock is an hour fast", lambda servers: servers.shift_clock(3600)),
            ("the process is killed again", Servers.kill),
            ("the clock is an hour slow", lambda servers: servers.shift_clock(-3600)),
        )

    def rows(self, sql: str) -> Rows:
        """Return the rows of a query as texts."""
        with closing(sqlite3.connect(self._file)) as connection:
            return [tuple(map(str, row)) for row in connection.execute(sql).fetchall()]


class PostgresHouse:
    """Two processes on a PostgreSQL database."""

    name = "PostgreSQL, two processes"
    processes = 2

    def __init__(self, database: Database) -> None:
        self._database = database
        self.db = database.fresh()

    @property
    def faults(self) -> Sequence[Fault]:
        """What goes wrong, in order."""
        return (
            ("one of two processes is killed", Servers.kill),
            ("the database restarts", lambda _: self._restart()),
            ("the disk is full for 3 s", lambda _: self._fill_disk()),
            ("the database crashes", lambda _: self._crash()),
            ("the clock is an hour fast", lambda servers: servers.shift_clock(3600)),
            ("the clock is an hour slow", lambda servers: servers.shift_clock(-3600)),
        )

    def rows(self, sql: str) -> Rows:
        """Return the rows of a query as texts."""
        return [tuple(line.split("|")) for line in self._database.query(sql, self.db)]

    def _restart(self) -> None:
        self._database.stop()
        self._database.start()

    def _crash(self) -> None:
        self._database.stop("immediate")
        self._database.start()

    def _fill_disk(self) -> None:
        query = self._database.query
        query(f"CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $${_FULL_DISK}$$", self.db)
        query("CREATE TRIGGER full_disk BEFORE INSERT ON entry EXECUTE FUNCTION full_disk()", self.db)
        time.sleep(3)
        query("DROP TRIGGER full_disk ON entry", self.db)
