"""Many games of one kind, stepped together: one call in, numbers of all of them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from roundhouse.core.draw import Rng
from roundhouse.core.features import Pen, zeros
from roundhouse.core.state import CHANCE, OVER, State, View, filled

EXTERNAL: Final = -1  # as a policy: the caller decides

_WORD: Final = 4294967296
_SEEDS: Final = 2147483647
_PERCENT: Final = 100


class Rules:
    """What a stepper needs of a game."""

    def __init__(
        self,
        first: State,
        view: Callable[[State, int], View],
        advise: Callable[[View, Rng], int],
        encode: Callable[[State, Pen], None],
        size: i64,
        move_count: i64,
    ) -> None:
        self.first = first  # the state that every game starts from
        self.view = view
        self.advise = advise
        self.encode = encode
        self.size = size
        self.move_count = move_count


class Stepper:
    """Games side by side, each at a decision of a seat. A game that ends is replaced by a new one at once.

    Game number `first + i` has its own random generator, so that part of the games can be stepped in another process with
    the same results. The numbers and mask of a game are what its acting seat may know and do.

    The players of a game have policies: EXTERNAL, or the percentage of random moves among those that the heuristic advises
    (100 plays at random, 0 follows the heuristic). With policies, player p of game number n sits at seat (p + n) % seats, and
    one seat further on in each game that follows; without, all players are external and nobody moves on.

    Numbers are written for `rows` games at a time, so that they stay in the cache: the caller steps a block of at most so many
    games, reads `numbers`, zeroes them (a memset there, an element loop here), and steps the next block.
    """

    def __init__(self, rules: Rules, first: i64, count: i64, seed: i64, policies: vec[i64], rows: i64) -> None:
        self.rules = rules
        self.count = count
        self.policies = policies  # by player; empty: all external
        self.first = first
        self.rngs = [Rng((seed & _SEEDS) * _WORD + first + i) for i in range(count)]
        self.states = [rules.first.copy() for _ in range(count)]
        self.legal = vec[vec[i64]]()
        self.numbers = zeros(rules.size * rows)  # of the games stepped last: the features that the acting seat may know
        self.pen = Pen(self.numbers)
        self.mask = _unmarked(rules.move_count * count)  # `move_count` of each game: 1 for each legal move
        self.actor = filled(count, 0)
        self.over = filled(count, 0)  # 1: the last step ended a game here; a new one stands in its place
        self.turned = filled(count, 0)  # by game: seats that its players have moved on by
        self.scores = vec[i64]()  # of ended games since `clear`, one after another, by player
        self.ranks = vec[i64]()
        seats = rules.first.seats
        for i in range(count):
            self.legal = append(self.legal, vec[i64]())
            if len(policies) > 0:
                self.turned[i] = (first + i) % seats

    def begin(self) -> None:
        """Go on to the first decisions of all games. Show them afterwards."""
        for i in range(self.count):
            self._go_on(i)
            self.over[i] = 0  # a game that ended without an external decision is not counted
        self.clear()

    def step(self, moves: list[int], start: i64, stop: i64) -> None:
        """Make one legal move in each game of a block, go on to the next external decisions, and show them."""
        for i in range(start, stop):
            self.move(i, moves[i])
            self.show(i, i - start)

    def clear(self) -> None:
        """Forget the scores and ranks of ended games."""
        self.scores = vec[i64]()
        self.ranks = vec[i64]()

    def move(self, i: i64, move: i64) -> None:
        """Make a legal move in one game, and go on to the next external decision."""
        self.over[i] = 0
        self.states[i].apply(move)
        self._go_on(i)

    def sample(self) -> vec[i64]:
        """Return a uniformly random legal move of each game, drawn from the game's own generator."""
        moves = vec[i64](capacity=self.count)
        for i in range(self.count):
            legal = self.legal[i]
            moves = append(moves, legal[self.rngs[i].below(i64(len(legal)))])
        return moves

    def _go_on(self, i: i64) -> None:
        """Draw and play for the players with a policy until an external player decides; replace a game that ends."""
        state = self.states[i]
        rng = self.rngs[i]
        while True:
            if state.actor == CHANCE:
                state.apply(state.draw(rng))
            elif state.actor == OVER:
                self._end(i, state)
                state = self.states[i]
            elif len(self.policies) == 0 or self.policy(i, state.actor) == EXTERNAL:
                return
            else:
                state.apply(self._choice(state, self.policy(i, state.actor), rng))

    def policy(self, i: i64, seat: i64) -> i64:
        """Return the policy of the player at a seat of a game."""
        seats = self.rules.first.seats
        return self.policies[(seat - self.turned[i] + seats) % seats]

    def _choice(self, state: State, policy: i64, rng: Rng) -> i64:
        if policy == _PERCENT or (policy > 0 and rng.below(_PERCENT) < policy):
            moves = state.legal_moves()
            return moves[rng.below(i64(len(moves)))]
        advise = self.rules.advise
        return advise(self.rules.view(state, state.actor), rng)

    def _end(self, i: i64, state: State) -> None:
        if self.over[i] == 0:  # a game in which no external player had a decision is not counted
            scores = state.scores()
            ranks = state.ranks()
            for player in range(state.seats):
                seat = (player + self.turned[i]) % state.seats
                self.scores = append(self.scores, scores[seat])
                self.ranks = append(self.ranks, ranks[seat])
        self.over[i] = 1
        self.states[i] = self.rules.first.copy()
        if len(self.policies) > 0:
            self.turned[i] = (self.turned[i] + 1) % state.seats

    def show(self, i: i64, row: i64) -> None:
        """Write what the acting seat of a game may know into a row of `numbers`, which must be zero, and mark its legal moves."""
        rules = self.rules
        state = self.states[i]
        self.actor[i] = state.actor
        self.pen.begin(state.actor, row * rules.size)
        rules.encode(state, self.pen)
        mask = self.mask
        at = i * rules.move_count
        for move in self.legal[i]:
            mask[at + move] = 0
        legal = state.legal_moves()
        self.legal[i] = legal
        for move in legal:
            mask[at + move] = 1


def _unmarked(size: i64) -> vec[u8]:
    return vec[u8]([0] * size)
