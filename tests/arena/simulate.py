"""Simulated results: bots of known strength, placed at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from roundhouse.arena.result import Result
from roundhouse.arena.schedule import schedule


def result(
    bots: Sequence[str], ranks: Sequence[int], number: int = 1, deal: int = 0, scores: Sequence[int] | None = None
) -> Result:
    """Return the result of a game in which only the placing matters."""
    points = list(scores) if scores is not None else [100 - 10 * rank for rank in ranks]
    kinds = [{"build": 3, "pass": 1} for _ in bots]
    return Result(
        number,
        deal,
        deal,
        list(bots),
        points,
        list(ranks),
        8,
        f"{number}",
        "pass",
        kinds,
        [0.1] * len(bots),
        [0.05] * len(bots),
        [],
    )


def results(strengths: Mapping[str, float], seats: int, games: int, seed: int) -> list[Result]:
    """Return results of bots with known ratings on the Elo scale."""
    rng = Random(seed)
    found = []
    for fixture in schedule(list(strengths), seats, games):
        left = list(range(seats))
        ranks = [0] * seats
        for place in range(seats):
            weights = [10 ** (strengths[fixture.seating[seat]] / 400) for seat in left]
            seat = rng.choices(left, weights)[0]
            ranks[seat] = place
            left.remove(seat)
        found.append(result(fixture.seating, ranks, fixture.number, fixture.deal))
    return found


def essence(result: Result) -> dict[str, Any]:
    """Return what the same job always gives: everything except the times."""
    return {name: value for name, value in vars(result).items() if name not in ("seconds", "slowest")}
