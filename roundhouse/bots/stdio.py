"""Bots of any language: another program that reads views and writes moves, a line of JSON each, over its standard streams.

A bot of another program is given what any bot is given and can do no more: it is stopped while others think, killed when it does
not answer in time, and started again at its next move, a few times a game. What it does wrong is told by `Failed`.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from queue import Empty, SimpleQueue
from typing import IO, Any, Final

from roundhouse.bots.bot import CRASH, GARBLED, HANG, ILLEGAL, Failed
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View, fields

PROTOCOL: Final = 1
START: Final = 10.0  # seconds to answer the first line: an interpreter and its libraries are loaded then
GRACE: Final = 0.5  # seconds beyond the budget: a late answer is taken, none at all ends the process
STARTS: Final = 3  # in one game; a bot that has failed so often is not started again
_LEAVE: Final = 0.5  # seconds to leave when the game is over
_LONGEST: Final = 1 << 20  # bytes of one line
_AHEAD: Final = 64  # lines kept that nobody has asked for
_LAST_WORDS: Final = 20  # lines of standard error kept


def command_of(text: str) -> list[str]:
    """The words of a command, whose program exists."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadSetup(say("the command of 'cmd:{text}' cannot be read: {reason}", text=text, reason=str(error))) from error
    if not words:
        raise BadSetup(say("a bot of another program is written cmd:PROGRAM, such as cmd:./mybot"))
    if shutil.which(words[0]) is None:
        raise BadSetup(say("there is no program '{program}' to run as a bot", program=words[0]))
    return words


class StdioBot:
    """A bot of another program: one process a seat and game."""

    def __init__(
        self, name: str, command: Sequence[str], game: Game[Any], seed: int, options: Mapping[str, Any], seconds: float
    ) -> None:
        self.name = name
        self._game = game
        self._seed = seed
        self._options = {option.name: options.get(option.name, option.default) for option in dataclass_fields(game.options)}
        self._seconds = seconds
        self._dialogue = Dialogue(command, seconds)

    def open(self, view: View) -> None:
        """Starts the program. If that fails, the first move tries again and says why."""
        with contextlib.suppress(Failed):
            self._dialogue.begin(self._hello(view))

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """The move that the program answers. Raises Failed."""
        texts = {self._game.notation(move): move for move in moves}
        return texts[self._dialogue.choose(self._hello(view), fields(view.position), list(texts))]

    def close(self) -> None:
        """Ends the program: its input ends, and a moment later it is killed."""
        self._dialogue.close()

    def _hello(self, view: View) -> dict[str, Any]:
        return {
            "game": self._game.name,
            "version": self._game.version,
            "seat": view.seat,
            "seats": view.position.seats,
            "options": self._options,
            "seed": self._seed,
        }


class Dialogue:
    """The talk with a program about one seat of one game, all of it in texts: whoever knows the game need not be near."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._program: _Program | None = None
        self._starts = 0
        self._end = ""  # the last thing that a program of this game said

    def begin(self, hello: Mapping[str, Any]) -> None:
        """Starts the program if it does not run, and tells it where it sits. Raises Failed."""
        self._ready(hello)

    def choose(self, hello: Mapping[str, Any], view: Mapping[str, Any], moves: Sequence[str]) -> str:
        """The one of `moves` that the program answers to a view. Raises Failed."""
        turn = {"type": "turn", "view": view, "moves": moves, "budget": self._seconds}
        with self._giving_up():
            answer = self._ready(hello).ask(turn, self._seconds + GRACE)
        text = answer.get("move")
        if not isinstance(text, str):
            raise Failed(GARBLED, json.dumps(answer))
        if text not in moves:
            raise Failed(ILLEGAL, text)
        return text

    def close(self) -> None:
        """Ends the program: its input ends, and a moment later it is killed."""
        if self._program is not None:
            self._program.leave()
            self._program = None

    def _ready(self, hello: Mapping[str, Any]) -> _Program:
        """The program, started if it does not run and has not failed too often."""
        if self._program is not None:
            return self._program
        if self._starts == STARTS:
            raise Failed(CRASH, f"not started again after {STARTS} failures, the last of them: {self._end}")
        self._starts += 1
        with self._giving_up():
            try:
                self._program = _Program(self._command)
            except OSError as error:
                raise Failed(CRASH, f"{self._command[0]}: {error.strerror}") from error
            self._program.ask({"type": "hello", "protocol": PROTOCOL, **hello, "budget": self._seconds}, START)
        return self._program

    @contextlib.contextmanager
    def _giving_up(self) -> Iterator[None]:
        """A program that hangs or has ended is given up: it is killed, and the next move starts another one."""
        try:
            yield
        except Failed as failure:
            if failure.kind in (CRASH, HANG) and self._program is not None:
                self._end = failure.detail
                self._program.kill()
                self._program = None
            raise


class _Program:
    """A running program. Three threads carry what is written and read, so that nothing it does or does not do can block us."""

    def __init__(self, command: Sequence[str]) -> None:
        # A group of its own: Ctrl-C is not for it, and it is stopped and killed with whatever it has started.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0
        )
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._in: SimpleQueue[bytes] = SimpleQueue()
        self._last_words: deque[bytes] = deque(maxlen=_LAST_WORDS)
        streams = ((self._write, self._process.stdin), (self._read, self._process.stdout), (self._listen, self._process.stderr))
        self._threads = [threading.Thread(target=work, args=(stream,), daemon=True) for work, stream in streams]
        for thread in self._threads:
            thread.start()

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Sends a message; the answer. Lines that were written before it answer nothing and are forgotten."""
        self._signal("SIGCONT")
        self._forget()
        self._out.put(json.dumps(message).encode() + b"\n")
        try:
            line = self._in.get(timeout=seconds)
        except Empty:
            raise Failed(HANG, f"{seconds:g}") from None
        if not line:
            raise Failed(CRASH, self._end())
        self._signal("SIGSTOP")  # what it thinks while others move would be taken from their time
        return _object(line)

    def leave(self) -> None:
        """Lets it end by itself, a moment long."""
        self._signal("SIGCONT")
        self._out.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE)
        self.kill()

    def kill(self) -> None:
        """Ends it at once, and all that it has started."""
        self._signal("SIGKILL")
        self._process.kill()
        self._process.wait()
        self._out.put(None)
        for thread in self._threads:
            thread.join(_LEAVE)

    def _signal(self, name: str) -> None:
        """To the whole group, where there are groups."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, getattr(signal, name))

    def _end(self) -> str:
        """How it has ended: its last words, else its exit code."""
        deadline = time.monotonic() + _LEAVE
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE)
        self._threads[-1].join(max(0.0, deadline - time.monotonic()))
        words = [line for line in (line.decode("utf-8", "replace").strip() for line in self._last_words) if line]
        return words[-1] if words else f"exit code {self._process.poll()}"

    def _forget(self) -> None:
        """Drops what was written unasked; that it has ended is not forgotten."""
        while not self._in.empty():
            if not self._in.get():
                self._in.put(b"")
                return

    # The threads. Each closes its stream when it is done.

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while (line := self._out.get()) is not None:
                stream.write(line)
                stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while line := stream.readline(_LONGEST):
                if self._in.qsize() < _AHEAD:
                    self._in.put(line)
        self._in.put(b"")

    def _listen(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while line := stream.readline(_LONGEST):
                self._last_words.append(line)


def _object(line: bytes) -> dict[str, Any]:
    """The JSON object of a line."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Failed(GARBLED, line.decode("utf-8", "replace").strip() or "an empty line")
    return answer
