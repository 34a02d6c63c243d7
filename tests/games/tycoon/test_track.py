"""Chapter 8 of the rules: building track, with the worked examples and the unusual situations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.bits import count_bits, members
from roundhouse.games.tycoon.board import (
    BEYOND,
    CITIES,
    CITY_NAMES,
    EXITS,
    FIRST_GATE,
    GATES,
    HEX_AT,
    HEXES,
    PRICE,
    RIDGE,
    SIDE_NAMES,
    SIDES,
    STUB_SIDES,
    WESTERN_CELL,
    opposite,
)
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.position import ACTION, BUILDING, ONE_LINK, TIGHT_CURVES
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import owner_of, track_at, walk
from tests.games.tycoon.positions import (
    build,
    can,
    city,
    end_actions,
    gate,
    hex_at,
    legal,
    offered,
    play,
    position,
    price_of,
    side,
    stub,
)

RICH = [200, 200]


def links(state: Tycoon) -> list[tuple[str, str, int]]:
    """Completed links as city, city, owner."""
    each = list(state.links)
    return [
        (CITY_NAMES[a // SIDES], CITY_NAMES[b // SIDES], owner)
        for a, b, owner in zip(each[::3], each[1::3], each[2::3], strict=True)
    ]


# Links.


@pytest.mark.clause("RRT-67")
def test_a_link_is_a_chain_of_tiles_from_city_to_city() -> None:
    """One tile from New York to Philadelphia, three from Chicago to Indianapolis."""
    state = build(build(position(), "New York SW: SW"), "Chicago E: E SE SE")

    assert links(state) == [("New York", "Philadelphia", 0), ("Chicago", "Indianapolis", 1)]
    assert len(walk(state, stub("Chicago E"))) == 9


@pytest.mark.clause("RRT-68")
def test_each_tile_begins_where_the_one_before_ends() -> None:
    """The second tile out of Chicago lies in the hex that the first points at, and uses the side between them."""
    state = build(position(), "Chicago E: E SE stop")

    assert list(walk(state, stub("Chicago E"))) == [
        *(hex_at("r13c08"), side("W"), side("E")),
        *(hex_at("r13c09"), side("W"), side("SE")),
    ]


@pytest.mark.clause("RRT-69")
def test_a_build_begins_at_any_city_or_at_an_own_loose_end() -> None:
    """With no track anywhere every stub with a way on is offered; a loose end goes on under the name of its stub."""
    state = position()

    assert len(offered(state, "build")) == sum(1 for each in FIRST_GATE if each >= 0 and EXITS[each])
    build(state, "Chicago E: E stop")
    play(state, "pass", "build Chicago E")
    assert offered(state, "lay") == ["lay NE", "lay E", "lay SE"]


@pytest.mark.clause("RRT-70")
def test_further_tiles_extend_the_same_link() -> None:
    """While building, only the sides of the next tile and stopping are offered."""
    state = play(position(), "build Chicago E", "lay E")

    assert legal(state) == ["lay NE", "lay E", "lay SE", "stop"]
    assert state.phase == BUILDING


@pytest.mark.clause("RRT-71")
def test_at_most_four_tiles_an_action() -> None:
    """After the fourth the action is over, although no city is reached."""
    state = build(position(), "Chicago SE: SE SE SE SE")

    assert (state.actor, state.phase) == (1, ACTION)
    assert len(walk(state, stub("Chicago SE"))) == 12


@pytest.mark.clause("RRT-72")
def test_the_action_stops_when_a_city_is_reached() -> None:
    """The first tile out of New York completes the link: three unused tiles are lost."""
    state = build(position(), "New York SW: SW")

    assert (state.actor, state.phase, list(state.loose)) == (1, ACTION, [])


@pytest.mark.clause("RRT-73")
def test_stopping_early_leaves_an_unfinished_link() -> None:
    """Not before the first tile; after it at any time."""
    state = play(position(), "build Chicago E")

    assert not can(state, "stop")
    play(state, "lay E", "stop")
    assert (state.actor, list(state.links)) == (1, [])
    assert list(state.loose) == [0, stub("Chicago E"), gate("r13c09 W")]


@pytest.mark.clause("RRT-74")
def test_tiles_that_miss_a_city_are_legal_but_no_link() -> None:
    """Four tiles past Indianapolis; and tiles at both cities that do not meet: no link either way."""
    past = build(position(), "Chicago E: E E E E")
    apart = build(play(build(position(), "Chicago E: E stop"), "pass"), "Indianapolis NW: NE stop")

    assert list(past.links) == list(apart.links) == []
    assert len(apart.loose) == 6


@pytest.mark.clause("RRT-75")
def test_unfinished_links_are_removed_after_the_third_round() -> None:
    """Both seats' loose track goes, completed links stay, nothing is paid back."""
    state = position(cash=RICH, links={0: ["New York-Philadelphia"]}, round=3)
    build(build(state, "Chicago E: E SE stop"), "Atlanta E: E E stop")

    assert list(state.loose) == []
    assert sum(1 for rail in state.rail if rail) == 1
    assert list(state.cash) == [196, 196]


