"""Chapter 1 of the rules: what is in the box, and that the tables of the program agree with it."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.games.express import GAME
from roundhouse.games.express.board import (
    AUCTION,
    BUILDS,
    CASH,
    CASH_TOTAL,
    CHICAGO,
    CITY,
    COMPANIES,
    COMPANY_COLOURS,
    COMPANY_IDS,
    COST,
    DETROIT,
    DEVELOPABLE,
    DEVELOPMENT,
    DEVELOPMENT_DIAL,
    DIAL_NAMES,
    DIALS,
    EXPANSION,
    FIRST_INCOME,
    FOREST,
    FOREST_GRANT,
    FORT_WAYNE,
    HEX_BIT,
    HEX_IDS,
    HEX_NAMES,
    HEXES,
    HIGHEST_BID,
    HOME,
    INCOME,
    INCOME_TRACK,
    INDUSTRIAL,
    LAKES,
    LAST_HOUSES,
    LOCOMOTIVES,
    MOUNTAIN,
    NEXT,
    PITTSBURGH,
    PLAINS,
    PLANE,
    PLANES,
    ROW,
    ROW_HEX,
    ROW_VALUES,
    ROWS,
    SHARES,
    SIDES,
    SINGLE,
    START,
    SUPPLY,
    TERRAIN,
    WABASH,
    WHEELING,
    WIDTH,
)
from roundhouse.games.express.state import start
from tests.games.express.positions import cell, position


def hexes(kind: int) -> list[int]:
    """The hexes of one kind of terrain."""
    return [where for where in range(HEXES) if TERRAIN[where] == kind]


def neighbours(where: int) -> list[int]:
    """The hexes that share a side with one."""
    return [other for other in NEXT[where * SIDES : (where + 1) * SIDES] if other >= 0]


@pytest.mark.clause("CEX-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_can_play(seats: int) -> None:
    """Every number of players on the box gives a first state with so many seats."""
    assert GAME.start(seats).seats == seats


@pytest.mark.clause("CEX-1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_any_other_number_of_players_is_refused(seats: int) -> None:
    """Nobody plays alone, and there is no capital for a seventh."""
    with pytest.raises(BadSetup, match="2 to 6 players"):
        GAME.start(seats)


@pytest.mark.clause("CEX-2")
def test_five_companies_with_their_colours() -> None:
    """In the order of the first auctions, the Wabash last."""
    colours = dict(zip(COMPANY_IDS, COMPANY_COLOURS, strict=True))

    assert colours == {"PRR": "red", "B&O": "blue", "C&O": "yellow", "NYC": "green", "WAB": "black"}
    assert (COMPANIES, COMPANY_IDS[WABASH]) == (5, "WAB")


@pytest.mark.clause("CEX-3")
def test_twenty_shares() -> None:
    """3, 4, 6, 5 and 2 by company."""
    assert dict(zip(COMPANY_IDS, SHARES, strict=True)) == {"PRR": 3, "B&O": 4, "NYC": 5, "C&O": 6, "WAB": 2}
    assert sum(SHARES) == 20


@pytest.mark.clause("CEX-3")
def test_a_share_too_many_is_noticed() -> None:
    """The invariants count shares in hands and on charters."""
    state = position()
    state.share[0] += 1

    with pytest.raises(AssertionError, match="CEX-3"):
        state.check()


@pytest.mark.clause("CEX-4")
def test_a_hundred_and_three_locomotives() -> None:
    """20, 22, 26, 24 and 11 by company."""
    assert dict(zip(COMPANY_IDS, LOCOMOTIVES, strict=True)) == {"PRR": 20, "B&O": 22, "NYC": 24, "C&O": 26, "WAB": 11}
    assert sum(LOCOMOTIVES) == 103


@pytest.mark.clause("CEX-4")
def test_a_lost_locomotive_is_noticed() -> None:
    """The invariants count locomotives on the map and on charters."""
    state = position()
    state.left[0] -= 1

    with pytest.raises(AssertionError, match="CEX-4"):
        state.check()


@pytest.mark.clause("CEX-5")
def test_twenty_of_twenty_three_houses_are_the_supply() -> None:
    """The other three mark the rows of the industrial track, and are numbers here."""
    assert SUPPLY + ROWS == 23
    assert start(2, 0).supply == 20
    assert len(start(2, 0).track) == 3


@pytest.mark.clause("CEX-5")
def test_a_lost_house_is_noticed() -> None:
    """The invariants count houses on the map and in the supply."""
    state = position()
    state.supply -= 1

    with pytest.raises(AssertionError, match="CEX-5"):
        state.check()


@pytest.mark.clause("CEX-6")
def test_the_bank_always_pays() -> None:
    """Dividends go on although more than all the notes of the box (some 1,000 dollars) have been paid out."""
    state = position(seats=2, cash=[5000, 5000], needles=(3, 0, 3))
    state.apply(GAME.parse("decline develop"))
    state.check()

    assert list(state.cash) == [5000 + 7 + 5, 5000 + 6 + 8]
    assert state.bank == 120 - 10_026


@pytest.mark.clause("CEX-6", "CEX-25")
def test_forged_money_is_noticed() -> None:
    """The invariants add up hands, treasuries and bank."""
    state = position()
    state.cash[0] += 1

    with pytest.raises(AssertionError, match="CEX-25"):
        state.check()


@pytest.mark.clause("CEX-7", "CEX-16")
def test_an_income_above_fifty_is_the_token_and_the_rest() -> None:
    """49 and 4 more are 53: the number goes on, and a display takes 50 off."""
    state = position(built={"C&O": "M4"}, income={"C&O": 49}, treasury={"C&O": 10}, shares={0: "C&O PRR", 1: "B&O", 2: "NYC"})
    state.open[2 * PLANES + PLANE[cell("Pittsburgh")]] |= HEX_BIT[cell("Pittsburgh")]
    for text in ("expand C&O", "build Pittsburgh"):
        state.apply(GAME.parse(text))

    assert state.income[2] == 53
    assert state.income[2] - INCOME_TRACK == 3


@pytest.mark.clause("CEX-8")
def test_three_dials_and_three_rows() -> None:
    """The parts of the board that are no hexes."""
    assert DIAL_NAMES == ("auction", "expand", "develop")
    assert (AUCTION, EXPANSION, DEVELOPMENT_DIAL, DIALS) == (0, 1, 2, 3)
    assert [HEX_NAMES[where] for where in ROW_HEX] == ["Detroit", "Wheeling", "Pittsburgh"]
    assert (DETROIT, WHEELING, PITTSBURGH, ROWS) == (0, 1, 2, 3)


@pytest.mark.clause("CEX-8")
def test_the_map_runs_from_the_east_coast_to_chicago() -> None:
    """Chicago is in the westernmost column, the four start cities in the three easternmost; the land hangs together."""
    reached, rim = {CHICAGO}, [CHICAGO]
    while rim:
        rim = [other for where in rim for other in neighbours(where) if other not in reached]
        reached.update(rim)

    assert HEX_IDS[CHICAGO][0] == "A"
    assert {HEX_IDS[HOME[company]][0] for company in range(WABASH)} == {"Q", "R", "S"}
    assert reached == set(range(HEXES))
    assert not set(LAKES) & set(HEX_IDS)


@pytest.mark.clause("CEX-9")
def test_a_charter_holds_shares_locomotives_and_treasury() -> None:
    """At the start all shares, all locomotives but one, and no money."""
    state = start(4, 0)

    assert list(state.unsold) == list(SHARES)
    assert list(state.left) == [19, 21, 25, 23, 11]
    assert list(state.treasury) == [0] * 5


@pytest.mark.clause("CEX-10")
def test_a_hundred_and_sixty_hexes_of_six_kinds() -> None:
    """Counted by terrain, as they are on the digitised board."""
    counts = Counter(TERRAIN)

    assert counts == {PLAINS: 73, FOREST: 41, MOUNTAIN: 16, CITY: 23, INDUSTRIAL: 3, START: 4}
    assert HEXES == len(HEX_IDS) == len(set(HEX_IDS)) == 160


@pytest.mark.clause("CEX-10")
def test_neighbours_are_mutual() -> None:
    """Every side between two hexes is counted from both."""
    assert all(where in neighbours(other) for where in range(HEXES) for other in neighbours(where))
    assert neighbours(cell("New_York")) == [cell("S2"), cell("S4"), cell("R3"), cell("R2")]


@pytest.mark.clause("CEX-11")
def test_the_industrial_cities() -> None:
    """Exactly three, each with its row."""
    assert sorted(HEX_NAMES[where] for where in hexes(INDUSTRIAL)) == ["Detroit", "Pittsburgh", "Wheeling"]
    assert sorted(ROW[where] for where in hexes(INDUSTRIAL)) == [0, 1, 2]


@pytest.mark.clause("CEX-12")
def test_the_start_hexes() -> None:
    """One for each of the first four companies."""
    homes = {COMPANY_IDS[company]: HEX_NAMES[HOME[company]] for company in range(WABASH)}

    assert homes == {"NYC": "New York", "PRR": "Philadelphia", "B&O": "Baltimore", "C&O": "Washington"}
    assert sorted(hexes(START)) == sorted(HOME[company] for company in range(WABASH))


@pytest.mark.clause("CEX-13")
def test_fort_wayne_is_the_start_of_the_wabash_and_a_city() -> None:
    """It has cost, income and development like a city."""
    assert HEX_NAMES[HOME[WABASH]] == HEX_NAMES[FORT_WAYNE] == "Fort Wayne"
    assert TERRAIN[FORT_WAYNE] == CITY
    assert (COST[FORT_WAYNE], INCOME[FORT_WAYNE], DEVELOPMENT[FORT_WAYNE]) == (1, 1, 2)


@pytest.mark.clause("CEX-14")
def test_chicago_is_a_city() -> None:
    """With room for everybody."""
    assert HEX_NAMES[CHICAGO] == "Chicago"
    assert TERRAIN[CHICAGO] == CITY
    assert not SINGLE[CHICAGO]


@pytest.mark.clause("CEX-15")
def test_every_hex_to_build_on_has_a_cost_and_only_cities_and_mountains_an_income() -> None:
    """Costs from 1 to 4; start hexes have none. Chicago alone has an income and no development."""
    for where in range(HEXES):
        assert (COST[where] == 0) == (TERRAIN[where] == START)
        assert (INCOME[where] > 0) == (TERRAIN[where] in (CITY, MOUNTAIN))
        assert (DEVELOPMENT[where] > 0) == (INCOME[where] > 0 and where != CHICAGO)
    assert {COST[where] for where in range(HEXES)} == {0, 1, 2, 3, 4}


@pytest.mark.clause("CEX-15")
def test_doubtful_hexes_stand_in_one_table() -> None:
    """Three hexes carry a doubt, to be settled at a printed board; nothing else in the data does."""
    data = json.loads(files("roundhouse.games.express").joinpath("board.json").read_text("utf-8"))
    doubtful = {each["id"]: (each["terrain"], each["cost"]) for each in data["hexes"] if "doubtful" in each}

    assert doubtful == {"J2": ("forest", 1), "N4": ("mountain", 3), "N5": ("forest", 4)}


def test_counts_written_out_in_the_code_agree_with_the_data() -> None:
    """Numbers that the compiler must know, against board.json."""
    data = json.loads(files("roundhouse.games.express").joinpath("board.json").read_text("utf-8"))

    assert (data["houses"]["supply"], data["houses"]["last"]) == (SUPPLY, LAST_HOUSES)
    assert (data["forest_grant"], data["builds"], data["highest_bid"]) == (FOREST_GRANT, BUILDS, HIGHEST_BID)
    assert all(CASH[seats] * seats == CASH_TOTAL for seats in GAME.seats)
    assert [list(values) for values in ROW_VALUES] == [row["values"] for row in data["industry"]]
    assert all(len({b - a for a, b in pairwise(values)}) == 1 for values in ROW_VALUES)
    assert list(FIRST_INCOME) == [company["income"] for company in data["companies"]]
    assert HEXES <= PLANES * WIDTH
    assert sum(DEVELOPABLE) == 41 + 16 + 22 + 2
