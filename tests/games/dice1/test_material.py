"""Chapters 1 and 2: dice, tiles, companies, the first position."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from roundhouse.core.bits import count_bits, members
from roundhouse.core.sentence import BadSetup
from roundhouse.games.dice1 import board
from roundhouse.games.dice1.board import (
    CHEAP,
    COMPANIES,
    COMPANY_NAMES,
    DIE_SIDES,
    EDGE,
    FACE_NAMES,
    FACE_SIDES,
    FACES,
    FITS,
    KIND_NAMES,
    KINDS,
    LAKE,
    MEADOW,
    MINI_TILES,
    MINI_TOTAL,
    MOUNTAIN,
    PLAN_COMPANY,
    PLANS,
    REQUIREMENTS,
    SHARES,
    SIDE_KIND,
    SIDES,
    SITES,
    SQUARES,
    STATIONS,
    STEP,
    STOCK,
    WAY_KIND,
    WAY_ROWS,
    WAYS,
    WILD,
    ZONE,
)
from roundhouse.games.dice1.moves import FIRST_HANDFUL, HANDFUL, HANDFULS, KEEPS, MOST_ROLLED, SHOWN, WEIGHT
from roundhouse.games.dice1.position import NONE, TURN
from roundhouse.games.dice1.start import Options, start
from tests.games.dice1.positions import in_front, legal, mask, square

DATA = json.loads(files("roundhouse.games.dice1").joinpath("board.json").read_text("utf-8"))


@pytest.mark.clause("RD1-10")
def test_a_die_has_two_straights_two_curves_a_share_and_one_wild_face() -> None:
    """Six sides in all."""
    assert dict(zip(FACE_NAMES, FACE_SIDES, strict=True)) == {"straight": 2, "curve": 2, "share": 1, "wild": 1}
    assert sum(FACE_SIDES) == DIE_SIDES


@pytest.mark.clause("RD1-11")
@pytest.mark.parametrize(("dice", "percent"), [(6, 67), (8, 77)])
def test_the_chance_of_a_wild_die_is_that_of_the_rulebook(dice: int, percent: int) -> None:
    """At least one wild face among all outcomes of a handful, by weight."""
    outcomes = range(FIRST_HANDFUL[dice] - HANDFUL, FIRST_HANDFUL[dice + 1] - HANDFUL)
    wild = sum(WEIGHT[i] for i in outcomes if SHOWN[i * FACES + WILD])

    assert sum(WEIGHT[i] for i in outcomes) == DIE_SIDES**dice
    assert round(100 * wild / DIE_SIDES**dice) == percent


@pytest.mark.clause("RD1-2", "RD1-3")
def test_tiles_have_seven_by_seven_squares_of_three_kinds() -> None:
    """Every square of every way to lay a tile is a meadow, a lake or a mountain, never two of them."""
    assert len(WAY_ROWS) == WAYS
    for way in range(WAYS):
        assert MEADOW[way] | LAKE[way] | MOUNTAIN[way] == board.ALL
        assert count_bits(MEADOW[way]) + count_bits(LAKE[way]) + count_bits(MOUNTAIN[way]) == SQUARES
    assert [KIND_NAMES[WAY_KIND[way]] for way in range(WAYS)] == ["meadow", *["lake"] * 4, *["foothills"] * 4, "mountain"]


@pytest.mark.clause("RD1-3")
def test_a_side_is_green_or_mountain_by_its_middle_squares() -> None:
    """The five middle squares of a side are all of its kind, and no lake touches a side."""
    for way in range(WAYS):
        for side in range(SIDES):
            middle = [at for at in members(EDGE[side]) if sum(EDGE[other] >> at & 1 for other in range(SIDES)) == 1]
            rocky = SIDE_KIND[way * SIDES + side]
            assert len(middle) == 5
            assert all((MOUNTAIN[way] >> at & 1) == rocky for at in middle)
            assert not LAKE[way] & EDGE[side]


def test_no_tile_has_both_lakes_and_mountains() -> None:
    """So a bridge always ends at a meadow, and the search for a shore need not know mountains."""
    assert not any(LAKE[way] and MOUNTAIN[way] for way in range(WAYS))


def test_a_step_over_an_edge_enters_the_next_tile_in_the_same_row_or_column() -> None:
    """From g4 to the east is a4 of the next tile; every step can be taken back."""
    assert STEP[square("g4") * SIDES + 1] == square("a4")
    assert STEP[square("d1") * SIDES] == square("d7")
    assert all(STEP[STEP[at * SIDES + side] * SIDES + (side + 2) % SIDES] == at for at in range(SQUARES) for side in range(SIDES))


@pytest.mark.clause("RD1-4")
def test_there_are_35_mini_tiles() -> None:
    """Of the four kinds, as in board.json."""
    assert list(MINI_TILES) == [11, 8, 8, 8]
    assert sum(MINI_TILES) == MINI_TOTAL == 35
    assert len(MINI_TILES) == KINDS


@pytest.mark.clause("RD1-7")
def test_five_companies_have_eight_stations_and_ten_shares() -> None:
    """Each company's plans add up to eight stations, half of them cheap."""
    assert COMPANY_NAMES == ("purple", "green", "blue", "red", "yellow")
    assert all(company["shares"] == SHARES for company in DATA["companies"])
    for company in range(COMPANIES):
        own = [plan for plan in range(PLANS) if PLAN_COMPANY[plan] == company]
        assert sum(STOCK[plan] for plan in own) == STATIONS
        assert sum(CHEAP[plan] for plan in own) == STATIONS // 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dice", board.DICE),
        ("dice_of_the_large_bank", board.LARGE_BANK),
        ("tile_size", board.SIZE),
        ("dice_to_leave", board.TO_LEAVE),
        ("front_limit", board.FRONT_LIMIT),
        ("least_income", board.LEAST_INCOME),
        ("reward", board.REWARD),
        ("lake_fee", board.LAKE_FEE),
        ("mountain_fee", board.MOUNTAIN_FEE),
        ("idle_years", board.IDLE_YEARS),
    ],
)
def test_numbers_written_out_are_those_of_the_data(name: str, value: int) -> None:
    """Written out so that the compiler knows them."""
    assert DATA[name] == value


