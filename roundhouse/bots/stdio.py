"""External bots in any language: a process that reads views and writes moves as JSON lines on its standard streams.

An external bot gets what any other bot gets. Its process is suspended while others move, killed if it does not answer in time, and
restarted at its next move, a few times per game. Everything it does wrong is raised as `BotFailure`.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from queue import Empty, SimpleQueue
from typing import IO, Any, Final

from roundhouse.bots.bot import CRASH, GARBLED, HANG, ILLEGAL, BotFailure
from roundhouse.core.game import Game
from roundhouse.core.named import SAFE, raw_view
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View

PROTOCOL: Final = 2
NAMED: Final = "named"  # views by name, as `Game.describe_view` gives them
RAW: Final = "raw"  # the fields of the engine's state, for programs that want numbers
VIEWS: Final = (NAMED, RAW)  # a program chooses one in its answer to the hello
START_TIMEOUT: Final = 10.0  # seconds to answer the first line, which includes loading an interpreter and libraries
GRACE: Final = 0.5  # seconds beyond the budget in which a late answer still counts; then the process is killed
MAX_STARTS: Final = 3  # per game; after that a failed bot is not restarted
_EXIT_TIMEOUT: Final = 0.5  # seconds to exit when the game is over
_MAX_LINE: Final = 1 << 20  # bytes of one line
_MAX_PENDING: Final = 64  # unread lines that are kept
_STDERR_LINES: Final = 20  # lines of standard error kept


def parse_command(text: str) -> list[str]:
    """Split a command into words. Raise BadSetup if its program does not exist."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadSetup(say("the command of 'cmd:{text}' cannot be parsed: {reason}", text=text, reason=str(error))) from error
    if not words:
        raise BadSetup(say("an external bot is written cmd:PROGRAM, such as cmd:./mybot"))
    if shutil.which(words[0]) is None:
        raise BadSetup(say("there is no program '{program}' to run as a bot", program=words[0]))
    return words


