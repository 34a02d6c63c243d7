"""The rules: the state of a game, what may happen in it, and what each move does."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64
from roundhouse.core.game import NoOptions
from roundhouse.core.state import CHANCE, OVER, State, blank, filled, ranks_of

from whistle_game.moves import A_ROLL, AGAIN, FACES, ROLL, STAY

NONE: Final = 0  # no roll yet
HIDDEN: Final = -1  # a roll that the reader of a view cannot see


class WhistleState(State):
    """The constructor makes a copy, and is the one place that declares the fields."""

    def __init__(self, other: WhistleState) -> None:
        super().__init__(other)  # seats and actor: a seat, CHANCE or OVER
        self.turn: i64 = other.turn  # the seat that rolls or decides, counted on through both rounds
        self.die: vec[i64] = other.die[:]  # secret: the last roll of each seat

    def copy(self) -> WhistleState:
        """Return an equal state that shares nothing that changes."""
        return WhistleState(self)

    def legal_moves(self) -> vec[i64]:
        """Return what the actor may do; while CHANCE acts, the outcomes."""
        if self.actor == OVER:
            return vec[i64]()
        if self.actor == CHANCE:
            return vec[i64](range(ROLL, ROLL + FACES))
        return vec[i64]([STAY, AGAIN])

    def weight(self, move: i64) -> i64:
        """Return how likely an outcome is against the others: a die is fair."""
        return 1

    def seen(self, move: i64, seat: i64) -> i64:
        """WHI-1, WHI-2: only the seat that rolls sees its roll; the others see its shadow."""
        return move if move < ROLL or seat == self.turn % self.seats else A_ROLL

    def apply(self, move: i64) -> None:
        """Make a move or a draw happen, then run on to the next decision or draw."""
        if move == AGAIN:
            self.actor = CHANCE
            return
        if move >= ROLL:
            self.die[self.turn % self.seats] = move - ROLL + 1
        self.turn += 1
        self._settle()

    def _settle(self) -> None:
        """WHI-1 in the first round, WHI-2 in the second, WHI-3 after it."""
        if self.turn < self.seats:
            self.actor = CHANCE
        elif self.turn < 2 * self.seats:
            self.actor = self.turn - self.seats
        else:
            self.actor = OVER

    def scores(self) -> vec[i64]:
        """WHI-3; before the end nothing is shown, since scores are public."""
        return self.die[:] if self.actor == OVER else filled(self.seats, 0)

    def ranks(self) -> vec[i64]:
        """WHI-3: 0 is best, equal ranks share a place."""
        return ranks_of(self.scores())

    def check(self) -> None:
        """Raise AssertionError where the state is impossible."""
        assert 0 <= self.turn <= 2 * self.seats
        assert all(NONE <= face <= FACES for face in self.die)


def start(seats: int, options: NoOptions) -> WhistleState:
    """Return the first state: all dice are still to be rolled."""
    state = blank(WhistleState)
    state.seats = seats
    state.actor = CHANCE
    state.turn = 0
    state.die = filled(seats, NONE)
    return state
