"""Root parallel search: several processes search the same decision with luck of their own, and their results are pooled."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

from roundhouse.bots.arm import Arm, Contest
from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.core.game import Game
from roundhouse.core.state import View

SEED_STEP: Final = 7_919  # between the seeds of two processes

Results = dict[int, list[float]]  # of one process: utilities by move and sweep, the advised move first


class ParallelBot:
    """A search on several cores, which stay its own until `close` or the end of the bot."""

    def __init__(self, game: Game[Any], budget: Budget, seed: int, processes: int, *, name: str = "search") -> None:
        self.name = name
        self._settings = Settings()
        context = get_context("spawn")
        self._pipes: list[Connection] = []
        self._workers: list[BaseProcess] = []
        for number in range(processes):
            here, there = context.Pipe()
            worker = context.Process(target=_work, args=(there, game, budget, seed + number * SEED_STEP), daemon=True)
            worker.start()
            self._pipes.append(here)
            self._workers.append(worker)
        self._end = weakref.finalize(self, _dismiss, self._pipes, self._workers)

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """The best of the moves, as far as all processes together can tell."""
        if len(moves) == 1:
            return moves[0]
        for pipe in self._pipes:
            pipe.send((view, list(moves)))
        best = pooled([pipe.recv() for pipe in self._pipes], self._settings)
        for pipe in self._pipes:
            pipe.send(best)
        return best

    def close(self) -> None:
        """Ends the processes."""
        self._end()


def pooled(found: Sequence[Results], settings: Settings) -> int:
    """The move with the highest mean gain on the advised one, among those tried about as often as any; or that one itself."""
    advised = next(iter(found[0]))
    contests: dict[int, Contest] = {}
    for results in found:
        base = results.get(advised)
        if base is None:
            continue  # its heuristic was of another mind
        for move, utilities in results.items():
            if move != advised:
                contests.setdefault(move, Contest()).add(utilities, base)
    most = max((contest.count for contest in contests.values()), default=0)
    ripe = [move for move, contest in contests.items() if 2 * contest.count >= most]
    best = max(ripe, key=lambda move: contests[move].mean(), default=advised)
    if best == advised or not contests[best].convinces(settings.loyalty, settings.surprise):
        return advised
    return best


def _work(pipe: Connection, game: Game[Any], budget: Budget, seed: int) -> None:
    """A process: compares what it is asked about until the pipe is closed."""
    bot = SearchBot(game, budget, seed)
    while True:
        try:
            view, moves = pipe.recv()
            arms: list[Arm] = bot.compare(view, moves)
            pipe.send({int(arm.move): list(arm.results) for arm in arms})
            bot.keep(arms, pipe.recv())
        except EOFError:
            return


def _dismiss(pipes: list[Connection], workers: list[BaseProcess]) -> None:
    for pipe in pipes:
        pipe.close()
    for worker in workers:
        worker.terminate()
        worker.join()