class StdioBot:
    """An external bot: one process per seat and game."""

    def __init__(
        self, name: str, command: Sequence[str], game: Game[Any], seed: int, options: Mapping[str, Any], seconds: float
    ) -> None:
        self.name = name
        self._game = game
        self._seed = seed
        self._options = {option.name: options.get(option.name, option.default) for option in dataclass_fields(game.options)}
        self._seconds = seconds
        self._client = StdioClient(command, seconds)

    def open(self, view: View) -> None:
        """Start the process. If that fails, the first move tries again and raises."""
        with contextlib.suppress(BotFailure):
            self._client.start(self._hello(view))

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the move that the process answers. Raise BotFailure if it gives none."""
        texts = {self._game.notation(move): move for move in moves}
        views = {NAMED: self._game.describe_view, RAW: raw_view}
        return texts[self._client.choose(self._hello(view), lambda kind: views[kind](view), list(texts))]

    def close(self) -> None:
        """Close the standard input of the process, and kill it if it does not exit soon."""
        self._client.close()

    def _hello(self, view: View) -> dict[str, Any]:
        return {
            "game": self._game.name,
            "version": self._game.version,
            "view_version": self._game.view_version,
            "seat": view.seat,
            "seats": view.position.seats,
            "options": self._options,
            "seed": self._seed & SAFE,
        }


class StdioClient:
    """The protocol for one seat of one game. It only handles text and JSON, so it does not need the game itself."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._process: _BotProcess | None = None
        self._starts = 0
        self._failure = ""  # how the last process failed
        self._view = NAMED  # the kind of view that the program has chosen

    def start(self, hello: Mapping[str, Any]) -> None:
        """Start the process unless it is running, and send the hello message. Raise BotFailure if that fails."""
        self._running(hello)

    def choose(self, hello: Mapping[str, Any], view: Callable[[str], Mapping[str, Any]], moves: Sequence[str]) -> str:
        """Send a turn message and return the answer, one of `moves`. Raise BotFailure if it is anything else.

        `view` is called with one of VIEWS and returns the view of that kind.
        """
        process = self._running(hello)
        turn = {"type": "turn", "view": view(self._view), "moves": moves, "budget": self._seconds}
        with self._discarding_failed_process():
            answer = process.ask(turn, self._seconds + GRACE)
        text = answer.get("move")
        if not isinstance(text, str):
            raise BotFailure(GARBLED, json.dumps(answer))
        if text not in moves:
            raise BotFailure(ILLEGAL, text)
        return text

    def close(self) -> None:
        """Close the standard input of the process, and kill it if it does not exit soon."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _running(self, hello: Mapping[str, Any]) -> _BotProcess:
        """Return the process, starting it unless it is running or has failed too often."""
        if self._process is not None:
            return self._process
        if self._starts == MAX_STARTS:
            raise BotFailure(CRASH, f"not restarted after {MAX_STARTS} failures, the last of them: {self._failure}")
        self._starts += 1
        with self._discarding_failed_process():
            try:
                self._process = _BotProcess(self._command)
            except OSError as error:
                raise BotFailure(CRASH, f"{self._command[0]}: {error.strerror}") from error
            ready = self._process.ask({"type": "hello", "protocol": PROTOCOL, **hello, "budget": self._seconds}, START_TIMEOUT)
        try:
            self._view = _view_kind(ready)
        except BotFailure as failure:  # so that the next move says so again
            self._failure = failure.detail
            self.close()
            raise
        return self._process

    @contextlib.contextmanager
    def _discarding_failed_process(self) -> Iterator[None]:
        """Kill a process that hangs or has exited, so that the next move starts another one."""
        try:
            yield
        except BotFailure as failure:
            if failure.kind in (CRASH, HANG) and self._process is not None:
                self._failure = failure.detail
                self._process.kill()
                self._process = None
            raise


class _BotProcess:
    """A running bot. Three threads do the reading and writing, so that nothing the process does can block the caller."""

    def __init__(self, command: Sequence[str]) -> None:
        # A process group of its own: it gets no Ctrl-C, and signals reach its children too.
        self._popen = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0
        )
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        self._received: SimpleQueue[bytes] = SimpleQueue()
        self._stderr: deque[bytes] = deque(maxlen=_STDERR_LINES)
        streams = (
            (self._write_stdin, self._popen.stdin),
            (self._read_stdout, self._popen.stdout),
            (self._read_stderr, self._popen.stderr),
        )
        self._threads = [threading.Thread(target=work, args=(stream,), daemon=True) for work, stream in streams]
        for thread in self._threads:
            thread.start()

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a message and return the answer. Lines written before the message are discarded."""
        self._signal("SIGCONT")
        self._discard_pending()
        self._to_write.put(json.dumps(message).encode() + b"\n")
        try:
            line = self._received.get(timeout=seconds)
        except Empty:
            raise BotFailure(HANG, f"{seconds:g}") from None
        if not line:
            raise BotFailure(CRASH, self._exit_reason())
        self._signal("SIGSTOP")  # or it would use CPU time while others move
        return _parse_object(line)

    def stop(self) -> None:
        """Give the process a moment to exit by itself, then kill it."""
        self._signal("SIGCONT")
        self._to_write.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(_EXIT_TIMEOUT)
        self.kill()

    def kill(self) -> None:
        """Kill the process and its children."""
        self._signal("SIGKILL")
        self._popen.kill()
        self._popen.wait()
        self._to_write.put(None)
        for thread in self._threads:
            thread.join(_EXIT_TIMEOUT)

    def _signal(self, name: str) -> None:
        """Signal the whole process group, on systems that have them."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, getattr(signal, name))

    def _exit_reason(self) -> str:
        """Return why the process ended: the last line of its standard error, else its exit code."""
        deadline = time.monotonic() + _EXIT_TIMEOUT
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(_EXIT_TIMEOUT)
        self._threads[-1].join(max(0.0, deadline - time.monotonic()))
        words = [line for line in (line.decode("utf-8", "replace").strip() for line in self._stderr) if line]
        return words[-1] if words else f"exit code {self._popen.poll()}"

    def _discard_pending(self) -> None:
        """Discard unread lines, but keep the end-of-file marker."""
        while not self._received.empty():
            if not self._received.get():
                self._received.put(b"")
                return

    # The threads. Each closes its stream when it ends.

    def _write_stdin(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while (line := self._to_write.get()) is not None:
                stream.write(line)
                stream.flush()

    def _read_stdout(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while line := stream.readline(_MAX_LINE):
                if self._received.qsize() < _MAX_PENDING:
                    self._received.put(line)
        self._received.put(b"")

    def _read_stderr(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while line := stream.readline(_MAX_LINE):
                self._stderr.append(line)


def _view_kind(ready: Mapping[str, Any]) -> str:
    """Return the kind of view that an answer to the hello asks for. Raise BotFailure if there is no such kind."""
    kind = ready.get("view", NAMED)
    if kind not in VIEWS:
        raise BotFailure(GARBLED, f"no kind of view {kind!r}: choose one of {', '.join(VIEWS)}")
    return str(kind)


def _parse_object(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object. Raise BotFailure if it is not one."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise BotFailure(GARBLED, line.decode("utf-8", "replace").strip() or "an empty line")
    return answer
