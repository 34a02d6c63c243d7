"""Chapter 7: building a station."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.bits import members
from roundhouse.games.dice1.board import COMPANY_NAMES, PLAN_COMPANY, PLAN_NEEDS, PLANS, REQUIREMENT_NAMES
from roundhouse.games.dice1.position import PAYING
from roundhouse.games.dice1.start import Options
from roundhouse.games.dice1.stations import sites
from tests.games.dice1.positions import EAST, HOME, WEST, Tile, in_front, legal, mask, play, position, refused, square

LAKE: Tile = ("lake", 1, 0, "")
MOUNTAIN: Tile = ("mountain", 2, 0, "")
PASS: Tile = ("foothills 2", 1, 0, "")  # green to the south and west, mountain to the north and east
RICH = {0: 20}
LEFT = "e4:WE f4:WE g4:WE"  # what the east end has left on the start tile
ALL = dict.fromkeys(COMPANY_NAMES, 0)


@pytest.mark.clause("RD1-8", "RD1-37")
def test_only_the_director_builds() -> None:
    """Seat 1 directs purple: seat 0 may not build although it holds shares; seat 1 may in its own turn."""
    state = position(directors={"purple": 1}, shares={0: "3 purple", 1: "4 purple"}, reserve={0: 9, 1: 9})

    assert refused(state, "station west purple open") == "RD1-37"
    assert refused(state, "station west red open") == "RD1-37"
    play(state, "end")
    assert refused(state, "station west purple open") == ""


@pytest.mark.clause("RD1-38")
@pytest.mark.parametrize(("built", "price"), [(0, 3), (3, 3), (4, 5), (7, 5)])
def test_a_station_costs_three_dice_and_later_five(built: int, price: int) -> None:
    """Purple has four cheap stations of its one requirement, then four dear ones."""
    land = [HOME, *(("meadow", i + 1, 0, "purple") for i in range(built))]
    state = position(land=land, directors={"purple": 0}, reserve=RICH)

    play(state, "station west purple open")

    assert state.reserve[0] == 20 - price
    assert sum(state.built) == built + 1


@pytest.mark.clause("RD1-38")
def test_the_price_follows_the_requirement() -> None:
    """RD1-R7: the cheap open stations of blue are gone, so the next costs five although lakeside ones cost three."""
    land = [HOME, ("meadow", 1, 0, "blue"), ("meadow", 2, 0, "blue")]
    state = position(land=land, directors={"blue": 0}, reserve={0: 4})

    assert refused(state, "station west blue open") == "RD1-18"
    state.reserve[0] = 5
    state.dice += 1
    assert play(state, "station west blue open").reserve[0] == 0


@pytest.mark.clause("RD1-38")
def test_all_stations_with_a_requirement_can_be_built() -> None:
    """Four open stations of blue: a fifth is refused."""
    land = [HOME, *(("meadow", i + 1, 0, "blue") for i in range(4))]
    state = position(land=land, directors={"blue": 0}, reserve=RICH)

    assert refused(state, "station west blue open") == "RD1-38"


@pytest.mark.clause("RD1-39")
def test_the_station_stands_on_the_square_the_end_points_at() -> None:
    """RD1-R8: at c4, and from then on it ends the line; a second one needs a rail first."""
    state = position(directors={"purple": 0, "red": 0}, reserve=RICH)

    play(state, "station west purple open")

    assert state.at[WEST] == square("c4")
    assert state.taken[0] == mask("c4 d4")
    assert refused(state, "station west red open") == "RD1-39"


@pytest.mark.clause("RD1-40")
def test_a_company_has_one_station_on_a_tile() -> None:
    """RD1-R23: the start tile is one although both ends are on it; another company may build there."""
    state = position(directors={"purple": 0, "red": 0}, reserve=RICH, west="c4:EW")

    play(state, "station west purple open")

    assert refused(state, "station east purple open") == "RD1-40"
    assert refused(state, "station east red open") == ""
    assert play(state, "station east red open", "pay 2 wild").stops[0] == 1 << 0 | 1 << 3


@pytest.mark.clause("RD1-41")
@pytest.mark.parametrize(("line", "clause"), [("c4:EW", ""), ("c4:EW b4:EW", "RD1-41")])
def test_no_station_on_an_edge_square(line: str, clause: str) -> None:
    """b4 is an inner square, a4 is on the edge."""
    state = position(directors={"purple": 0}, reserve=RICH, west=line)

    assert refused(state, "station west purple open") == clause


@pytest.mark.clause("RD1-42")
def test_no_station_orthogonally_next_to_another_but_diagonally() -> None:
    """A purple station on c4; the line comes back to c5 below it, or to b3 diagonally."""
    beside = "c4:Epurple b4:ES b5:NE"
    diagonal = "c4:Epurple c3:SN c2:SW b2:ES"
    state = position(directors=ALL, reserve=RICH, land=[("meadow", 0, 0, "purple")], west=beside)
    other = position(directors=ALL, reserve=RICH, land=[("meadow", 0, 0, "purple")], west=diagonal)

    assert refused(state, "station west red open") == "RD1-42"
    assert refused(other, "station west red open") == ""


@pytest.mark.clause("RD1-43", "RD1-44", "RD1-45", "RD1-46")
def test_sites_on_each_tile() -> None:
    """Inner squares with three neighbours as asked: open meadow on green tiles, lakeside at the lake, alpine in the mountains."""
    meadow = position()
    lake = position(land=(HOME, LAKE), east_on=1, east="a4:WE", rest=LEFT)
    high = position(land=(HOME, PASS, MOUNTAIN), east_on=2, east="a4:WE")

    assert sites(meadow, 0, 0) == mask(" ".join(f"{column}{row}" for column in "bcdef" for row in range(2, 7)))
    assert sites(meadow, 0, 1) == sites(meadow, 0, 2) == 0
    assert sites(lake, 1, 1) == mask("d3 b4 d5")
    assert sites(lake, 1, 2) == 0
    assert mask("f6 e6") & ~sites(lake, 1, 0) == 0
    assert square("d4") not in members(sites(high, high.slot[EAST], 2))
    assert sites(high, high.slot[EAST], 2) & mask("b2 c2 d2 b4") == mask("b2 c2 d2 b4")
    assert sites(high, high.slot[EAST], 0) == mask("d4")


@pytest.mark.clause("RD1-43")
@pytest.mark.parametrize("diagonal", [False, True])
def test_diagonal_neighbours_count_only_as_an_option(diagonal: bool) -> None:
    """RD1-R5: with eight neighbours more squares of the lake tile are lakeside."""
    state = position(land=(HOME, LAKE), east_on=1, east="a4:WE", rest=LEFT, options=Options(diagonal_sites=diagonal))
    found = sites(state, 1, 1)

    assert mask("d3 b4 d5") & ~found == 0
    assert all((found >> square(name) & 1) == diagonal for name in ("b2", "d2", "f4"))


@pytest.mark.clause("RD1-44", "RD1-45", "RD1-46")
@pytest.mark.parametrize(
    ("plan", "clause"),
    [
        ("purple open", ""),
        ("green lakeside", "RD1-45"),
        ("green alpine", "RD1-46"),
        ("blue open", ""),
        ("blue lakeside", "RD1-45"),
        ("red open", ""),
        ("red alpine", "RD1-46"),
        ("yellow alpine", "RD1-46"),
    ],
)
def test_what_can_be_built_on_open_meadow(plan: str, clause: str) -> None:
    """Each company's requirements at c4 of the start tile."""
    assert refused(position(directors=ALL, reserve=RICH), f"station west {plan}") == clause


