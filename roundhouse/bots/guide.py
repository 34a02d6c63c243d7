"""What a search may be guided by instead of the game's heuristic and estimate: a trained network, for instance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from roundhouse.core.state import State, View


class Judgement:
    """What is expected of a position."""

    def __init__(self, wins: list[float], margin: float) -> None:
        self.wins = wins  # the chance of each seat
        self.margin = margin  # of the searching seat over the best other one, in hundredths of a point


class Guide(Protocol):
    """Ranks moves, and judges positions of worlds that are guesses of the searching seat."""

    def rank(self, view: View, moves: Sequence[int]) -> list[float]:
        """Return how good each of the legal moves looks to the seat of the view; more is better."""

    def judge(self, worlds: Sequence[State], seat: int) -> list[Judgement]:
        """Return what a seat expects of each of several worlds, none of which is over."""
