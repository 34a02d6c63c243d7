"""The result of one arena game, stored as a line of JSON. The field names are the keys of that file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.bot import CRASH, GARBLED, HANG
from roundhouse.core.sentence import Sentence, say


@dataclass(frozen=True)
class Fault:
    """A move that was replaced by a random one because the bot failed."""

    seat: int
    move: int  # number in the record, counted from 1 as `replay` does
    kind: str  # one of bots.FAILURES
    detail: str  # what the bot answered, or the last line of its output

    def sentence(self, bot: str) -> Sentence:
        """Return the fault in words."""
        values = {"bot": bot, "move": self.move, "detail": self.detail}
        if self.kind == CRASH:
            return say("{bot} crashed at move {move}: {detail}", **values)
        if self.kind == HANG:
            return say("{bot} did not answer at move {move} within {detail} seconds", **values)
        if self.kind == GARBLED:
            return say("{bot} did not answer with a line of JSON at move {move}: {detail}", **values)
        return say("{bot} answered '{detail}' at move {move}, which is not a legal move", **values)


@dataclass(frozen=True)
class Result:
    """One game: the seating, how it ended and what the bots did. Lists are by seat."""

    number: int
    deal: int
    seed: int  # of its draws
    bots: list[str]
    scores: list[int]
    ranks: list[int]  # 0 is best; ties share a rank
    moves: int  # in the record, draws of chance included
    digest: str  # hash of its moves, equal for equal games
    last: str  # the kind of the last move that a bot made
    kinds: list[dict[str, int]]  # number of moves of each kind; a kind is the first word of a move's text
    seconds: list[float]  # thinking time in total
    slowest: list[float]  # longest thinking time
    faults: list[Fault]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.bots)

    def wins(self) -> list[float]:
        """Return the share of the win of each seat."""
        winners = self.ranks.count(0)
        return [1 / winners if rank == 0 else 0.0 for rank in self.ranks]


def to_line(result: Result) -> str:
    """Return a result as one line of JSON, without the newline."""
    return json.dumps(_to_dict(result), ensure_ascii=False)


def from_line(line: str) -> Result:
    """Parse a result. Raise ValueError, KeyError or TypeError if the line is not one."""
    values = json.loads(line)
    return Result(**{**values, "faults": [Fault(**fault) for fault in values["faults"]]})


def _to_dict(result: Result) -> dict[str, Any]:
    """Return the fields by name, without the deep copies of `asdict`."""
    return {**vars(result), "faults": [vars(fault) for fault in result.faults]}
