"""Playouts that say how a position may end: the share of the win and the margin of every seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from roundhouse.bots.evaluator import HUNDREDTHS, Evaluator, margin, win_share
from roundhouse.bots.playout import Simulator
from roundhouse.bots.settings import Settings
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import OVER, State
from roundhouse.review.calibration import Calibration

_SETTINGS: Final = Settings()  # playouts as long and as noisy as those of the search


@dataclass(frozen=True)
class Outcome:
    """How one playout ended, by seat."""

    shares: list[float]  # of the win: certain at the end of the game, estimated where the playout was cut off
    margins: list[float]  # points ahead of the best other seat
    points: list[float]  # final scores, or their estimate


class Judge:
    """Plays out positions of one game, at one number of seats."""

    def __init__(self, game: Game[Any], calibration: Calibration, horizon: int = _SETTINGS.horizon) -> None:
        """Prepare playouts that are cut off after `horizon` decisions, by default as those of the search are."""
        horizon = horizon if game.brings("evaluate") else game.max_moves
        self._simulator = Simulator(game.advise, horizon, _SETTINGS.noise)
        self._evaluator = Evaluator(game.evaluate)
        self._calibration = calibration
        self.playouts = 0  # so far

    def play_out(self, world: State, seat: int, rng: Rng) -> Outcome:
        """Play a position on with the heuristic, past the horizon to the next turn of `seat`, and judge where it leads.

        The position is changed.
        """
        self._simulator.run(world, seat, rng)
        self.playouts += 1
        return self.outcome(world)

    def finish_turn(self, world: State, seat: int, rng: Rng) -> None:
        """Let the heuristic play a position on until another seat is to act."""
        self._simulator.finish_turn(world, seat, rng)

    def outcome(self, world: State) -> Outcome:
        """Judge a position as it stands."""
        points = self._evaluator.points(world)
        seats = range(world.seats)
        if world.actor == OVER:
            ranks = world.ranks()
            shares = [win_share(ranks, seat) for seat in seats]
        else:
            shares = self._calibration.shares(list(points))
        margins = [margin(points, seat) / HUNDREDTHS if world.seats > 1 else 0.0 for seat in seats]
        return Outcome(shares, margins, [value / HUNDREDTHS for value in points])