def test_counts_written_out_are_those_of_the_tables() -> None:
    """Lengths of the tables that other modules index."""
    assert len(SITES) == 2 * WAYS * REQUIREMENTS
    assert len(ZONE) == WAYS * SQUARES
    assert len(FITS) == 3**SIDES
    assert len(WEIGHT) == HANDFULS == FIRST_HANDFUL[MOST_ROLLED + 1] - HANDFUL
    assert len(board.SIDE_KIND) == WAYS * SIDES
    assert len(PLAN_COMPANY) == PLANS
    assert KEEPS == 56


def test_a_lake_is_one_zone_and_a_valley_parts_nothing_but_itself() -> None:
    """RD1-R14: on the lake tile all water hangs together; on the mountain tile the valley lies within one zone."""
    lake, mountain = 1, 9

    assert ZONE[lake * SQUARES + square("c3")] == LAKE[lake]
    assert ZONE[mountain * SQUARES + square("a1")] == MOUNTAIN[mountain]
    assert ZONE[mountain * SQUARES + square("d4")] == mask("d3 c4 d4 e4 d5")


@pytest.mark.clause("RD1-12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_four_wild_dice_in_front(seats: int) -> None:
    """Reserve and tokens are empty."""
    state = start(seats, Options())

    assert [in_front(state, seat) for seat in range(seats)] == ["4 wild"] * seats
    assert list(state.reserve) == list(state.tokens) == [0] * seats


@pytest.mark.clause("RD1-13")
def test_no_company_has_a_director_a_station_or_a_share_sold() -> None:
    """RD1-R2: in the first year nobody builds stations."""
    state = start(3, Options())

    assert list(state.director) == [NONE] * COMPANIES
    assert list(state.left) == [SHARES] * COMPANIES
    assert sum(state.built) == sum(state.shares) == 0
    assert legal(state, "station") == []


@pytest.mark.clause("RD1-14")
def test_a_straight_rail_lies_in_the_centre_of_a_meadow_tile() -> None:
    """Its two sides are the two ends of the line, RD1-R21; the general map has that tile."""
    state = start(2, Options())

    assert members(state.taken[0]) == [square("d4")]
    assert list(state.at) == [square("d4")] * 2
    assert ["NESW"[state.out[end]] for end in (0, 1)] == ["W", "E"]
    assert MEADOW[state.tile[0]] == board.ALL
    assert list(state.land) == [state.tile[0]]
    assert state.supply[0] == MINI_TILES[0] - 1


@pytest.mark.clause("RD1-15")
@pytest.mark.parametrize(("seats", "bank", "large"), [(2, 31, 51), (3, 27, 47), (4, 23, 43)])
def test_all_other_dice_form_the_bank(seats: int, bank: int, large: int) -> None:
    """RD1-R3: forty dice, or sixty as an option; tiles and pawns are set aside."""
    state = start(seats, Options())

    assert state.bank == bank
    assert start(seats, Options(large_bank=True)).bank == large
    assert state.tile[1] == NONE
    assert state.orange == NONE
    assert sum(state.supply) == MINI_TOTAL - 1


def test_the_first_seat_is_an_option() -> None:
    """RD1-R3: any seat there is, and no other."""
    state = start(3, Options(first_seat=2))

    assert (state.first, state.turn, state.actor, state.phase) == (2, 2, 2, TURN)
    for wrong in (-1, 3):
        with pytest.raises(BadSetup):
            start(3, Options(first_seat=wrong))
