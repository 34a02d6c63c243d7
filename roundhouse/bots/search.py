"""Information-set Monte Carlo tree search for any game, guided by the game's own heuristic and estimate.

Each iteration deals out a world that fits the view, makes a move of the root, follows the tree as far as it has grown,
plays on by the heuristic and judges where that led. At the root the moves are compared in sweeps: all of them in the same
world with the same luck, half of them given up in each phase of the budget. No game is named here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.arm import FEWEST, Arm, best_of, better_half, contest_of, not_beaten
from roundhouse.bots.bot import Budget
from roundhouse.bots.judge import Judge, margin
from roundhouse.bots.playout import NEVER, Clock, Player
from roundhouse.bots.settings import Settings
from roundhouse.bots.tree import Node
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State, View

NOBODY: Final = -1  # who made an outcome of chance happen
ENDLESS: Final = 1_000_000_000_000  # iterations, where only time counts
ORDERING: Final = 0.25  # of the time, at most, for putting the moves in order
SIGHTS: Final = 4  # worlds in which moves are looked at before the better ones are tried out
SAMPLES: Final = 3  # moves that are compared when a node widens
SEEDS: Final = 2_000_003  # between the seeds of two decisions


class SearchBot:
    """Searches within a budget. With iterations and a seed its choice can be repeated."""

    def __init__(
        self,
        game: Game[Any],
        budget: Budget,
        seed: i64,
        name: str = "search",
        settings: Settings | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        style = Settings() if settings is None else settings
        self.name = name
        self.iterations: i64 = 0  # made so far, for the figures
        self.seconds: float = 0.0
        self._determinize: Callable[[View, Rng], State] = game.determinize
        self._view: Callable[[State, i64], View] = game.view
        self._time: float = NEVER if budget.seconds is None else budget.seconds
        self._limit: i64 = ENDLESS if budget.iterations is None else budget.iterations
        self._arms: i64 = style.arms
        self._ripe: i64 = style.ripe
        self._loyalty: float = style.loyalty
        self._surprise: float = style.surprise
        self._sure: float = style.sure
        self._rng = Rng(seed)
        horizon = style.horizon if game.brings("evaluate") else game.max_moves  # no estimate: only the end tells who is ahead
        self._player = Player(game.advise, horizon, style.noise, clock)
        self._judge = Judge(game.evaluate)
        self._kept: Node | None = None  # what the last search found out about the move that was made

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """The best of the moves, as far as the budget tells."""
        if len(moves) == 1:
            return moves[0]
        start = self._player.clock()
        arms = self.compare(view, moves)
        best = self._verdict(arms)
        self.keep(arms, best.move)
        self.seconds += self._player.clock() - start
        return best.move

    def compare(self, view: View, moves: Sequence[int]) -> list[Arm]:
        """The moves worth trying, the advised one first, with what came of them."""
        start = self._player.clock()
        self._player.deadline = start + self._time
        advised: i64 = self._player.advise(view, self._rng)
        arms = self._candidates(view, moves, advised, start + ORDERING * self._time)
        if len(arms) > 1:
            self._race(view, arms, start)
        return arms

    def _verdict(self, arms: list[Arm]) -> Arm:
        """The best arm of those tried longest, if it is better than the advised one beyond doubt enough."""
        most = max([len(arm.results) for arm in arms])
        best = best_of([arm for arm in arms if len(arm.results) == most])
        return best if contest_of(best, arms[0]).convinces(self._loyalty, self._surprise) else arms[0]

    def keep(self, arms: list[Arm], move: i64) -> None:
        """Keeps what is known about the move that is made, for the next decision."""
        self._kept = None
        for arm in arms:
            if arm.move == move:
                self._kept = arm.node

    # The root.

    def _candidates(self, view: View, moves: Sequence[int], advised: i64, until: float) -> list[Arm]:
        """The advised move, then the others by how the turn would end if the heuristic went on; the better ones of them.

        What the last search has visited goes first; of moves that look exactly alike (either track of a double) one goes first
        and the others last.
        """
        old = self._kept.find(view) if self._kept is not None else None
        choices = self._determinize(view, self._rng).choices()
        others = [Arm(move, 0.0, _old_or_new(old, move)) for move in choices if move != advised and move in moves]
        for sight in range(i64(SIGHTS)):
            seen = self._look(view, others, until)
            if sight > 0 and len(seen) < len(others):
                break  # time is up: those that were looked at once more are not comparable with the others
            others = others[: len(seen)]
            for i in range(len(seen)):
                others[i].prior += seen[i]
        others.sort(key=_prior, reverse=True)
        others = _unlike_first(others)
        others.sort(key=_visited, reverse=True)
        return [Arm(advised, 0.0, _old_or_new(old, advised)), *others[: self._arms - 1]]

    def _look(self, view: View, arms: list[Arm], until: float) -> list[float]:
        """What the moves look like in one world, as far as time allows."""
        world = self._determinize(view, Rng(self._rng.word()))
        luck = self._rng.word()
        seen: list[float] = []
        for arm in arms:
            seen.append(self._first_sight(world, arm.move, view.seat, luck))
            if self._player.clock() > until:
                break
        return seen

    def _first_sight(self, world: State, move: i64, seat: i64, luck: i64) -> float:
        """The margin that is estimated after a move, when the heuristic has finished the turn."""
        after = world.copy()
        after.apply(move)
        self._player.finish_turn(after, seat, Rng(luck))
        return float(margin(self._judge.points(after), seat))

    def _race(self, view: View, arms: list[Arm], start: float) -> None:
        """Sequential halving of the rivals of the advised move, in phases of equal cost; those surely beaten go at once."""
        rivals = arms[1:]
        phases = _phases(i64(len(rivals)))
        base = self._rng.word() * SEEDS
        spent: i64 = 0
        sweep: i64 = 0
        for phase in range(phases):
            until = start + self._time * float(phase + 1) / float(phases)
            limit = self._limit * (phase + 1) // phases
            while spent + i64(len(rivals)) < limit and self._player.clock() < until:
                live = [arms[0], *rivals]
                if not self._sweep(view, live, base + sweep):
                    _take_back(live, sweep)
                    return
                spent += i64(len(live))
                sweep += 1
                if sweep % FEWEST == 0:
                    rivals = [arm for arm in not_beaten(live, self._sure) if arm is not arms[0]]
                    if self._is_settled(arms[0], rivals):
                        return
            if phase + 1 < phases and sweep > 0:
                rivals = better_half(rivals)

    def _is_settled(self, advised: Arm, rivals: list[Arm]) -> bool:
        """Whether the advised move has beaten all others, or one other all of them."""
        return not rivals or (len(rivals) == 1 and contest_of(rivals[0], advised).convinces(self._sure, self._surprise))

    def _sweep(self, view: View, arms: list[Arm], seed: i64) -> bool:
        """Tries every arm once; False if time is up before."""
        return all(self._iterate(view, arm, Rng(seed)) for arm in arms)

    # An iteration.

    def _iterate(self, view: View, arm: Arm, rng: Rng) -> bool:
        world = self._determinize(view, rng)
        world.apply(arm.move)
        path: list[Node] = [arm.node]
        movers = self._descend(world, path, view.seat, rng)
        if not self._player.run(world, view.seat, rng):
            return False
        points = self._judge.points(world)
        ranks = world.ranks() if world.actor == OVER else points
        self._judge.learn(points, view.seat)
        for i in range(len(path)):
            if movers[i] == NOBODY:
                path[i].add(0.0)
            else:
                path[i].add(self._judge.utility(world, points, ranks, movers[i]))
        arm.add(self._judge.utility(world, points, ranks, view.seat))
        self.iterations += 1
        return True

    def _descend(self, world: State, path: list[Node], seat: i64, rng: Rng) -> vec[i64]:
        """Follows the tree until it ends; the nodes go into `path`, and who moved to each of them is returned."""
        movers = append(vec[i64](), seat)
        node = path[0]
        while node.visits >= self._ripe and world.actor != OVER:
            actor = world.actor
            move = world.draw(rng) if actor == CHANCE else self._select(node, world, seat, rng)
            key = world.seen(move, seat)
            world.apply(move)
            node = node.grow(key)
            path.append(node)
            movers = append(movers, actor if actor != CHANCE else NOBODY)
            if actor != CHANCE and key != move:
                break  # a hidden move: from here on the seat must not tell worlds apart by it
        return movers

    def _select(self, node: Node, world: State, seat: i64, rng: Rng) -> i64:
        """The advised move first; then, as visits allow, others; else the one with the highest bound."""
        if node.view is None and world.actor == seat:
            node.view = self._view(world, seat)
        if not node.children:
            return self._player.advised(world, rng)
        moves = world.choices()
        if not node.is_wide():
            move = self._widened(node, world, moves, rng)
            if move != NOBODY:
                return move
        best = node.favourite(moves)
        return self._player.advised(world, rng) if best is None else best.key

    def _widened(self, node: Node, world: State, moves: vec[i64], rng: Rng) -> i64:
        """Of a few moves that have not been tried the best one at first sight; NOBODY if all of them have been."""
        best: i64 = NOBODY
        best_value = 0.0
        for _sample in range(i64(SAMPLES)):
            move = moves[rng.below(len(moves))]
            if node.child(move) is None and move != best:
                value = self._first_sight(world, move, world.actor, rng.word())
                if best == NOBODY or value > best_value:
                    best = move
                    best_value = value
        return best


def _phases(rivals: i64) -> i64:
    """Halving until one rival is left, and one phase more for that one."""
    phases: i64 = 1
    left = rivals
    while left > 1:
        left = (left + 1) // 2
        phases += 1
    return phases


def _unlike_first(arms: list[Arm]) -> list[Arm]:
    """Of arms in the order of their priors the first of each prior, then the rest."""
    first: list[Arm] = []
    rest: list[Arm] = []
    for arm in arms:
        if first and first[-1].prior == arm.prior:
            rest.append(arm)
        else:
            first.append(arm)
    return first + rest


def _take_back(arms: list[Arm], sweeps: i64) -> None:
    """Leaves out a sweep that was not finished."""
    for arm in arms:
        arm.take_back(sweeps)


def _old_or_new(old: Node | None, move: i64) -> Node:
    """What the last search knows about a move, or nothing yet."""
    found = old.child(move) if old is not None else None
    return Node(move) if found is None else found


def _prior(arm: Arm) -> float:
    return arm.prior


def _visited(arm: Arm) -> bool:
    return arm.node.visits > 0
