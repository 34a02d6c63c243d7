"""Moves of one decision compared by playouts, in worlds that fit the view of their seat. Nothing else is known here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import State, View
from roundhouse.review.calibration import Calibration
from roundhouse.review.judge import Judge
from roundhouse.review.tally import Tally, paired_error

_SEED_STRIDE: Final = 1_000_003  # between the seeds of two comparisons


class Comparison:
    """Legal moves of a view, each tried in the same worlds with the same random numbers."""

    def __init__(self, game: Game[Any], judge: Judge, calibration: Calibration, view: View[Any], seed: int) -> None:
        self._game = game
        self._judge = judge
        self._calibration = calibration
        self._view = view
        self._seed = seed * _SEED_STRIDE
        self.tallies: dict[int, Tally] = {}
        self.worlds = 0

    def add(self, moves: Iterable[int]) -> None:
        """Compare these moves. Call it before the first sweep."""
        for move in moves:
            self.tallies.setdefault(move, Tally())

    def sweep(self, until: int) -> None:
        """Try all moves until they have been compared in this many worlds."""
        while self.worlds < until:
            self.worlds += 1
            rng = Rng(self._seed + self.worlds)
            world: State = self._game.determinize(self._view, rng)
            luck = rng.word()
            for move, tally in self.tallies.items():
                after = world.copy()
                after.apply(move)
                tally.add(self._judge.play_out(after, self._view.seat, Rng(luck)))

    def keep(self, wanted: Callable[[int], bool]) -> None:
        """Drop the moves that are not wanted."""
        self.tallies = {move: tally for move, tally in self.tallies.items() if wanted(move)}

    def ranked(self) -> list[int]:
        """Return the moves, the best one first."""
        return sorted(self.tallies, key=lambda move: (-self.share(move), move))

    def share(self, move: int) -> float:
        """Return the mean share of the win after a move."""
        return self.tallies[move].shares()[self._view.seat]

    def chance(self, move: int) -> float:
        """Return the chance to win after a move."""
        return self._calibration.chances(self.tallies[move].shares())[self._view.seat]

    def lead(self, first: int, second: int) -> float:
        """Return how much larger the chance to win is after the first move."""
        return self.chance(first) - self.chance(second)

    def error(self, first: int, second: int) -> float:
        """Return the standard error of the lead."""
        share = (self.share(first) + self.share(second)) / 2
        slope = self._calibration.slope(share, (self.chance(first) + self.chance(second)) / 2)
        return slope * paired_error(self.tallies[first], self.tallies[second], self._view.seat)

    def surely_ahead(self, first: int, second: int, errors: float) -> bool:
        """Return whether one move leads the other by this many standard errors. A noise that is the same for both cancels out."""
        return self.share(first) - self.share(second) >= errors * paired_error(
            self.tallies[first], self.tallies[second], self._view.seat
        )

    def points(self, move: int) -> tuple[float, float]:
        """Return the expected points of the seat, and those of the best other seat in each playout."""
        seat = self._view.seat
        outcomes = self.tallies[move].outcomes
        own = sum(outcome.points[seat] for outcome in outcomes) / len(outcomes)
        return own, own - sum(outcome.margins[seat] for outcome in outcomes) / len(outcomes)


def preview(game: Game[Any], judge: Judge, view: View[Any], moves: Sequence[int], seed: int) -> dict[int, float]:
    """Return an estimate of the margin after each move, when the heuristic has finished the turn, in one world."""
    rng = Rng(seed)
    world: State = game.determinize(view, rng)
    luck = rng.word()
    found = {}
    for move in moves:
        after = world.copy()
        after.apply(move)
        judge.finish_turn(after, view.seat, Rng(luck))
        found[move] = judge.outcome(after).margins[view.seat]
    return found
