"""A run: the games of a job that its folder does not hold yet are played and kept, until all are there or a test is over."""

from __future__ import annotations

from collections.abc import Callable

from roundhouse.arena.journal import Journal
from roundhouse.arena.result import Result
from roundhouse.arena.sprt import Sprt
from roundhouse.arena.workers import Workers


def run(
    journal: Journal, workers: Workers, sprt: Sprt | None = None, tell: Callable[[Result], None] = lambda _: None
) -> list[Result]:
    """The results of a job, those that were there first. `tell` hears of each, in order. What is kept survives any interruption."""
    fixtures = journal.job.fixtures()
    done: list[Result] = []

    def over(result: Result) -> bool:
        closes = fixtures[len(done)].closes
        done.append(result)
        tell(result)
        return sprt is not None and sprt.add(result, closes=closes)

    for result in journal.results[: len(fixtures)]:
        if over(result):
            return done
    rest = fixtures[len(done) :]
    if not rest:
        return done
    with workers(journal.job, rest) as games:
        for played in games:
            journal.add(played)
            if over(played.result):
                break
    return done
