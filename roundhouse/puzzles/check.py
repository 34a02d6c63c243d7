"""Checking puzzles again: in other worlds than those in which they were found."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.puzzles.comparison import Comparison
from roundhouse.puzzles.puzzle import Position
from roundhouse.review.calibration import calibration_of
from roundhouse.review.judge import Judge


@dataclass(frozen=True)
class Check:
    """What a fresh comparison says about a puzzle."""

    id: str
    lead: float  # of the best move over the best wrong one, in chance to win
    error: float  # the standard error of the lead

    @property
    def holds(self) -> bool:
        """Whether the best move still leads every wrong one, beyond two standard errors."""
        return self.lead > 2 * self.error


def check(position: Position, worlds: int, seed: int) -> Check:
    """Compare the best move of a puzzle with the wrong ones in new worlds. The same seed gives the same check."""
    game, puzzle = position.game, position.puzzle
    calibration = calibration_of(game.name, puzzle.seats)
    comparison = Comparison(game, Judge(game, calibration), calibration, position.view, seed)
    best = position.right[0]
    wrong = [game.parse(one.move) for one in puzzle.measured if one.move not in puzzle.right]
    comparison.add([best, *wrong])
    comparison.sweep(worlds)
    rival = min(wrong, key=lambda move: (comparison.lead(best, move), move))
    return Check(puzzle.id, round(comparison.lead(best, rival), 4), round(comparison.error(best, rival), 4))
