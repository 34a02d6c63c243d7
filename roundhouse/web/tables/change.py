"""A change of a table, and what follows from it: the next job, the clocks, extra statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from roundhouse.play.clock import Clocks
from roundhouse.web.clocks.repository import ClockRow
from roundhouse.web.jobs.queue import BOT_MOVE, CLOCK_END, LEASE, Job
from roundhouse.web.store.store import Statement
from roundhouse.web.tables.repository import Seat, Setup


@dataclass(frozen=True)
class Change:
    """A table as it will be once the change is written."""

    event_count: int
    actor: int  # the seat to move; SPECTATOR before the game, OVER after it
    seats: Sequence[Seat]
    at: float

    @property
    def timed(self) -> int | None:
        """Return the seat whose clock runs, if the table has clocks: that of a person who is to move."""
        if self.actor < 0 or self.seats[self.actor].guest is None or self.seats[self.actor].level is not None:
            return None
        return self.actor


ExtraStatements = Callable[[Setup, Change], Sequence[Statement]]  # further statements for the transaction of a change


class Effects(NamedTuple):
    """What follows from a change: the next job, the clocks, and the statements that store both."""

    job: Job | None
    clock_row: ClockRow | None
    statements: list[Statement]


def next_job(change: Change, process_id: str, times: Clocks | None = None) -> Job | None:
    """Return the next job of the table: the move of a bot, or the end of a person's time; None if there is neither.

    A bot's move is leased at once to this process. The end of a clock is leased later, by the first process that finds it due.
    """
    if change.actor < 0:
        return None
    if change.seats[change.actor].level is not None:
        return Job(change.actor, change.event_count, change.at, BOT_MOVE, process_id, change.at + LEASE)
    deadline = None if times is None else times.deadline
    return None if deadline is None else Job(change.actor, change.event_count, deadline, CLOCK_END)
