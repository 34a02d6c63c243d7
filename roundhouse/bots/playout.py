"""Playing on from a position: by the heuristic for every seat, to the end or as far as it takes to judge the position."""

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

NEVER: Final = 1e18  # a deadline that does not come
PERCENT: Final = 100
TAIL: Final = 80  # decisions within which a turn should end, or the next turn of a seat begin
LOOKS: Final = 4  # decisions between two looks at the clock


class Player:
    """Plays all seats of a world.

    Every seat is shown the whole world, which saves building a view for each decision. So the others of a playout know what
    they could not know at the table; but the world itself is only a guess, and heuristics hardly look at other hands.
    """

    def __init__(self, advise: Advice, horizon: i64, noise: i64, clock: Clock = time.perf_counter) -> None:
        self.advise = advise
        self.horizon = horizon  # decisions
        self.noise = noise  # per cent of decisions at random; all of them: light playouts, without the heuristic
        self.clock = clock
        self.deadline = NEVER
        self.decisions: i64 = 0  # made so far, for the figures

    def late(self) -> bool:
        """Whether time is up."""
        return self.clock() > self.deadline

    def move(self, world: State, rng: Rng) -> i64:
        """What the acting seat does."""
        if self.noise > 0 and rng.below(PERCENT) < self.noise:
            return any_of(world.choices(), rng)
        return self.advised(world, rng)

    def advised(self, world: State, rng: Rng) -> i64:
        """What the heuristic says; light playouts do without it."""
        return any_of(world.choices(), rng) if self.noise >= PERCENT else self.advise(View(world.actor, world), rng)

    def run(self, world: State, seat: i64, rng: Rng) -> bool:
        """Plays on to the end, or until after the horizon a turn of the seat begins; False if time is up before.

        So playouts are compared where everybody has had as many turns: a turn is worth more than most moves differ by.
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
            if made % LOOKS == 0 and self.late():
                return False
        self.decisions += made
        return True

    def _run_light(self, world: State, rng: Rng) -> bool:
        """The same at random; so short that the clock can wait."""
        made: i64 = 0
        while world.actor != OVER and made < self.horizon:
            if world.actor == CHANCE:
                world.apply(world.draw(rng))
                continue
            world.apply(any_of(world.legal_moves(), rng))
            made += 1
        self.decisions += made
        return True

    def finish_turn(self, world: State, seat: i64, rng: Rng) -> None:
        """Plays on until another seat is to act."""
        made: i64 = 0
        while world.actor == CHANCE or (world.actor == seat and made < TAIL):
            if world.actor == CHANCE:
                world.apply(world.draw(rng))
            else:
                world.apply(self.advised(world, rng))
                made += 1


def any_of(moves: vec[i64], rng: Rng) -> i64:
    """One of the moves, by lot."""
    return moves[rng.below(len(moves))]
