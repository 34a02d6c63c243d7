"""Playouts: playing on from a position with the heuristic at every seat, to the end or to a horizon."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, State, View

Advice = Callable[[View, Rng], i64]
Clock = Callable[[], float]

NO_DEADLINE: Final = 1e18
PERCENT: Final = 100
TAIL: Final = 80  # decisions within which a turn should end, or the next turn of a seat begin
CLOCK_INTERVAL: Final = 4  # decisions between two looks at the clock


class Simulator:
    """Plays all seats of a determinized world.

    Every seat is shown the whole world, which saves building a view for each decision. So the seats of a playout know more than
    they could at the table; but the world itself is only a guess, and heuristics hardly look at other hands.
    """

    def __init__(self, advise: Advice, horizon: i64, noise: i64, clock: Clock = time.perf_counter) -> None:
        self.advise = advise
        self.horizon = horizon  # decisions
        self.noise = noise  # per cent of random decisions; 100 means light playouts, without the heuristic
        self.clock = clock
        self.deadline = NO_DEADLINE
        self.decisions: i64 = 0  # so far, for statistics

    def is_out_of_time(self) -> bool:
        """Return whether the deadline has passed."""
        return self.clock() > self.deadline

    def move(self, world: State, rng: Rng) -> i64:
        """Return the move of the acting seat: the heuristic's, or sometimes a random one."""
        if self.noise > 0 and rng.below(PERCENT) < self.noise:
            return random_move(world.choices(), rng)
        return self.advised(world, rng)

    def advised(self, world: State, rng: Rng) -> i64:
        """Return the heuristic's move, or a random one in light playouts."""
        return random_move(world.choices(), rng) if self.noise >= PERCENT else self.advise(View(world.actor, world), rng)

    def run(self, world: State, seat: i64, rng: Rng) -> bool:
        """Play to the end, or beyond the horizon to the start of a turn of `seat`; return False if time runs out before.

        Stopping there compares playouts in which every seat has had the same number of turns: a turn is worth more than the
        difference between most moves.
        """
        if self.noise >= PERCENT:
            return self._run_light(world, rng)
        made: i64 = 0
        last: i64 = CHANCE
        while world.actor != OVER:
            if world.actor == CHANCE:
                world.apply(world.draw(rng))
                continue
            if made >= self.horizon and (world.actor == seat != last or made >= self.horizon + TAIL):
                break
            last = world.actor
            world.apply(self.move(world, rng))
            made += 1
            if made % CLOCK_INTERVAL == 0 and self.is_out_of_time():
                return False
        self.decisions += made
        return True

    def _run_light(self, world: State, rng: Rng) -> bool:
        """Play randomly up to the horizon; this is too short to check the clock."""
        made: i64 = 0
        while world.actor != OVER and made < self.horizon:
            if world.actor == CHANCE:
                world.apply(world.draw(rng))
                continue
            world.apply(random_move(world.legal_moves(), rng))
            made += 1
        self.decisions += made
        return True

    def finish_turn(self, world: State, seat: i64, rng: Rng) -> None:
        """Play until another seat is to act."""
        made: i64 = 0
        while world.actor == CHANCE or (world.actor == seat and made < TAIL):
            if world.actor == CHANCE:
                world.apply(world.draw(rng))
            else:
                world.apply(self.advised(world, rng))
                made += 1


def random_move(moves: vec[i64], rng: Rng) -> i64:
    """Return one of the moves, uniformly at random."""
    return moves[rng.below(len(moves))]
