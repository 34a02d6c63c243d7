"""Root-parallel search: several processes search the same decision with different seeds, and their results are pooled."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, Final

from roundhouse.bots.arm import Arm, PairedComparison
from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.core.game import Game
from roundhouse.core.process import Worker
from roundhouse.core.state import View

SEED_STRIDE: Final = 7_919  # between the seeds of two processes

Results = dict[int, list[float]]  # of one process: utilities by move and sweep, the advised move first


class ParallelBot:
    """A search on several worker processes, which run until `close` or until the bot is garbage-collected."""

    def __init__(self, game: Game[Any], budget: Budget, seed: int, processes: int, *, name: str = "search") -> None:
        self.name = name
        self._settings = Settings()
        seeds = [seed + index * SEED_STRIDE for index in range(processes)]
        self._workers = [Worker(_work, game, budget, seed) for seed in seeds]

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the best move according to the pooled results of all processes."""
        if len(moves) == 1:
            return moves[0]
        for worker in self._workers:
            worker.send((view, list(moves)))
        best = pooled_choice([worker.receive() for worker in self._workers], self._settings)
        for worker in self._workers:
            worker.send(best)
        return best

    def close(self) -> None:
        """Stop the worker processes."""
        for worker in self._workers:
            worker.stop()


def pooled_choice(found: Sequence[Results], settings: Settings) -> int:
    """Return the move with the highest mean lead over the advised one, if that is convincing, else the advised one.

    Only moves with at least half as many sweeps as the most tried one count.
    """
    advised = next(iter(found[0]))
    comparisons: dict[int, PairedComparison] = {}
    for results in found:
        base = results.get(advised)
        if base is None:
            continue  # the heuristic of this process advised another move
        for move, utilities in results.items():
            if move != advised:
                comparisons.setdefault(move, PairedComparison()).add(utilities, base)
    most = max((comparison.count for comparison in comparisons.values()), default=0)
    tested = [move for move, comparison in comparisons.items() if 2 * comparison.count >= most]
    best = max(tested, key=lambda move: comparisons[move].mean(), default=advised)
    if best == advised or not comparisons[best].justifies_override(settings.min_lead, settings.prior_scale):
        return advised
    return best


def _work(pipe: Connection, game: Game[Any], budget: Budget, seed: int) -> None:
    """Search the decisions that come over the pipe until it is closed."""
    bot = SearchBot(game, budget, seed)
    while True:
        view, moves = pipe.recv()
        arms: list[Arm] = bot.search(view, moves)
        pipe.send({int(arm.move): list(arm.results) for arm in arms})
        bot.keep_subtree(arms, pipe.recv())
