"""CPU time of requests: what a request spends on the event loop, and what it has others spend in threads."""

from __future__ import annotations

import time
import types
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, Final, TypeVar

T = TypeVar("T")

Charge = Callable[[float], None]  # called with seconds, in any thread

_charge: Final[ContextVar[Charge | None]] = ContextVar("charge", default=None)
_FLUSH: Final = 0.01  # seconds after which a request that still runs is charged


def metered(make: Callable[[], T]) -> Callable[[], T]:
    """Return `make`, which charges the CPU time of the thread that runs it to the current request."""
    charge = _charge.get()
    if charge is None:
        return make

    def timed() -> T:
        begin = time.thread_time()
        try:
            return make()
        finally:
            charge(time.thread_time() - begin)

    return timed


@types.coroutine
def charged(work: Coroutine[Any, Any, None], charge: Charge) -> Generator[Any, Any, None]:
    """Run a coroutine to its end and charge the CPU time of its steps; also that of functions that it makes `metered`."""
    token = _charge.set(charge)
    spent = 0.0
    error: BaseException | None = None
    try:
        while True:
            begin = time.thread_time()
            try:
                step = work.send(None) if error is None else work.throw(error)
            except StopIteration:
                return
            finally:
                spent += time.thread_time() - begin
            if spent >= _FLUSH:
                charge(spent)
                spent = 0.0
            try:
                yield step
                error = None
            except GeneratorExit:
                work.close()
                raise
            except BaseException as thrown:
                error = thrown
    finally:
        charge(spent)
        _charge.reset(token)
