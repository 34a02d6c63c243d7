"""What a bot is: something that turns a view into a move, within a budget."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View

# How a bot can fail to give a move.
CRASH: Final = "crash"
HANG: Final = "hang"
GARBLED: Final = "garbled"  # an answer that is no answer
ILLEGAL: Final = "illegal"
FAILURES: Final = (CRASH, HANG, GARBLED, ILLEGAL)

_SECONDS: Final = re.compile(r"(\d+(?:\.\d+)?)s")


class Bot(Protocol):
    """A player of one game, at one seat of one table. It never meets a state, only views."""

    name: str

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """One of `moves`, the legal ones of the acting seat, which is the seat of the view."""


@runtime_checkable
class Opening(Protocol):
    """A bot that has to get ready: it is told when its game begins."""

    def open(self, view: View) -> None:
        """Gets ready, before the first move and outside every budget; `view` is that of its seat then. Does not fail."""


@runtime_checkable
class Closing(Protocol):
    """A bot that holds something, a process say: it is told when its game is over."""

    def close(self) -> None:
        """Lets go of everything. May be called at any moment, also twice."""


class Failed(Exception):
    """A bot that could not give a move. Whoever runs the match finds another one and goes on."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind  # of FAILURES
        self.detail = detail  # what it said instead, or the last thing it said at all


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: seconds of one core, or iterations of a search, or whichever ends first."""

    seconds: float | None = None
    iterations: int | None = None

    @staticmethod
    def parse(text: str) -> Budget:
        """A budget as it is written in the name of a bot: `1s` and `0.2s` are seconds, `500` is iterations.

        >>> Budget.parse("0.2s")
        Budget(seconds=0.2, iterations=None)
        >>> Budget.parse("500")
        Budget(seconds=None, iterations=500)
        """
        seconds = _SECONDS.fullmatch(text)
        if seconds is not None and float(seconds[1]) > 0:
            return Budget(seconds=float(seconds[1]))
        if text.isascii() and text.isdigit() and int(text) > 0:
            return Budget(iterations=int(text))
        raise BadSetup(say("a budget is written '1s' (seconds a move) or '500' (iterations), not '{text}'", text=text))
