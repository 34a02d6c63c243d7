"""Several runs read as one, so that bots that never met have ratings on one scale: the steps of a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from roundhouse.arena.job import Job
from roundhouse.arena.journal import BadFolder, job_in, results_in
from roundhouse.arena.result import Result
from roundhouse.core.sentence import say


def together(folders: Sequence[Path]) -> tuple[Job, list[Result]]:
    """The games of all folders, and a job that stands for all of theirs. They must be of one kind and have bots in common."""
    jobs = {folder: job_in(folder) for folder in folders}
    first = jobs[folders[0]]
    for folder, job in jobs.items():
        if _kind(job) != _kind(first):
            raise BadFolder(
                say(
                    "'{folder}' and '{first}' hold different games: name, version, number of players and options must agree",
                    folder=str(folder),
                    first=str(folders[0]),
                )
            )
    results = _results(jobs)
    if not results:
        raise BadFolder(say("no game has been played yet in '{folder}'", folder=str(folders[0])))
    _refuse_strangers(results)
    bots = tuple(dict.fromkeys(name for result in results for name in result.bots))
    return replace(first, bots=bots, games=len(results)), results


def _kind(job: Job) -> tuple[object, ...]:
    return job.game, job.version, job.seats, dict(job.options)


def _results(jobs: dict[Path, Job]) -> list[Result]:
    """Numbered anew. Deals of one seed have the same luck in every run, so they stay together."""
    deals: dict[tuple[int, int], int] = {}
    found: list[Result] = []
    for folder, job in jobs.items():
        for result in results_in(folder):
            deal = deals.setdefault((job.seed, result.deal), len(deals))
            found.append(replace(result, number=len(found) + 1, deal=deal))
    return found


def _refuse_strangers(results: Sequence[Result]) -> None:
    """Everybody must be compared with everybody, if only through others: no rating could be told else."""
    tables = {frozenset(result.bots) for result in results}
    known = set(results[0].bots)
    while joined := {table for table in tables if table & known and not table <= known}:
        known.update(*joined)
    strangers = sorted(set().union(*tables) - known)
    if strangers:
        raise BadFolder(
            say(
                "{strangers} and {known} have neither met nor played against the same bots: they have no common scale",
                strangers=", ".join(strangers),
                known=", ".join(sorted(known)),
            )
        )
