"""A change of a table: what it will be once the change is written, and what is due then."""

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
    """A table as it will be."""

    event_count: int  # entries
    actor: int  # the seat to act then; SPECTATOR before the beginning, OVER after the end
    seats: Sequence[Seat]
    at: float

    @property
    def timed(self) -> int | None:
        """The seat whose clock runs, where there are clocks: a person's who is to act."""
        if self.actor < 0 or self.seats[self.actor].guest is None or self.seats[self.actor].level is not None:
            return None
        return self.actor


ExtraStatements = Callable[[Setup, Change], Sequence[Statement]]  # what else is written in the same transaction


class Effects(NamedTuple):
    """What follows from a change of a table: what is due, how the clocks stand, and the statements that write it down."""

    job: Job | None
    clock_row: ClockRow | None
    statements: list[Statement]


def next_job(change: Change, process_id: str, times: Clocks | None = None) -> Job | None:
    """What must happen next without a person: a bot's move is taken at once by the process that leads to it, the end of
    somebody's time by whichever is there then.
    """
    if change.actor < 0:
        return None
    if change.seats[change.actor].level is not None:
        return Job(change.actor, change.event_count, change.at, BOT_MOVE, process_id, change.at + LEASE)
    deadline = None if times is None else times.deadline
    return None if deadline is None else Job(change.actor, change.event_count, deadline, CLOCK_END)
