"""Is A better than B? A sequential probability ratio test (Wald), deal by deal, that stops as soon as the answer is clear.

A deal is played from every seat. The bot that is placed above the other more often in its games wins the deal; level deals do not
count. Deals are independent, whatever luck the games of one deal share, so the error rates hold: if A is not better, the test says
that it is in at most ERROR_RATE of all runs; if A wins at least H1_SHARE of the decided deals, it fails to say so in at most
ERROR_RATE.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from roundhouse.arena.result import Result
from roundhouse.core.sentence import BadSetup, Sentence, say

H0_SHARE: Final = 0.5  # of the decided deals: not better
H1_SHARE: Final = 0.6  # of the decided deals: better
ERROR_RATE: Final = 0.05

# Verdicts, as they are written to JSON.
BETTER: Final = "better"
NOT_BETTER: Final = "not better"
UNDECIDED: Final = "undecided"

BOUND: Final = math.log(1 / ERROR_RATE)  # Ville's inequality: a false hypothesis crosses it in at most ERROR_RATE of all runs
_LLR_WON: Final = math.log(H1_SHARE / H0_SHARE)
_LLR_LOST: Final = math.log((1 - H1_SHARE) / (1 - H0_SHARE))


@dataclass
class Sprt:
    """The test of one pair; results are added in the order of their numbers."""

    a: str
    b: str
    won: int = 0
    lost: int = 0
    level: int = 0
    path: list[float] = field(default_factory=lambda: [0.0])  # the log-likelihood ratio after each decided deal
    _lead: int = 0

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1_SHARE to H0_SHARE."""
        return self.path[-1]

    @property
    def verdict(self) -> str:
        """One of BETTER, NOT_BETTER and UNDECIDED."""
        return BETTER if self.llr >= BOUND else NOT_BETTER if self.llr <= -BOUND else UNDECIDED

    def add(self, result: Result, *, last_of_deal: bool) -> bool:
        """Add a game and return whether the test is decided. A deal counts once its last game is added."""
        if self.verdict == UNDECIDED:
            self._lead += lead(result, self.a, self.b)
            if last_of_deal:
                self._finish_deal()
        return self.verdict != UNDECIDED

    def _finish_deal(self) -> None:
        if self._lead:
            self.won += self._lead > 0
            self.lost += self._lead < 0
            self.path.append(self.won * _LLR_WON + self.lost * _LLR_LOST)
        else:
            self.level += 1
        self._lead = 0

    def sentence(self) -> Sentence:
        """Return the verdict in words."""
        values = {"a": self.a, "b": self.b, "won": self.won, "lost": self.lost, "risk": f"{ERROR_RATE:.0%}"}
        if self.verdict == BETTER:
            return say("{a} is better than {b}: {won} deals won, {lost} lost (risk of error {risk})", **values)
        if self.verdict == NOT_BETTER:
            return say("{a} is not clearly better than {b}: {won} deals won, {lost} lost (risk of error {risk})", **values)
        return say("undecided whether {a} is better than {b}: {won} deals won, {lost} lost; more games may decide", **values)


def lead(result: Result, a: str, b: str) -> int:
    """Return how often a is placed above b in one game, minus how often below."""
    ranks_a = [rank for rank, name in zip(result.ranks, result.bots, strict=True) if name == a]
    ranks_b = [rank for rank, name in zip(result.ranks, result.bots, strict=True) if name == b]
    return sum((rank_a < rank_b) - (rank_a > rank_b) for rank_a in ranks_a for rank_b in ranks_b)


def parse_pair(text: str, bots: Sequence[str]) -> tuple[str, str]:
    """Split `A,B` into the names of two different bots. Raise BadSetup if that is impossible."""
    for index, char in enumerate(text):  # the name of a bot may contain a comma
        if char == "," and text[:index] in bots and text[index + 1 :] in bots and text[:index] != text[index + 1 :]:
            return text[:index], text[index + 1 :]
    raise BadSetup(
        say("--sprt takes two different bots of this run, such as {example}, not '{text}'", example=_example(bots), text=text)
    )


def _example(bots: Iterable[str]) -> str:
    return ",".join(list(dict.fromkeys(bots))[:2])