@pytest.mark.clause("RRT-76")
def test_track_lies_only_in_full_hexes() -> None:
    """Every hex with a number is open or hills; no other can be entered or pointed at."""
    for at in range(GATES):
        for far in members(EXITS[at]):
            across = BEYOND[at - at % SIDES + far]
            assert 0 <= across < HEXES or STUB_SIDES[across - HEXES] >> opposite(far) & 1


@pytest.mark.clause("RRT-77")
def test_track_enters_a_city_only_by_a_stub() -> None:
    """Chicago has no stub to the north: builds begin at W, E, SW and SE only, and no tile leads in from there."""
    state = position()

    assert [text for text in offered(state, "build") if "Chicago" in text] == [
        f"build Chicago {at}" for at in ("E", "SE", "SW", "W")
    ]
    for at in range(GATES):
        across = BEYOND[at] - HEXES
        leads_in = any(EXITS[at - at % SIDES + entry] >> at % SIDES & 1 for entry in range(SIDES))
        assert across < 0 or not leads_in or STUB_SIDES[across] >> opposite(at % SIDES) & 1


@pytest.mark.clause("RRT-78")
def test_a_tile_joins_sides_that_are_not_neighbours() -> None:
    """Straight on or one of two curves; with the option of tight curves also the sides beside the entry."""
    plain = play(position(), "build Chicago E")
    tight = play(position(variant=TIGHT_CURVES), "build Indianapolis E")

    assert offered(plain, "lay") == ["lay NE", "lay E", "lay SE"]
    assert offered(tight, "lay") == ["lay NE", "lay E", "lay SE", "lay SW", "lay NW"]


# Prices.


@pytest.mark.clause("RRT-79")
def test_an_open_hex_costs_2000() -> None:
    """Three open hexes, 6,000."""
    assert price_of(position(cash=RICH), "Chicago E: E SE SE") == 6


@pytest.mark.clause("RRT-80")
def test_hills_cost_4000() -> None:
    """The hex east of Pittsburgh."""
    assert price_of(position(cash=RICH), "Pittsburgh E: NE stop") == 4


@pytest.mark.clause("RRT-81")
def test_a_ridge_is_paid_once_when_it_is_crossed() -> None:
    """Out of Atlanta up to a ridge 4,000; the next tile crosses it and pays 8,000; from the other end it is the same sum."""
    state = position(cash=RICH)

    assert price_of(state, "Atlanta NW: NW W") == 12
    other = position(cash=RICH)
    assert price_of(other, "Chattanooga E: SE SE") == 12
    half = position(cash=RICH)
    assert price_of(half, "Atlanta NW: NW stop") == 4


@pytest.mark.clause("RRT-82")
def test_crossing_a_river_costs_1000_more() -> None:
    """Out of Chattanooga to the west 2,000, then over the river 3,000; past Louisville an end on the river costs 3,000."""
    assert price_of(position(cash=RICH), "Chattanooga W: SW stop") == 2
    assert price_of(position(cash=RICH), "Chattanooga W: SW SE stop") == 5
    assert price_of(position(cash=RICH), "Louisville SW: W stop") == 3


@pytest.mark.clause("RRT-83")
def test_following_a_river_costs_nothing_more() -> None:
    """r24c14 has banks A (NE, SW, W, NW) and B (E, SE): along one bank 2,000, from bank to bank 3,000."""
    at = gate("r24c14 NE") * SIDES

    assert [PRICE[at + side(far)] for far in ("SE", "SW", "W")] == [3, 2, 2]


@pytest.mark.clause("RRT-84")
def test_curve_or_straight_costs_the_same() -> None:
    """Every tile out of Chicago to the east."""
    at = gate("r13c08 W") * SIDES

    assert {PRICE[at + far] for far in members(EXITS[gate("r13c08 W")])} == {2}