@pytest.mark.clause("RD1-45", "RD1-44")
@pytest.mark.parametrize(
    ("plan", "clause"), [("green lakeside", ""), ("blue lakeside", ""), ("purple open", "RD1-44"), ("yellow alpine", "RD1-46")]
)
def test_what_can_be_built_by_a_lake(plan: str, clause: str) -> None:
    """d3 of the lake tile, reached from d2, has water to the west, south and east."""
    state = position(directors=ALL, reserve=RICH, land=(HOME, LAKE), east_on=1, east="a1:WE b1:WE c1:WE d1:WS d2:NS", rest=LEFT)

    assert refused(state, f"station east {plan}") == clause


@pytest.mark.clause("RD1-46")
@pytest.mark.parametrize(
    ("plan", "clause"), [("green alpine", ""), ("red alpine", ""), ("yellow alpine", ""), ("purple open", "RD1-44")]
)
def test_what_can_be_built_in_the_mountains(plan: str, clause: str) -> None:
    """b2 of the mountain tile."""
    state = position(
        directors=ALL, reserve=RICH, land=(HOME, PASS, MOUNTAIN), east_on=2, east="a2:WE", west="c4:EW b4:EW a4:EN a3:SN"
    )

    assert refused(state, f"station east {plan}") == clause


@pytest.mark.clause("RD1-47")
def test_required_neighbours_may_carry_dice() -> None:
    """c4 has the first rail on one of its four meadow neighbours, and more dice do not matter."""
    state = position(directors=ALL, reserve=RICH, west="c4:ES c5:NW b5:EN")

    assert refused(state, "station west purple open") == ""


