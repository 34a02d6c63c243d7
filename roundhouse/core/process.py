"""Worker processes: starting them, talking to them and stopping them. Bots, games and batches all use this module."""

from __future__ import annotations

import contextlib
import signal
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, Generic, TypeVar, cast

A = TypeVar("A")
T = TypeVar("T")

SPAWN: Final = get_context("spawn")  # a fork would copy locks that other threads of the caller hold
_GRACE: Final = 2.0  # seconds that a stopped process has to clean up before it is killed
_QUEUED: Final = 64  # tasks per worker that may be finished before the first one, so that no worker idles during a long task


class WorkerDied(Exception):
    """Raised when a worker process ends before it has answered; the argument is its exit code."""


class Worker:
    """A process that runs `target(pipe, *args)`, and the pipe to it.

    The process is stopped by `stop`, or when the worker is garbage-collected, or at the exit of its parent. It ignores Ctrl-C,
    which is meant for the parent. When the parent is gone, `pipe.recv()` raises EOFError in `target`, which need not catch it.
    """

    def __init__(self, target: Callable[..., None], *args: object, name: str = "roundhouse-worker") -> None:
        self.pipe, remote = SPAWN.Pipe()
        handler = _ignore_interrupts()  # inherited by the process, effective even while it is still importing
        try:
            self._process: SpawnProcess = SPAWN.Process(target=_run, args=(target, remote, args), daemon=True, name=name)
            self._process.start()
        finally:
            _restore_interrupts(handler)
        remote.close()
        self._finalizer = weakref.finalize(self, _stop, self.pipe, self._process, 0.0)

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid or 0

    def is_alive(self) -> bool:
        """Return whether the process is running."""
        return self._process.is_alive()

    def send(self, message: object) -> None:
        """Send a message. If the process has died, the next `receive` raises."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.pipe.send(message)

    def receive(self) -> Any:
        """Return the next message of the process; raise WorkerDied if there will be none."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            self._process.join(_GRACE)
            raise WorkerDied(self._process.exitcode) from None

    def ask(self, message: object) -> Any:
        """Send a message and return the answer."""
        self.send(message)
        return self.receive()

    def stop(self, grace: float = 0.0) -> None:
        """Stop the process: it gets SIGTERM, and SIGKILL if it has not ended after `grace` seconds. May be called again."""
        if self._finalizer.detach() is not None:
            _stop(self.pipe, self._process, grace)


class Pool(Generic[A, T]):
    """Workers that apply one function to many tasks. Results come in the order of the tasks."""

    def __init__(self, function: Callable[[A], T], count: int, prepare: Callable[[], None] | None = None) -> None:
        self._workers = [Worker(_serve, function, prepare) for _ in range(count)]
        self._busy = False

    def __enter__(self) -> Pool[A, T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def map(self, tasks: Iterable[A]) -> Iterator[T]:
        """Yield the result of every task. Re-raise an exception of a worker; raise WorkerDied if a process has died."""
        source, self._busy = iter(tasks), True
        pending: deque[_Pending[T]] = deque()
        free = list(self._workers)
        running: dict[Connection, tuple[Worker, _Pending[T]]] = {}
        while True:
            while free and len(pending) < _QUEUED * len(self._workers) and (task := next(source, _END)) is not _END:
                worker, result = free.pop(), _Pending[T]()
                worker.send(task)
                pending.append(result)
                running[worker.pipe] = (worker, result)
            if not pending:
                break
            while pending and pending[0].done:
                yield pending.popleft().value()
            for pipe in wait(list(running), 0 if not running else None):
                worker, result = running.pop(cast("Connection", pipe))
                result.settle(*worker.receive())
                free.append(worker)
        self._busy = False

    def stop(self) -> None:
        """Stop the workers; those in the middle of a task get a short grace period to clean up."""
        for worker in self._workers:
            worker.stop(_GRACE if self._busy else 0.0)


_END: Final = object()


class _Pending(Generic[T]):
    """The result of a task that a worker has taken."""

    def __init__(self) -> None:
        self.done = False
        self._value: T | None = None
        self._error: Exception | None = None

    def settle(self, value: T, error: Exception | None) -> None:
        self.done, self._value, self._error = True, value, error

    def value(self) -> T:
        if self._error is not None:
            raise self._error
        return cast("T", self._value)


def _run(target: Callable[..., None], pipe: Connection, args: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        target(pipe, *args)


def _serve(pipe: Connection, function: Callable[[Any], object], prepare: Callable[[], None] | None) -> None:
    if prepare is not None:
        prepare()
    while True:
        task = pipe.recv()
        try:
            answer: tuple[object, Exception | None] = (function(task), None)
        except Exception as error:  # raised in the parent when it asks for the result
            answer = (None, error)
        pipe.send(answer)


def _stop(pipe: Connection, process: SpawnProcess, grace: float) -> None:
    pipe.close()
    process.terminate()
    process.join(grace)
    if process.exitcode is None:
        process.kill()
        process.join()


def _ignore_interrupts() -> Any:
    try:
        return signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread: the process ignores them as soon as it runs
        return None


def _restore_interrupts(handler: Any) -> None:
    if handler is not None:
        signal.signal(signal.SIGINT, handler)