@pytest.mark.clause("RRT-85")
def test_track_has_an_owner() -> None:
    """Seat 1 has laid it."""
    state = build(play(position(), "pass"), "Chicago E: E stop")

    assert owner_of(track_at(state.rail[hex_at("r13c08")], side("W"))) == 1


@pytest.mark.clause("RRT-86", "RRT-87")
def test_nobody_can_remove_track_or_turn_that_of_others() -> None:
    """Completed or not, the track of seat 0 gives seat 1 no move on its stub."""
    state = build(position(), "Chicago E: E stop")

    assert not can(state, "build Chicago E")
    assert {text.split()[0] for text in legal(state)} == {"build", "urbanize", "upgrade", "issue", "pass"}
    assert not can(build(position(), "New York SW: SW"), "build New York SW")


# Crossings.


@pytest.mark.clause("RRT-88", "RRT-89")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_crossing_keeps_the_old_track(owner: int) -> None:
    """Over a completed link, of another player or one's own: both tracks lie in r13c09."""
    state = position(links={owner: ["Chicago-Indianapolis"]})
    build(state, "Indianapolis W: NW NE NE stop")
    rail = state.rail[hex_at("r13c09")]

    assert {owner_of(track_at(rail, side("W"))), owner_of(track_at(rail, side("SW")))} == {owner, 0}
    assert links(state) == [("Chicago", "Indianapolis", owner)]


@pytest.mark.clause("RRT-90")
def test_a_crossing_costs_what_the_hex_costs() -> None:
    """The third tile crosses: 2,000 like the others."""
    state = position(cash=RICH, links={1: ["Chicago-Indianapolis"]})

    assert price_of(state, "Indianapolis W: NW NE NE stop") == 6


@pytest.mark.clause("RRT-91")
def test_no_cube_changes_track_at_a_crossing() -> None:
    """A link from Indianapolis crosses that of Chicago and ends in Toledo: Chicago and Toledo are not joined by it."""
    state = position(links={1: ["Chicago-Indianapolis"]})
    build(state, "Indianapolis W: NW NE NE NE")
    play(state, "pass")
    build(state, "Indianapolis W: E")

    assert links(state)[-1] == ("Indianapolis", "Toledo", 0)
    assert not state.joined[city("Chicago")] >> city("Toledo") & 1


@pytest.mark.clause("RRT-92")
def test_at_most_two_tracks_on_four_different_sides() -> None:
    """r13c09 with tracks W-SE and SW-NE takes no third, although E and NW are free."""
    state = position(links={1: ["Chicago-Indianapolis"]})
    build(state, "Indianapolis W: NW NE NE stop")
    build(state, "Columbus W: W W W W")
    play(state, "pass", "build Columbus W")

    assert legal(state) == ["turn SW", "turn NW"]


# Loose ends.


@pytest.mark.clause("RRT-93")
def test_only_the_owner_extends_an_unfinished_link() -> None:
    """Seat 1 cannot; seat 0 can in its next action."""
    state = build(position(), "Chicago E: E stop")

    assert not can(state, "build Chicago E")
    assert can(play(state, "pass"), "build Chicago E")


def blocked() -> Tycoon:
    """Seat 0 has a loose end out of Chicago, and seat 1 has built against it out of Indianapolis."""
    return build(build(position(cash=RICH), "Chicago E: E stop"), "Indianapolis NW: NW W")


@pytest.mark.clause("RRT-94")
def test_another_player_may_block_a_loose_end() -> None:
    """The two tracks meet at a side, and that is no link for either."""
    state = blocked()

    assert list(state.links) == []
    assert len(state.loose) == 6
    assert state.actor == 0  # the blocker's action ended: nothing more could be laid


@pytest.mark.clause("RRT-95", "RRT-203")
def test_the_owner_may_turn_the_last_tile_at_its_full_price() -> None:
    """Blocked in front, the tile east of Chicago turns to NE or SE for another 2,000; no tile can be laid first."""
    state = play(blocked(), "build Chicago E")

    assert legal(state) == ["turn NE", "turn SE"]
    before = state.cash[0]
    play(state, "turn SE")
    assert before - state.cash[0] == 2
    assert list(walk(state, stub("Chicago E"))) == [hex_at("r13c08"), side("W"), side("SE")]


