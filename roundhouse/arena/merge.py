"""Several runs merged into one, so that bots that never met are rated on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from roundhouse.arena.job import Job
from roundhouse.arena.journal import BadFolder, read_job, read_results
from roundhouse.arena.result import Result
from roundhouse.core.sentence import say


def merge_runs(folders: Sequence[Path]) -> tuple[Job, list[Result]]:
    """Return the games of all folders with a job that stands for all of theirs. Raise BadFolder if they cannot be compared."""
    jobs = {folder: read_job(folder) for folder in folders}
    first = jobs[folders[0]]
    for folder, job in jobs.items():
        if _kind(job) != _kind(first):
            raise BadFolder(
                say(
                    "'{folder}' and '{first}' hold different games: name, version, number of players and options must match",
                    folder=str(folder),
                    first=str(folders[0]),
                )
            )
    results = _results(jobs)
    if not results:
        raise BadFolder(say("no game has been played yet in '{folder}'", folder=str(folders[0])))
    _require_connected(results)
    bots = tuple(dict.fromkeys(name for result in results for name in result.bots))
    return replace(first, bots=bots, games=len(results)), results


def _kind(job: Job) -> tuple[object, ...]:
    return job.game, job.version, job.seats, dict(job.options)


def _results(jobs: dict[Path, Job]) -> list[Result]:
    """Return all results, renumbered. Deals with the same seed have the same luck in every run, so they become one deal."""
    deals: dict[tuple[int, int], int] = {}
    merged: list[Result] = []
    for folder, job in jobs.items():
        for result in read_results(folder):
            deal = deals.setdefault((job.seed, result.deal), len(deals))
            merged.append(replace(result, number=len(merged) + 1, deal=deal))
    return merged


def _require_connected(results: Sequence[Result]) -> None:
    """Raise BadFolder unless all bots have met, directly or through others: ratings would mean nothing otherwise."""
    lineups = {frozenset(result.bots) for result in results}
    connected = set(results[0].bots)
    while joined := {lineup for lineup in lineups if lineup & connected and not lineup <= connected}:
        connected.update(*joined)
    others = sorted(set().union(*lineups) - connected)
    if others:
        raise BadFolder(
            say(
                "{others} and {connected} have never met, not even through other bots: they have no common scale",
                others=", ".join(others),
                connected=", ".join(sorted(connected)),
            )
        )
