"""The golden records of Railroad Dice show what they say they cover, and together everything special that can happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roundhouse.core.record import read
from roundhouse.core.state import OVER
from roundhouse.games.dice1.board import COMPANIES, FACES, LAKE, PLANS, SIDES, STEP, WILD
from roundhouse.games.dice1.bridges import open_bridges
from roundhouse.games.dice1.moves import BUY, BUY_FROM, END, INCOME, KEEP, STATION, TILE, lay_end, lay_out, station_plan
from roundhouse.games.dice1.notation import notation, parse
from roundhouse.games.dice1.position import DEAD_ENDS, EMPTY_BANK, LAST_STATION, NO_MINI_TILES, NONE, STALLED
from roundhouse.games.dice1.start import Options, start
from roundhouse.games.dice1.state import Dice1

RECORDS = sorted((Path(__file__).parents[2] / "records" / "dice1").glob("*.rec"))


@dataclass
class Step:
    """A move of a record, and the states around it."""

    before: Dice1
    move: int
    after: Dice1


def builds(plan: int) -> Callable[[Step], bool]:
    return lambda step: STATION <= step.move < STATION + 2 * PLANS and station_plan(step.move) == plan


def ends_by(closing: int) -> Callable[[Step], bool]:
    return lambda step: step.after.actor == OVER and step.after.closing == closing


def new_directors(step: Step) -> list[tuple[int, int, int, list[int]]]:
    """At the end of a year: company, director before and after, seats with most shares."""
    if step.after.year == step.before.year or step.after.actor == OVER:
        return []
    shares = [[step.before.shares[seat * COMPANIES + company] for seat in range(step.before.seats)] for company in range(COMPANIES)]
    tops = [[seat for seat, count in enumerate(held) if count == max(held) > 0] for held in shares]
    return [(step.before.director[company], step.after.director[company], company, tops[company]) for company in range(COMPANIES)]


def stays_in_a_tie(step: Step) -> bool:
    return any(len(tops) > 1 and before in tops for before, _, _, tops in new_directors(step))


def passes_clockwise(step: Step) -> bool:
    return any(len(tops) > 1 and before != NONE and before not in tops for before, _, _, tops in new_directors(step))


def first_in_a_tie(step: Step) -> bool:
    return any(len(tops) > 1 and before == NONE for before, _, _, tops in new_directors(step))


def crosses_a_lake(step: Step) -> bool:
    if step.move >= TILE:
        return False
    end = lay_end(step.move)
    square = STEP[step.before.at[end] * SIDES + lay_out(step.move)]
    return bool(LAKE[step.before.tile[step.before.slot[end]]] >> square & 1)


def best(state: Dice1) -> list[int]:
    tokens = list(state.tokens)
    return [seat for seat, count in enumerate(tokens) if count == max(tokens)] if state.actor == OVER else []


def wilds(state: Dice1) -> list[int]:
    return [state.front[seat * FACES + WILD] for seat in best(state)]


def shared(state: Dice1) -> bool:
    return state.actor == OVER and list(state.ranks()).count(0) > 1


EVENTS: dict[str, Callable[[Step], bool]] = {
    **{notation(STATION + plan).removeprefix("station west "): builds(plan) for plan in range(PLANS)},
    "last station": ends_by(LAST_STATION),
    "dead ends": ends_by(DEAD_ENDS),
    "empty bank": ends_by(EMPTY_BANK),
    "no mini-tile left": ends_by(NO_MINI_TILES),
    "three idle years": ends_by(STALLED),
    "director stays in a tie": stays_in_a_tie,
    "directorship passes clockwise in a tie": passes_clockwise,
    "first director in a tie": first_in_a_tie,
    "purchase from a director": lambda step: BUY_FROM <= step.move < INCOME,
    "parachute": lambda step: step.move == INCOME and bool(step.before.chute[step.before.turn]),
    "first end leaves the start tile": lambda step: step.before.orange == NONE != step.after.orange,
    "both ends have left the start tile": lambda step: 0 in step.before.place and 0 not in step.after.place,
    "bridge": crosses_a_lake,
    "action during a bridge": lambda step: open_bridges(step.before) != 0 and BUY <= step.move < KEEP,
    "dice discarded": lambda step: KEEP <= step.move < END,
    "tie broken by wild dice": lambda step: len(best(step.after)) > 1 and len(set(wilds(step.after))) > 1,
    "tie broken by all dice": lambda step: (
        len(best(step.after)) > 1 and len(set(wilds(step.after))) == 1 and not shared(step.after)
    ),
    "shared victory": lambda step: shared(step.after),
}


def steps(path: Path) -> list[Step]:
    record = read(path.read_text("utf-8"))
    state = start(record.seats, Options(**record.options))
    result = []
    for entry in record.entries:
        before, move = state.copy(), parse(entry.text)
        state.apply(move)
        result.append(Step(before, move, state.copy()))
    return result


def covers(path: Path) -> list[str]:
    line = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("# covers: "))
    return line.removeprefix("# covers: ").split(", ")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@pytest.mark.clause("RD1-44", "RD1-45", "RD1-46", "RD1-79", "RD1-80", "RD1-88")
def test_a_record_shows_what_it_says_it_covers(path: Path) -> None:
    """Each event of its `covers` line happens in it; and a game that was begun was played to its end."""
    played = steps(path)

    assert played[-1].after.actor == OVER
    for event in covers(path):
        assert any(EVENTS[event](step) for step in played), event


@pytest.mark.clause("RD1-32", "RD1-53", "RD1-90", "RD1-91", "RD1-92", "RD1-93", "RD1-95")
def test_together_the_records_cover_everything_special() -> None:
    """Each requirement of each company, each end, ties of directors and of players, purchases, parachute, bridges."""
    assert {event for path in RECORDS for event in covers(path)} == set(EVENTS)


def test_the_records_are_of_every_number_of_seats_and_of_every_option() -> None:
    """Two to four; the large bank, diagonal sites and another first seat."""
    records = [read(path.read_text("utf-8")) for path in RECORDS]

    assert {record.seats for record in records} == {2, 3, 4}
    assert {name for record in records for name in record.options} == {"large_bank", "diagonal_sites", "first_seat"}
