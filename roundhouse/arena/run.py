"""A run: play and keep the games of a job that its folder does not hold yet, until all are there or a test is decided."""

from __future__ import annotations

from collections.abc import Callable

from roundhouse.arena.journal import Journal
from roundhouse.arena.result import Result
from roundhouse.arena.sprt import Sprt
from roundhouse.arena.workers import Workers


def run(
    journal: Journal, workers: Workers, sprt: Sprt | None = None, on_result: Callable[[Result], None] = lambda _: None
) -> list[Result]:
    """Return the results of a job in order, existing ones first, and pass each to `on_result`.

    Every finished game is kept, whatever interrupts the run.
    """
    fixtures = journal.job.fixtures()
    done: list[Result] = []

    def add(result: Result) -> bool:
        """Count a result; return whether the run is decided."""
        last_of_deal = fixtures[len(done)].last_of_deal
        done.append(result)
        on_result(result)
        return sprt is not None and sprt.add(result, last_of_deal=last_of_deal)

    for result in journal.results[: len(fixtures)]:
        if add(result):
            return done
    rest = fixtures[len(done) :]
    if not rest:
        return done
    with workers(journal.job, rest) as games:
        for game in games:
            journal.add(game)
            if add(game.result):
                break
    return done
