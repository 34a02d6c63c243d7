"""Short finished games, for tests of reviews."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from roundhouse.bots import make
from roundhouse.bots.bot import Budget
from roundhouse.core.game import Game
from roundhouse.core.state import View
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.review.result import Review
from roundhouse.review.reviewer import Reviewer

Choose = Callable[[Table, View[Any], list[int]], int]


def finished(game: Game[Any], seats: int, seed: int, choose: dict[int, Choose] | None = None) -> Table:
    """A game between `regular` bots; `choose` decides for some seats."""
    table = Table(game, seats, {}, Seeded(seed))
    bots = [make("regular", game, seed + seat) for seat in range(seats)]
    while not table.over:
        seat, moves = table.actor, table.moves(table.actor)
        view = table.view(seat)
        chosen = (choose or {}).get(seat)
        table.play(seat, bots[seat].choose(view, moves) if chosen is None else chosen(table, view, moves))
    return table


def reviewed(reviewer: Reviewer, budget: Budget) -> Review:
    """The review that a budget gives."""
    for _ in reviewer.work(budget):
        pass
    return reviewer.review()


def begun(reviewer: Reviewer, searched: int) -> Review:
    """A review with its first two curves, a first look at all decisions, and the first of them searched."""
    for _ in islice(reviewer.work(), 2 * (len(reviewer.played.stops) - 1) + len(reviewer.played.decisions) + searched):
        pass
    return reviewer.review()