@pytest.mark.clause("RRT-203")
def test_turning_comes_first_and_also_without_a_block() -> None:
    """With the way free both are offered; after a tile or a turn only tiles are. The entry's ridge is paid again."""
    state = play(build(position(cash=RICH), "Knoxville E: NE stop"), "pass", "build Knoxville E")

    assert [text.split()[0] for text in legal(state)].count("turn") == 2
    before = state.cash[0]
    play(state, "turn SE")
    assert before - state.cash[0] == 8
    assert {text.split()[0] for text in legal(state)} == {"lay", "stop"}


@pytest.mark.clause("RRT-203")
def test_turning_may_complete_the_link() -> None:
    """The tile south-east of Boston pointed at the open and is turned to Providence."""
    state = play(build(position(), "Toledo NW: NW stop"), "pass", "build Toledo NW", "turn NE")

    assert links(state) == [("Toledo", "Detroit", 0)]
    assert state.actor == 1


@pytest.mark.clause("RRT-96")
def test_turning_counts_as_one_of_the_tiles() -> None:
    """A turn and three more tiles, then the action is over."""
    state = play(build(position(), "Chicago E: E stop"), "pass", "build Chicago E", "turn SE", "lay SE", "lay SE", "lay SE")

    assert state.actor == 1


@pytest.mark.clause("RRT-97")
def test_a_chain_that_returns_to_its_city_is_illegal() -> None:
    """Round by the south the sixth tile could enter Chicago again: that side is not offered."""
    state = play(build(position(), "Chicago E: E SE SW W"), "pass", "build Chicago E", "lay NW")

    assert offered(state, "lay") == ["lay NE", "lay W"]


@pytest.mark.clause("RRT-98")
def test_several_links_may_join_the_same_cities() -> None:
    """A second own link and one of another player; with the option only the other player's."""
    second = "Cincinnati S"
    state = position(links={0: ["Cincinnati-Louisville"]})
    build(state, "Cincinnati SE: SW W")

    assert links(state) == [("Cincinnati", "Louisville", 0)] * 2, second
    single = play(position(variant=ONE_LINK, links={0: ["Cincinnati-Louisville"]}), "build Cincinnati SE", "lay SW")
    assert "lay W" not in legal(single)
    rival = position(variant=ONE_LINK, links={0: ["Cincinnati-Louisville"]}, first=1, actor=1)
    assert links(build(rival, "Cincinnati SE: SW W"))[-1] == ("Cincinnati", "Louisville", 1)


# Unusual situations.


@pytest.mark.clause("RRT-201")
def test_no_track_points_at_water_frame_or_a_western_link() -> None:
    """Beside the western edge and the western-link hex of Des Moines two of the three sides are left."""
    state = play(position(), "build Des Moines SW")

    assert offered(state, "lay") == ["lay SE", "lay SW"]
    assert not can(position(), "build Dover SE")


@pytest.mark.clause("RRT-202")
def test_a_link_cannot_enter_by_a_side_that_is_used() -> None:
    """The blocked loose end has no tile to lay, only turns; if it is left it goes with the turn."""
    state = blocked()

    assert offered(play(state, "build Chicago E"), "lay") == []
    play(state, "turn NE", "stop")
    assert list(end_actions(state).loose) == []


@pytest.mark.clause("RRT-204")
def test_own_loose_ends_that_meet_are_one_link() -> None:
    """Out of Chicago and out of Indianapolis: the tile that meets the other end completes the link."""
    state = play(build(position(), "Chicago E: E stop"), "pass")
    build(state, "Indianapolis NW: NW W")

    assert links(state) == [("Indianapolis", "Chicago", 0)]
    assert list(state.loose) == []


@pytest.mark.clause("RRT-204")
def test_the_tile_that_joins_pays_the_ridge_between() -> None:
    """Both ends point at the ridge between r24c17 and r23c16: 4,000 for the first, 8,000 for the one that joins."""
    state = position(cash=RICH)

    assert price_of(state, "Atlanta NW: NW stop") == 4
    play(state, "pass")
    assert price_of(state, "Chattanooga E: SE") == 8
    assert links(state) == [("Chattanooga", "Atlanta", 0)]


@pytest.mark.clause("RRT-204")
def test_own_loose_ends_of_the_same_city_must_not_meet() -> None:
    """Two tracks out of Chicago: the side of r12c09 that would join them is not offered."""
    state = play(build(position(), "Chicago E: NE stop"), "pass")
    play(build(state, "Chicago SE: E E NE NW"), "pass", "build Chicago SE", "lay W")

    assert offered(state, "lay") == ["lay NW"]


