"""What is kept of one game of the arena: a line of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.bot import CRASH, GARBLED, HANG
from roundhouse.core.sentence import Sentence, say


@dataclass(frozen=True)
class Fault:
    """A move that a bot has lost to a random legal one, and why."""

    seat: int
    move: int  # its number in the record, from 1 on, as `replay` counts
    kind: str  # one of bots.FAILURES
    detail: str  # what it said instead of a move, or the last thing it said at all

    def told(self, bot: str) -> Sentence:
        """The fault in words."""
        values = {"bot": bot, "move": self.move, "detail": self.detail}
        if self.kind == CRASH:
            return say("{bot} crashed at move {move}: {detail}", **values)
        if self.kind == HANG:
            return say("{bot} gave no answer at move {move} within {detail} seconds", **values)
        if self.kind == GARBLED:
            return say("{bot} did not answer with a JSON line at move {move}: {detail}", **values)
        return say("{bot} answered '{detail}' at move {move}, which is not a legal move", **values)


@dataclass(frozen=True)
class Result:
    """One game: who sat where, how it ended, what the bots did. Lists are by seat."""

    number: int
    deal: int
    seed: int  # of its draws
    bots: list[str]
    scores: list[int]
    ranks: list[int]  # 0 is best, equal ranks share
    moves: int  # in the record, draws of chance included
    digest: str  # of its moves: equal games have equal ones
    last: str  # the kind of the last move that a bot made
    kinds: list[dict[str, int]]  # how many moves of each kind; a kind is the first word of a move's text
    seconds: list[float]  # thought in all
    slowest: list[float]  # the longest thought
    faults: list[Fault]

    @property
    def seats(self) -> int:
        """How many have played."""
        return len(self.bots)

    def wins(self) -> list[float]:
        """The game shared among those of best rank."""
        best = self.ranks.count(0)
        return [1 / best if rank == 0 else 0.0 for rank in self.ranks]


def to_line(result: Result) -> str:
    """One line of JSON, without its end."""
    return json.dumps(_facts(result), ensure_ascii=False)


def from_line(line: str) -> Result:
    """The way back. Raises ValueError, KeyError or TypeError where the line is not one of ours."""
    facts = json.loads(line)
    return Result(**{**facts, "faults": [Fault(**fault) for fault in facts["faults"]]})


def _facts(result: Result) -> dict[str, Any]:
    """The fields by name, without the copies that `asdict` would make."""
    return {**vars(result), "faults": [vars(fault) for fault in result.faults]}
