"""The golden records of Ticket to Ride show what they say they cover, and together everything special that can happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roundhouse.core.record import read
from roundhouse.core.state import OVER
from roundhouse.games.tickets import GAME
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.usa import FLUSH, FLUSH_CAP, PASS, STAY

RECORDS = sorted((Path(__file__).parents[2] / "records" / "tickets").glob("*.rec"))


@dataclass
class Step:
    """A move of a record, and the states around it."""

    before: Tickets
    move: int
    after: Tickets


def reshuffled(step: Step) -> bool:
    return step.before.down == 0 and step.after.down > 0


def shared(state: Tickets) -> bool:
    return state.actor == OVER and list(state.ranks()).count(0) > 1


def tied(state: Tickets) -> list[int]:
    scores = list(state.scores())
    return [seat for seat, score in enumerate(scores) if score == max(scores)] if state.actor == OVER else []


def by_tickets(state: Tickets) -> bool:
    return len({len(state.completed(seat)) for seat in tied(state)}) > 1


def by_path(state: Tickets) -> bool:
    return len(tied(state)) > 1 and not by_tickets(state) and not shared(state)


EVENTS: dict[str, Callable[[Step], bool]] = {
    "flush at set-up": lambda step: step.move == FLUSH and step.before.turn == NONE,
    "flush between two cards": lambda step: step.move == FLUSH and step.before.drawn == 1,
    "ten flushes": lambda step: step.move == FLUSH and step.after.flushes == FLUSH_CAP,
    "display stays": lambda step: step.move == STAY,
    "deck exhausted": reshuffled,
    "short display": lambda step: step.after.actor >= 0 and 0 < list(step.after.slot).count(NONE) < 5,
    "empty display": lambda step: step.after.actor >= 0 and list(step.after.slot).count(NONE) == 5,
    "forced pass": lambda step: step.move == PASS,
    "last round": lambda step: step.after.last > 0,
    "tie broken by tickets": lambda step: by_tickets(step.after),
    "tie broken by the path": lambda step: by_path(step.after),
    "shared victory": lambda step: shared(step.after),
}


def steps(path: Path) -> list[Step]:
    record = read(path.read_text("utf-8"))
    state = GAME.start(record.seats)
    result = []
    for entry in record.entries:
        before, move = state.copy(), GAME.parse(entry.text)
        state.apply(move)
        result.append(Step(before, move, state.copy()))
    return result


def covers(path: Path) -> list[str]:
    line = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("# covers: "))
    return line.removeprefix("# covers: ").split(", ")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@pytest.mark.clause("TTR-36", "TTR-39", "TTR-43", "TTR-45", "TTR-74")
def test_a_record_shows_what_it_says_it_covers(path: Path) -> None:
    """Each event of its `covers` line happens in it; and a game that was begun was played to its end."""
    played = steps(path)

    assert played[-1].after.actor == OVER
    for event in covers(path):
        assert any(EVENTS[event](step) for step in played), event


@pytest.mark.clause("TTR-14", "TTR-23", "TTR-38", "TTR-47", "TTR-94", "TTR-95", "TTR-96")
def test_together_the_records_cover_everything_special() -> None:
    """Flushes, exhaustion, an empty display, a forced pass, the last round, every kind of tie."""
    assert {event for path in RECORDS for event in covers(path)} == set(EVENTS)


def test_the_records_are_of_every_number_of_seats() -> None:
    """Two to five."""
    assert {read(path.read_text("utf-8")).seats for path in RECORDS} == {2, 3, 4, 5}
