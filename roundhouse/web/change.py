"""A change of a table: what it will be once the change is written, and what is due then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from roundhouse.web.due import LEASE, ROBOT, Due
from roundhouse.web.ledger import Seat, Setup
from roundhouse.web.store import Statement


@dataclass(frozen=True)
class Change:
    """A table as it will be."""

    n: int  # entries
    actor: int  # the seat to act then; SPECTATOR before the beginning, OVER after the end
    seats: Sequence[Seat]
    at: float


Companion = Callable[[Setup, Change], Sequence[Statement]]  # what else is written in the same transaction


def next_due(change: Change, me: str) -> Due | None:
    """What must happen next without a person: a bot's move is taken at once by the process that leads to it."""
    if change.actor < 0 or change.seats[change.actor].level is None:
        return None
    return Due(change.actor, change.n, change.at, ROBOT, me, change.at + LEASE)
