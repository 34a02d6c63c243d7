"""What a bot is: something that turns a view into a move, within a budget."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View

_SECONDS: Final = re.compile(r"(\d+(?:\.\d+)?)s")


class Bot(Protocol):
    """A player of one game, at one seat of one table. It never meets a state, only views."""

    name: str

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """One of `moves`, the legal ones of the acting seat, which is the seat of the view."""


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
