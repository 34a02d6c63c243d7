"""A server in a process of its own, as people run it, and clients that use it over real sockets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 60.0  # seconds, on a busy machine


class Server:
    """`roundhouse serve` on a free port."""

    def __init__(self, db: Path | str, port: int = 0) -> None:
        command = [sys.executable, "-m", "roundhouse", "--lang", "en", "serve", "--port", str(port), "--db", str(db)]
        environment = {**os.environ, "ROUNDHOUSE_STREAMS_EACH": "1000", "ROUNDHOUSE_LIMITS": "off", "ROUNDHOUSE_WORKERS": "1"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        assert self._process.stdout is not None
        self._people: list[httpx.Client] = []
        self._streams: list[Stream] = []
        line = self._process.stdout.readline()
        if "http://" not in line:
            raise AssertionError(line + self._process.communicate(timeout=PATIENCE)[0])
        self.address = line.split()[-1].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[float, str]:
        """Stop the server; return how long that took and what it printed."""
        begin = time.monotonic()
        self._process.send_signal(how)
        printed, _ = self._process.communicate(timeout=PATIENCE)
        return time.monotonic() - begin, printed

    def person(self) -> httpx.Client:
        """Return a client with its own cookies."""
        self._people.append(httpx.Client(base_url=self.address, headers={"Origin": self.address}, timeout=PATIENCE))
        return self._people[-1]

    def stream(self, client: httpx.Client, url: str, last: str | None = None) -> Stream:
        """Open a live stream for a client, from an event on."""
        self._streams.append(Stream(client, url, last))
        return self._streams[-1]

    def clear(self) -> None:
        """Kill the server if it still runs, and close all clients and streams."""
        if self._process.poll() is None:
            self.stop(signal.SIGKILL)
        for person in self._people:
            person.close()
        for stream in self._streams:
            stream.join()


@contextmanager
def serving(db: Path | str, port: int = 0) -> Iterator[Server]:
    """Run a server until the end of the block."""
    server = Server(db, port)
    try:
        yield server
    finally:
        server.clear()


class Stream:
    """A live stream, read in a thread."""

    def __init__(self, client: httpx.Client, url: str, last: str | None = None) -> None:
        self.events: list[tuple[str, str, dict[str, Any]]] = []  # id, kind, data
        self.ended = threading.Event()
        self._changed = threading.Condition()
        headers = {} if last is None else {"Last-Event-ID": last}
        self._thread = threading.Thread(target=self._read, args=(client, url, headers), daemon=True)
        self._thread.start()

    def _read(self, client: httpx.Client, url: str, headers: dict[str, str]) -> None:
        try:
            with httpx.stream(
                "GET", f"{client.base_url}{url}", headers=headers, cookies=client.cookies, timeout=PATIENCE
            ) as answer:
                event: dict[str, str] = {}
                for line in answer.iter_lines():
                    name, _, value = line.partition(": ")
                    if line:
                        event[name] = value
                    elif "event" in event:
                        if event["event"] != "bell":  # sent on the same stream, but not about the table
                            self._add(event)
                        event = {}
        except httpx.HTTPError:  # a connection that is cut ends the stream as well
            pass
        finally:
            self.ended.set()
            with self._changed:
                self._changed.notify_all()

    def join(self) -> None:
        """Wait for the end of the stream."""
        self._thread.join(PATIENCE)

    def _add(self, event: dict[str, str]) -> None:
        with self._changed:
            self.events.append((event.get("id", ""), event["event"], json.loads(event["data"])))
            self._changed.notify_all()

    def wait(self, count: int) -> list[tuple[str, str, dict[str, Any]]]:
        """Wait for so many events, and return all."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.events) >= count or self.ended.is_set(), PATIENCE)
        assert len(self.events) >= count, self.events
        return self.events
