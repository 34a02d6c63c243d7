"""Information-set Monte Carlo tree search for any game, guided by the game's own heuristic and estimate.

Each iteration determinizes the view, makes a move at the root, descends the tree as far as it has grown, plays on with the
heuristic and evaluates the result. A guide, such as a network, may rank the moves and judge the results instead. At the root the
moves are compared in sweeps: all of them in the same world with the same random numbers, half of them dropped in each phase of the
budget. Nothing here is specific to a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.arm import MIN_SWEEPS, Arm, best_arm, better_half, compare, without_beaten
from roundhouse.bots.bot import Budget
from roundhouse.bots.evaluator import WIN_WEIGHT, Evaluator, logistic, margin, win_share
from roundhouse.bots.guide import Guide, Judgement
from roundhouse.bots.playout import NO_DEADLINE, Clock, Simulator
from roundhouse.bots.settings import Settings
from roundhouse.bots.tree import Node
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State, View

NO_SEAT: Final = -1  # chance moved
NO_MOVE: Final = -1
UNLIMITED: Final = 1_000_000_000_000  # iterations, if only time is limited
ORDERING_SHARE: Final = 0.25  # of the time, at most, for choosing the candidates
PREVIEW_WORLDS: Final = 4  # worlds in which moves are previewed before the better ones are tried out
WIDENING_SAMPLES: Final = 3  # moves that are compared when a node widens
SEED_STRIDE: Final = 2_000_003  # between the seeds of two decisions


class Leaf:
    """Where an iteration has come to."""

    def __init__(self, arm: Arm, world: State, path: list[Node], movers: vec[i64]) -> None:
        self.arm = arm
        self.world = world
        self.path = path
        self.movers = movers  # the seat that moved to each node of the path


class SearchBot:
    """Searches within a budget. With a budget of iterations, the same seed gives the same choices."""

    def __init__(
        self,
        game: Game[Any],
        budget: Budget,
        seed: i64,
        name: str = "search",
        settings: Settings | None = None,
        clock: Clock = time.perf_counter,
        guide: Guide | None = None,
    ) -> None:
        chosen = Settings() if settings is None else settings
        self.name = name
        self.iterations: i64 = 0  # so far, for statistics
        self.seconds: float = 0.0
        self._determinize: Callable[[View, Rng], State] = game.determinize
        self._view: Callable[[State, i64], View] = game.view
        self._time_limit: float = NO_DEADLINE if budget.seconds is None else budget.seconds
        self._iteration_limit: i64 = UNLIMITED if budget.iterations is None else budget.iterations
        self._arm_count: i64 = chosen.arms
        self._expand_visits: i64 = chosen.expand_visits
        self._min_lead: float = chosen.min_lead
        self._prior_scale: float = chosen.prior_scale
        self._prune_lead: float = chosen.prune_lead
        self._rng = Rng(seed)
        self._guide = guide
        judges = game.brings("evaluate") or guide is not None
        horizon = chosen.horizon if judges else game.max_moves  # no estimate: only the end tells which seat leads
        self._simulator = Simulator(game.advise, horizon, chosen.noise, clock)
        self._evaluator = Evaluator(game.evaluate)
        self._subtree: Node | None = None  # of the last search, below the move that was made

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the best move found within the budget."""
        if len(moves) == 1:
            return moves[0]
        start = self._simulator.clock()
        arms = self.search(view, moves)
        best = self._final_choice(arms)
        self.keep_subtree(arms, best.move)
        self.seconds += self._simulator.clock() - start
        return best.move

    def search(self, view: View, moves: Sequence[int]) -> list[Arm]:
        """Return the candidate moves with their results, the advised one first."""
        start = self._simulator.clock()
        self._simulator.deadline = start + self._time_limit
        advised: i64 = self._simulator.advise(view, self._rng)
        if self._guide is not None:
            arms = self._ranked(self._guide, view, moves, advised)
        else:
            arms = self._candidates(view, moves, advised, start + ORDERING_SHARE * self._time_limit)
        if len(arms) > 1:
            self._sequential_halving(view, arms, start)
        return arms

    def _final_choice(self, arms: list[Arm]) -> Arm:
        """Return the best of the arms with the most sweeps if it clearly beats the advised one, else the advised one."""
        most = max([len(arm.results) for arm in arms])
        best = best_arm([arm for arm in arms if len(arm.results) == most])
        return best if compare(best, arms[0]).justifies_override(self._min_lead, self._prior_scale) else arms[0]

    def keep_subtree(self, arms: list[Arm], move: i64) -> None:
        """Keep the subtree below the move that is made, for the next decision."""
        self._subtree = None
        for arm in arms:
            if arm.move == move:
                self._subtree = arm.node

    # The root.

    def _candidates(self, view: View, moves: Sequence[int], advised: i64, until: float) -> list[Arm]:
        """Return the advised move and the most promising others, ranked by a preview of the turn's end.

        Moves that the last search has visited come first. Of moves that look exactly alike (either track of a double route) one
        keeps its rank and the others come last.
        """
        old = self._subtree.find(view) if self._subtree is not None else None
        choices = self._determinize(view, self._rng).choices()
        others = [Arm(move, 0.0, _node_for(old, move)) for move in choices if move != advised and move in moves]
        for world_index in range(i64(PREVIEW_WORLDS)):
            values = self._preview(view, others, until)
            if world_index > 0 and len(values) < len(others):
                break  # time is up: sums over different numbers of worlds cannot be compared
            others = others[: len(values)]
            for i in range(len(values)):
                others[i].prior += values[i]
        others.sort(key=_prior, reverse=True)
        others = _distinct_first(others)
        others.sort(key=_visited, reverse=True)
        return [Arm(advised, 0.0, _node_for(old, advised)), *others[: self._arm_count - 1]]

    def _ranked(self, guide: Guide, view: View, moves: Sequence[int], advised: i64) -> list[Arm]:
        """Return the moves that the guide ranks highest, the first one as the advised move, and the heuristic's move among them."""
        old = self._subtree.find(view) if self._subtree is not None else None
        ranks = guide.rank(view, moves)
        arms = [Arm(move, ranks[i], _node_for(old, move)) for i, move in enumerate(moves)]
        arms.sort(key=_prior, reverse=True)
        chosen = arms[: self._arm_count]
        for arm in arms[self._arm_count :]:
            if arm.move == advised:
                chosen[-1] = arm
        return chosen

    def _preview(self, view: View, arms: list[Arm], until: float) -> list[float]:
        """Return the preview values of the moves in one world; fewer than the moves if time runs out."""
        world = self._determinize(view, Rng(self._rng.word()))
        seed = self._rng.word()
        values: list[float] = []
        for arm in arms:
            values.append(self._preview_value(world, arm.move, view.seat, seed))
            if self._simulator.clock() > until:
                break
        return values

    def _preview_value(self, world: State, move: i64, seat: i64, seed: i64) -> float:
        """Return the estimated margin after a move, when the heuristic has finished the turn."""
        after = world.copy()
        after.apply(move)
        self._simulator.finish_turn(after, seat, Rng(seed))
        return float(margin(self._evaluator.points(after), seat))

    def _sequential_halving(self, view: View, arms: list[Arm], start: float) -> None:
        """Halve the rivals of the advised move in phases of equal cost, and drop clearly beaten ones at once."""
        rivals = arms[1:]
        phases = _phases(i64(len(rivals)))
        base = self._rng.word() * SEED_STRIDE
        spent: i64 = 0
        sweep: i64 = 0
        for phase in range(phases):
            until = start + self._time_limit * float(phase + 1) / float(phases)
            limit = self._iteration_limit * (phase + 1) // phases
            while spent + i64(len(rivals)) < limit and self._simulator.clock() < until:
                live = [arms[0], *rivals]
                if not self._sweep(view, live, base + sweep):
                    _truncate(live, sweep)
                    return
                spent += i64(len(live))
                sweep += 1
                if sweep % MIN_SWEEPS == 0:
                    rivals = [arm for arm in without_beaten(live, self._prune_lead) if arm is not arms[0]]
                    if self._is_decided(arms[0], rivals):
                        return
            if phase + 1 < phases and sweep > 0:
                rivals = better_half(rivals)

    def _is_decided(self, advised: Arm, rivals: list[Arm]) -> bool:
        """Return whether the advised move has beaten all rivals, or one rival has beaten everything else."""
        return not rivals or (
            len(rivals) == 1 and compare(rivals[0], advised).justifies_override(self._prune_lead, self._prior_scale)
        )

    def _sweep(self, view: View, arms: list[Arm], seed: i64) -> bool:
        """Try every arm once; return False if time runs out before. A guide judges all results of the sweep together."""
        if self._guide is None:
            return all(self._iterate(view, arm, Rng(seed)) for arm in arms)
        leaves: list[Leaf] = []
        for arm in arms:
            leaf = self._play(view, arm, Rng(seed))
            if leaf is None:
                return False
            leaves.append(leaf)
        self._judge(self._guide, leaves, view.seat)
        return True

    # An iteration.

    def _iterate(self, view: View, arm: Arm, rng: Rng) -> bool:
        leaf = self._play(view, arm, rng)
        if leaf is None:
            return False
        world = leaf.world
        points = self._evaluator.points(world)
        ranks = world.ranks() if world.actor == OVER else points
        self._evaluator.update_scale(margin(points, view.seat))
        for i in range(len(leaf.path)):
            if leaf.movers[i] == NO_SEAT:
                leaf.path[i].add(0.0)
            else:
                leaf.path[i].add(self._evaluator.utility(world, points, ranks, leaf.movers[i]))
        arm.add(self._evaluator.utility(world, points, ranks, view.seat))
        self.iterations += 1
        return True

    def _play(self, view: View, arm: Arm, rng: Rng) -> Leaf | None:
        """Play one iteration to its end, or to where it is judged; return None if time runs out before."""
        world = self._determinize(view, rng)
        world.apply(arm.move)
        path: list[Node] = [arm.node]
        movers = self._descend(world, path, view.seat, rng)
        return Leaf(arm, world, path, movers) if self._simulator.run(world, view.seat, rng) else None

    def _judge(self, guide: Guide, leaves: list[Leaf], seat: i64) -> None:
        """Add the results of a sweep, as the guide judges them, or as the games have ended."""
        open_worlds = [leaf.world for leaf in leaves if leaf.world.actor != OVER]
        judged = guide.judge(open_worlds, seat) if open_worlds else []
        place = 0
        for leaf in leaves:
            if leaf.world.actor == OVER:
                judgement = self._result(leaf.world, seat)
            else:
                judgement = judged[place]
                place += 1
            self._evaluator.update_scale(i64(judgement.margin))
            for i in range(len(leaf.path)):
                mover = leaf.movers[i]
                leaf.path[i].add(0.0 if mover == NO_SEAT else self._expected(judgement, mover, seat))
            leaf.arm.add(self._expected(judgement, seat, seat))
            self.iterations += 1

    def _result(self, world: State, seat: i64) -> Judgement:
        """Return how a game has ended."""
        ranks = world.ranks()
        return Judgement(
            [win_share(ranks, other) for other in range(world.seats)], float(margin(self._evaluator.points(world), seat))
        )

    def _expected(self, judgement: Judgement, mover: i64, seat: i64) -> float:
        """Return the utility of a seat: of the searching one with its margin, of others by their wins alone."""
        win = judgement.wins[mover]
        if mover != seat:
            return win
        return WIN_WEIGHT * win + (1.0 - WIN_WEIGHT) * logistic(judgement.margin / self._evaluator.margin_scale)

    def _descend(self, world: State, path: list[Node], seat: i64, rng: Rng) -> vec[i64]:
        """Descend to a leaf, append the nodes to `path`, and return the seat that moved to each node."""
        movers = append(vec[i64](), seat)
        node = path[0]
        while node.visits >= self._expand_visits and world.actor != OVER:
            actor = world.actor
            move = world.draw(rng) if actor == CHANCE else self._select(node, world, seat, rng)
            key = world.seen(move, seat)
            world.apply(move)
            node = node.child_or_new(key)
            path.append(node)
            movers = append(movers, actor if actor != CHANCE else NO_SEAT)
            if actor != CHANCE and key != move:
                break  # a hidden move: below it the searching seat must not tell worlds apart
        return movers

    def _select(self, node: Node, world: State, seat: i64, rng: Rng) -> i64:
        """Return the advised move at first, then a new one whenever the visits allow it, else the one with the highest bound."""
        if node.view is None and world.actor == seat:
            node.view = self._view(world, seat)
        if not node.children:
            return self._simulator.advised(world, rng)
        moves = world.choices()
        if not node.is_wide():
            move = self._widen(node, world, moves, rng)
            if move != NO_MOVE:
                return move
        best = node.best_child(moves)
        return self._simulator.advised(world, rng) if best is None else best.key

    def _widen(self, node: Node, world: State, moves: vec[i64], rng: Rng) -> i64:
        """Return the best of a few random untried moves by preview value, or NO_MOVE if all of them have been tried."""
        best: i64 = NO_MOVE
        best_value = 0.0
        for _sample in range(i64(WIDENING_SAMPLES)):
            move = moves[rng.below(len(moves))]
            if node.child(move) is None and move != best:
                value = self._preview_value(world, move, world.actor, rng.word())
                if best == NO_MOVE or value > best_value:
                    best = move
                    best_value = value
        return best


def _phases(rivals: i64) -> i64:
    """Return the number of phases: halvings until one rival is left, and one more for that one."""
    phases: i64 = 1
    left = rivals
    while left > 1:
        left = (left + 1) // 2
        phases += 1
    return phases


def _distinct_first(arms: list[Arm]) -> list[Arm]:
    """Return, of arms sorted by prior, the first of each prior and then the rest."""
    first: list[Arm] = []
    rest: list[Arm] = []
    for arm in arms:
        if first and first[-1].prior == arm.prior:
            rest.append(arm)
        else:
            first.append(arm)
    return first + rest


def _truncate(arms: list[Arm], sweeps: i64) -> None:
    """Drop the results of an unfinished sweep."""
    for arm in arms:
        arm.truncate(sweeps)


def _node_for(old: Node | None, move: i64) -> Node:
    """Return the node of a move from the last search, or a new one."""
    found = old.child(move) if old is not None else None
    return Node(move) if found is None else found


def _prior(arm: Arm) -> float:
    return arm.prior


def _visited(arm: Arm) -> bool:
    return arm.node.visits > 0