@pytest.mark.clause("RRT-205")
def test_removing_an_unfinished_track_from_a_crossing_leaves_the_other() -> None:
    """The completed link of seat 1 lies alone in r13c09 again."""
    state = position(links={1: ["Chicago-Indianapolis"]}, round=3)
    before = state.rail[hex_at("r13c09")]
    build(state, "Indianapolis W: NW NE NE stop")

    assert state.rail[hex_at("r13c09")] != before
    assert end_actions(state).rail[hex_at("r13c09")] == before


@pytest.mark.clause("RRT-206")
def test_no_track_on_the_western_link_hexes() -> None:
    """They have no number, so no move can name them."""
    assert all(cell not in HEX_AT for cell in WESTERN_CELL)


# Worked examples.


@pytest.mark.clause("RRT-194")
@pytest.mark.parametrize(
    "route",
    [
        "New York SW: SW",
        "Philadelphia SW: SW",
        "Cincinnati SW: SW",
        "Pittsburgh SW: SE",
        "Richmond E: E",
        "Knoxville SW: SW",
    ],
)
def test_links_of_one_tile_for_2000(route: str) -> None:
    """Six pairs of neighbouring cities."""
    state = position(cash=RICH)

    assert price_of(state, route) == 2
    assert len(state.links) == 3


@pytest.mark.clause("RRT-195")
def test_chicago_has_four_usable_sides() -> None:
    """Four links fill them, and no fifth can begin there."""
    state = position(links={0: ["Chicago-Milwaukee", "Chicago-Rock Island", "Chicago-Indianapolis", "Chicago-St. Louis"]})

    assert count_bits(STUB_SIDES[city("Chicago")]) == 4
    assert state.open[city("Chicago")] == 0


@pytest.mark.clause("RRT-196")
@pytest.mark.parametrize(("a", "b", "tiles"), [("Atlanta", "Savannah", 4), ("Chicago", "Toledo", 4), ("St. Louis", "Memphis", 5)])
def test_shortest_ways(a: str, b: str, tiles: int) -> None:
    """The fewest tiles between two cities on the empty board; four tiles cost 8,000."""
    state = position(links={0: [f"{a}-{b}"]})
    way = list(walk(state, state.links[0]))
    total = sum(
        PRICE[(hex_ * SIDES + entry) * SIDES + far] for hex_, entry, far in zip(way[::3], way[1::3], way[2::3], strict=True)
    )

    assert (len(way) // 3, total) == (tiles, 2 * tiles)


@pytest.mark.clause("RRT-197")
@pytest.mark.parametrize(
    ("route", "price"), [("Knoxville E: NE stop", 8), ("Knoxville SE: SW stop", 8), ("Chattanooga NW: NE stop", 8)]
)
def test_ridges_at_a_city_side(route: str, price: int) -> None:
    """Hills and a ridge, although one of the two hexes is the city."""
    assert price_of(position(cash=RICH), route) == price
    assert price_of(position(cash=RICH), "Chattanooga NW: NE NE stop") == 12


@given(st.integers(0, CITIES - 1), st.lists(st.integers(0, 5), min_size=8, max_size=8))
def test_a_way_costs_the_same_from_either_end(start: int, turns: list[int]) -> None:
    """RRT-81 and RRT-83: walk from a city at random until another city is met; the sum backwards is the sum forwards."""
    sides = members(STUB_SIDES[start])
    at = FIRST_GATE[start * SIDES + sides[turns[0] % len(sides)]]
    way = []
    for turn in turns * 4:
        exits = members(EXITS[at])
        if not exits:
            return
        far = exits[turn % len(exits)]
        way.append((at // SIDES, at % SIDES, far))
        across = BEYOND[at - at % SIDES + far]
        if across >= HEXES:
            break
        at = across * SIDES + opposite(far)
    else:
        return
    there = sum(PRICE[(hex_ * SIDES + a) * SIDES + b] for hex_, a, b in way)
    back = sum(PRICE[(hex_ * SIDES + b) * SIDES + a] for hex_, a, b in way)

    assert there == back


def test_prices_agree_with_the_formula_of_the_specification() -> None:
    """Spelled out again for three tiles: hills and ridge to the city, hills, an end on the river."""
    assert PRICE[gate("r22c15 SE") * SIDES + side("NE")] == 8
    assert PRICE[gate("r21c15 SW") * SIDES + side("NE")] == 4
    assert PRICE[gate("r19c11 NE") * SIDES + side("W")] == 3
    assert RIDGE[hex_at("r22c15")] >> side("SE") & 1
    assert notation(stub("Chicago E")) == f"build Chicago {SIDE_NAMES[1]}"