@pytest.mark.clause("RD1-48")
def test_a_station_in_the_mountains_costs_the_fee_as_well() -> None:
    """Three dice and one for the zone; RD1-R25: reserve or wild; once paid this turn, not again."""
    line: dict[str, Any] = {"land": (HOME, PASS, MOUNTAIN), "east_on": 2, "east": "a2:WE", "west": "c4:EW b4:EW a4:EN a3:SN"}
    poor = position(directors=ALL, reserve={0: 3}, **line)
    rich = position(directors=ALL, reserve={0: 3}, front={0: "1 wild"}, **line)
    paid = position(directors=ALL, reserve={0: 4}, front={0: "1 straight"}, **line)

    assert refused(poor, "station east yellow alpine") == "RD1-48"
    play(rich, "station east yellow alpine")
    assert (in_front(rich), rich.reserve[0]) == ("2 wild", 0)
    play(paid, "lay east E-E", "station east yellow alpine")
    assert (in_front(paid), paid.reserve[0]) == ("2 wild", 0)


@pytest.mark.clause("RD1-18")
def test_price_and_fee_are_paid_in_one_mix() -> None:
    """A dear station in the mountains: six dice, up to six of them wild."""
    land = [HOME, PASS, MOUNTAIN, *(("mountain", 3 + i, 0, "yellow") for i in range(4))]
    state = position(
        land=land, directors=ALL, reserve={0: 6}, front={0: "6 wild"}, east_on=2, east="a2:WE", west="c4:EW b4:EW a4:EN a3:SN"
    )

    play(state, "station east yellow alpine")

    assert (state.phase, state.due) == (PAYING, 6)
    assert legal(state) == [f"pay {wild} wild" for wild in range(7)]
    play(state, "pay 6 wild")
    assert (in_front(state), state.reserve[0]) == ("2 wild", 6)


@pytest.mark.clause("RD1-61")
def test_a_station_must_leave_the_line_a_way_on() -> None:
    """RD1-R8: b2 is walled in by the line itself, so nothing could go on from a station there."""
    line = "c4:EN c3:SN c2:SN c1:SW b1:EW a1:ES a2:NS a3:NE b3:WN"
    state = position(directors=ALL, reserve=RICH, west=line)

    assert refused(state, "station west purple open") == "RD1-61"


def test_every_plan_is_a_company_and_a_requirement() -> None:
    """Eight of them; a station for which a company has no plan is no move."""
    plans = {(COMPANY_NAMES[PLAN_COMPANY[plan]], REQUIREMENT_NAMES[PLAN_NEEDS[plan]]) for plan in range(PLANS)}

    assert len(plans) == PLANS
    assert ("purple", "open") in plans
    assert ("purple", "alpine") not in plans
