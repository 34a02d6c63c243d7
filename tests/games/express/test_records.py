"""The golden records of Chicago Express show what they say they cover, and together everything special that can happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roundhouse.core.bits import count_bits
from roundhouse.core.record import read
from roundhouse.core.state import OVER
from roundhouse.games.express import GAME
from roundhouse.games.express.board import (
    CHICAGO,
    COMPANIES,
    DETROIT,
    FOREST,
    FORT_WAYNE,
    INCOME_TRACK,
    LAST_HOUSES,
    PITTSBURGH,
    ROW_LAST,
    TERRAIN,
    WABASH,
    WHEELING,
)
from roundhouse.games.express.moves import BUILD, DEVELOP
from roundhouse.games.express.phases import BIDDING, NONE, TURN
from roundhouse.games.express.state import ENDING, Express

RECORDS = sorted((Path(__file__).parents[2] / "records" / "express").glob("*.rec"))


@dataclass
class Step:
    """A move of a record, and the states around it."""

    before: Express
    move: int
    after: Express

    @property
    def sold(self) -> list[int]:
        """The companies of which the move has sold a share."""
        return [company for company in range(COMPANIES) if self.after.unsold[company] < self.before.unsold[company]]

    def price(self, company: int) -> int:
        """What the treasury got."""
        return self.after.treasury[company] - self.before.treasury[company]

    @property
    def opens(self) -> bool:
        """Whether the Wabash opens."""
        return self.after.is_open(WABASH) and not self.before.is_open(WABASH)

    @property
    def general(self) -> bool:
        """Whether a general dividend is paid."""
        return self.after.actor == OVER or self.after.track[DETROIT] > self.before.track[DETROIT]


Game = list[Step]


def first_shares(game: Game) -> list[int]:
    """The prices of the first four shares."""
    return [step.price(company) for step in game for company in step.sold if step.before.turn == NONE]


def unsold_share(game: Game) -> bool:
    """An auction by action that nobody bids in."""
    closed = [step for step in game if step.before.phase == BIDDING and step.before.turn != NONE and step.after.phase == TURN]
    return any(not step.sold for step in closed)


def opening_auction(game: Game) -> Step | None:
    """The last step of the auction of the first Wabash share."""
    for at, step in enumerate(game):
        if step.opens:
            return next(later for later in game[at:] if later.after.phase == TURN)
    return None


def wabash_sold(game: Game) -> bool:
    closing = opening_auction(game)
    return closing is not None and closing.after.sold(WABASH) == 1


def wabash_unsold(game: Game) -> bool:
    closing = opening_auction(game)
    return closing is not None and closing.after.sold(WABASH) == 0


def arrivals(game: Game) -> list[Step]:
    """For each arrival in Chicago, the step that ends the turn."""
    found = []
    for at, step in enumerate(game):
        if count_bits(step.after.on[CHICAGO]) > count_bits(step.before.on[CHICAGO]):
            found.append(next(later for later in game[at:] if later.after.phase == TURN))
    return found


def ends(state: Express) -> list[str]:
    """The conditions of CEX-132 that hold."""
    holds = {
        "end by locomotives": state.without_locomotives() >= ENDING,
        "end by shares": state.without_shares() >= ENDING,
        "end by houses": state.supply <= LAST_HOUSES,
        "end by Detroit": state.track[DETROIT] == ROW_LAST[DETROIT],
    }
    return [name for name, true in holds.items() if true]


def last_spaces(game: Game) -> bool:
    return any(game[-1].after.track[row] == ROW_LAST[row] for row in (WHEELING, PITTSBURGH))


EVENTS: dict[str, Callable[[Game], bool]] = {
    "first shares bought": lambda game: min(first_shares(game)) > 0,
    "first shares for nothing": lambda game: max(first_shares(game)) == 0,
    "dilution": lambda game: any(step.before.sold(company) > 0 for step in game for company in step.sold),
    "share unsold": unsold_share,
    "Wabash opened and sold": wabash_sold,
    "Wabash opened and unsold": wabash_unsold,
    "Wabash never opened": lambda game: not game[-1].after.is_open(WABASH),
    "Wabash in Chicago": lambda game: bool(game[-1].after.on[CHICAGO] >> WABASH & 1),
    "Fort Wayne developed before the Wabash": lambda game: any(step.opens and step.after.has_house(FORT_WAYNE) for step in game),
    "Chicago and general dividend in one turn": lambda game: any(step.general for step in arrivals(game)),
    "forest developed": lambda game: any(DEVELOP <= step.move < BUILD and TERRAIN[step.move - DEVELOP] == FOREST for step in game),
    "industrial city on its last space": last_spaces,
    "income above fifty": lambda game: max(game[-1].after.income) > INCOME_TRACK,
    "end by locomotives": lambda game: ends(game[-1].after) == ["end by locomotives"],
    "end by shares": lambda game: ends(game[-1].after) == ["end by shares"],
    "end by houses": lambda game: ends(game[-1].after) == ["end by houses"],
    "end by Detroit": lambda game: ends(game[-1].after) == ["end by Detroit"],
    "shared victory": lambda game: list(game[-1].after.ranks()).count(0) > 1,
}


def played(path: Path) -> Game:
    """The steps of a record."""
    record = read(path.read_text("utf-8"))
    state = GAME.start(record.seats, GAME.options_from(record.options))
    result = []
    for entry in record.entries:
        before, move = state.copy(), GAME.parse(entry.text)
        state.apply(move)
        state.check()
        result.append(Step(before, move, state.copy()))
    return result


def covers(path: Path) -> list[str]:
    """What a record says it shows."""
    line = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("# covers: "))
    return line.removeprefix("# covers: ").split(", ")


@pytest.mark.compiled
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@pytest.mark.clause("CEX-35", "CEX-61", "CEX-116", "CEX-132", "CEX-137")
def test_a_record_shows_what_it_says_it_covers(path: Path) -> None:
    """Each event of its `covers` line happens in it, and it is played to its end."""
    game = played(path)

    assert game[-1].after.actor == OVER
    for event in covers(path):
        assert EVENTS[event](game), event


@pytest.mark.clause("CEX-132")
def test_together_the_records_cover_everything_special() -> None:
    """Every kind of first auction, the Wabash, Chicago, each of the four ends, a tie."""
    assert {event for path in RECORDS for event in covers(path)} == set(EVENTS)


def test_the_records_are_of_every_number_of_seats() -> None:
    """Two to six."""
    assert {read(path.read_text("utf-8")).seats for path in RECORDS} == {2, 3, 4, 5, 6}
