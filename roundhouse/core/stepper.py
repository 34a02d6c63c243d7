"""Many games of one kind, stepped together: one call in, numbers of all of them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from roundhouse.core.draw import Rng
from roundhouse.core.features import zeros
from roundhouse.core.state import CHANCE, OVER, State, View, filled

_WORD: Final = 4294967296
_SEEDS: Final = 2147483647


class Stepper:
    """Games side by side, each at a decision of a seat. A game that ends is replaced by a new one at once.

    Game number `first + i` has its own random generator, so that part of the games can be stepped in another process with
    the same results. The numbers and mask of a game are what its acting seat may know and do. The caller must zero
    `numbers` before each step (a memset there, an element loop here).
    """

    def __init__(
        self,
        setup: Callable[[], State],
        view: Callable[[State, int], View],
        encode: Callable[[View, vec[i16], int], int],
        size: i64,
        move_count: i64,
        first: i64,
        count: i64,
        seed: i64,
    ) -> None:
        self.setup = setup
        self.view = view
        self.encode = encode
        self.size = size
        self.move_count = move_count
        self.count = count
        self.rngs = [Rng((seed & _SEEDS) * _WORD + first + i) for i in range(count)]
        self.states = [setup() for _ in range(count)]
        self.legal = vec[vec[i64]]()
        self.numbers = zeros(size * count)  # `size` of each game: the features of the acting seat's view
        self.mask = _unmarked(move_count * count)  # `move_count` of each game: 1 for each legal move
        self.actor = filled(count, 0)
        self.over = filled(count, 0)  # 1: the last step ended a game here; a new one stands in its place
        self.scores = vec[i64]()  # of the games that the last step ended, one after another
        self.ranks = vec[i64]()
        for i in range(count):
            self.legal = append(self.legal, vec[i64]())
            self._go_on(i)

    def step(self, moves: list[int]) -> None:
        """Make one legal move in each game, and all draws up to the next decision."""
        self.scores = vec[i64]()
        self.ranks = vec[i64]()
        for i in range(self.count):
            self.states[i].apply(moves[i])
            self._go_on(i)

    def sample(self) -> vec[i64]:
        """Return a uniformly random legal move of each game, drawn from the game's own generator."""
        moves = vec[i64](capacity=self.count)
        for i in range(self.count):
            legal = self.legal[i]
            moves = append(moves, legal[self.rngs[i].below(i64(len(legal)))])
        return moves

    def _go_on(self, i: i64) -> None:
        state = self.states[i]
        rng = self.rngs[i]
        _draw(state, rng)
        self.over[i] = 0
        if state.actor == OVER:
            self.over[i] = 1
            for score in state.scores():
                self.scores = append(self.scores, score)
            for rank in state.ranks():
                self.ranks = append(self.ranks, rank)
            state = self.setup()
            self.states[i] = state
            _draw(state, rng)
        self._show(i, state)

    def _show(self, i: i64, state: State) -> None:
        self.actor[i] = state.actor
        self.encode(self.view(state, state.actor), self.numbers, i * self.size)
        mask = self.mask
        at = i * self.move_count
        for move in self.legal[i]:
            mask[at + move] = 0
        legal = state.legal_moves()
        self.legal[i] = legal
        for move in legal:
            mask[at + move] = 1


def _draw(state: State, rng: Rng) -> None:
    while state.actor == CHANCE:
        state.apply(state.draw(rng))


def _unmarked(size: i64) -> vec[u8]:
    return vec[u8]([0] * size)
