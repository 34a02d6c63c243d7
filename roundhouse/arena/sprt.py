"""Is A better than B? Wald's sequential test, deal by deal: it stops as soon as the answer is clear, with a known risk of error.

A deal is played from every seat. Whoever is placed above the other more often in its games has won the deal; a level deal tells
nothing. Deals are independent whatever luck the games of one deal share, so the test keeps its promise: if A is not better, it says
that A is better in at most RISK of all runs; if A wins at least BETTER of the decided deals, it fails to say so in at most RISK.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from roundhouse.arena.result import Result
from roundhouse.core.sentence import BadSetup, Sentence, say

EVEN: Final = 0.5  # of the decided deals: no better
BETTER: Final = 0.6  # of the decided deals: better
RISK: Final = 0.05

YES: Final = "better"
NO: Final = "not better"
OPEN: Final = "undecided"

BOUND: Final = math.log(1 / RISK)  # by Ville: evidence for what is false gets that high in at most RISK of all runs, however long
_WON: Final = math.log(BETTER / EVEN)
_LOST: Final = math.log((1 - BETTER) / (1 - EVEN))


@dataclass
class Sprt:
    """The test of one pair, fed with results in the order of their numbers."""

    a: str
    b: str
    won: int = 0
    lost: int = 0
    level: int = 0
    path: list[float] = field(default_factory=lambda: [0.0])  # the evidence after each decided deal
    _lead: int = 0

    @property
    def evidence(self) -> float:
        """The logarithm of how much better BETTER explains the deals than EVEN does."""
        return self.path[-1]

    @property
    def verdict(self) -> str:
        """YES, NO or OPEN."""
        return YES if self.evidence >= BOUND else NO if self.evidence <= -BOUND else OPEN

    def add(self, result: Result, *, closes: bool) -> bool:
        """Adds a game, the last one of its deal or not; whether the test is over. A deal that is not whole does not count."""
        if self.verdict == OPEN:
            self._lead += lead(result, self.a, self.b)
            if closes:
                self._close()
        return self.verdict != OPEN

    def _close(self) -> None:
        if self._lead:
            self.won += self._lead > 0
            self.lost += self._lead < 0
            self.path.append(self.won * _WON + self.lost * _LOST)
        else:
            self.level += 1
        self._lead = 0

    def told(self) -> Sentence:
        """The verdict in words."""
        values = {"a": self.a, "b": self.b, "won": self.won, "lost": self.lost, "risk": f"{RISK:.0%}"}
        if self.verdict == YES:
            return say("{a} is better than {b}: {won} deals won, {lost} lost (risk of error {risk})", **values)
        if self.verdict == NO:
            return say("{a} is not clearly better than {b}: {won} deals won, {lost} lost (risk of error {risk})", **values)
        return say("undecided whether {a} is better than {b}: {won} deals won, {lost} lost; more games may tell", **values)


def lead(result: Result, a: str, b: str) -> int:
    """How often a is placed above b in one game, less how often below."""
    ranks_a = [rank for rank, name in zip(result.ranks, result.bots, strict=True) if name == a]
    ranks_b = [rank for rank, name in zip(result.ranks, result.bots, strict=True) if name == b]
    return sum((one < other) - (one > other) for one in ranks_a for other in ranks_b)


def pair_of(text: str, bots: Sequence[str]) -> tuple[str, str]:
    """The two bots that `A,B` names."""
    for at, char in enumerate(text):  # the name of a bot may have a comma in it
        if char == "," and text[:at] in bots and text[at + 1 :] in bots and text[:at] != text[at + 1 :]:
            return text[:at], text[at + 1 :]
    raise BadSetup(
        say("--sprt takes two different bots of this run, such as {example}, not '{text}'", example=_two(bots), text=text)
    )


def _two(bots: Iterable[str]) -> str:
    return ",".join(list(dict.fromkeys(bots))[:2])
