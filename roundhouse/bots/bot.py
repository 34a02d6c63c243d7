"""The bot interface: something that turns a view into a move, within a budget."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View

# The ways in which a bot can fail to return a move.
CRASH: Final = "crash"
HANG: Final = "hang"
GARBLED: Final = "garbled"  # the answer cannot be parsed
ILLEGAL: Final = "illegal"
FAILURES: Final = (CRASH, HANG, GARBLED, ILLEGAL)

_SECONDS: Final = re.compile(r"(\d+(?:\.\d+)?)s")


class Bot(Protocol):
    """A player at one seat of one game. It only ever gets views, never states."""

    name: str

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return one of `moves`, the legal moves of the acting seat, which is the seat of the view."""


@runtime_checkable
class SupportsOpen(Protocol):
    """A bot that prepares for its game."""

    def open(self, view: View) -> None:
        """Prepare, before the first move and outside any budget. `view` is the initial view of its seat. Must not raise."""


@runtime_checkable
class SupportsClose(Protocol):
    """A bot that holds resources, such as a process."""

    def close(self) -> None:
        """Release all resources. May be called at any time, and more than once."""


class BotFailure(Exception):
    """Raised by a bot that could not return a move. The caller plays another one instead."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind  # one of FAILURES
        self.detail = detail  # what the bot answered, or the last line of its output


@dataclass(frozen=True)
class Budget:
    """The limit of one decision: seconds on one core, search iterations, or whichever runs out first."""

    seconds: float | None = None
    iterations: int | None = None

    @staticmethod
    def parse(text: str) -> Budget:
        """Parse a budget from the name of a bot: `1s` and `0.2s` are seconds, `500` is iterations.

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
        raise BadSetup(say("a budget is written '1s' (seconds per move) or '500' (iterations), not '{text}'", text=text))
