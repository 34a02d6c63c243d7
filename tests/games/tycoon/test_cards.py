"""Chapters 12 and 15 of the rules: operations cards, every kind of them."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon.board import (
    BOUNTY,
    CARD_NAMES,
    CARD_POINTS,
    CARD_USES,
    CITY_NAMES,
    COPIES,
    HOTEL,
    KINDS,
    LINE,
    LINE_A,
    LINE_B,
    NEW_CITIES,
)
from roundhouse.games.tycoon.goals import has_line
from roundhouse.games.tycoon.position import ACTION, GRABBING, TURNING_UP
from roundhouse.games.tycoon.state import Tycoon
from tests.games.tycoon.positions import (
    build,
    can,
    city,
    cubes,
    end_actions,
    kind,
    lay_link,
    legal,
    offered,
    play,
    position,
    price_of,
)

RICH = [200, 200]
EAST = ["New York-Philadelphia", "Philadelphia-Baltimore", "Baltimore-Washington D.C.", "Washington D.C.-Richmond"]


def deliver_to(name: str, **extra: Any) -> Tycoon:
    """Seat 0 has just delivered to a city, over one own link from Columbus."""
    colour = {
        "Atlanta": "blue",
        "Baltimore": "yellow",
        "Boston": "yellow",
        "Charleston": "red",
        "Chicago": "red",
        "New York": "red",
    }
    colour |= {"Duluth": "yellow", "Jacksonville": "yellow", "Louisville": "black", "Mobile": "black", "Raleigh": "yellow"}
    colour |= {"Toronto": "purple"}
    state = position(
        links={0: [f"Columbus-{name}"]}, goods={"Columbus": f"2 {colour[name]}"}, display=extra.pop("display", [0] * KINDS), **extra
    )
    play(state, f"deliver {colour[name]} from Columbus", f"hop {name} 0")
    return state


def turned_up(card: str, **extra: Any) -> Tycoon:
    """A card has just been turned up after the dividends."""
    state = end_actions(position(round=3, **extra))
    return play(state, f"card {card}")


GAPS = [
    ("Birmingham", "Montgomery", "Birmingham E: SE"),
    ("Pittsburgh", "Wheeling", "Pittsburgh SW: SE"),
    ("Lexington", "Louisville", "Lexington W: W"),
]


def one_link_short(a: str, b: str, **extra: Any) -> tuple[Tycoon, str]:
    """Seat 0 has links from two cities to two neighbours elsewhere; the route that joins these connects the line."""
    for near, far, route in GAPS:
        state = position(links={0: [f"{near}-{a}", f"{far}-{b}"]}, **extra)
        if can(state, f"build {route.split(':')[0]}") and can(
            play(state.copy(), f"build {route.split(':')[0]}"), f"lay {route[-2:]}"
        ):
            return state, route
    raise AssertionError("no gap is left open")


# Chapter 12: taking cards.


@pytest.mark.clause("RRT-120")
def test_one_available_card_without_a_green_circle_is_taken() -> None:
    """Of four cards on display the two that are no goals; the taken one is gone, and the action over."""
    state = position(cards=["Hotel Boston", "Government Land Grant", "Bounty Duluth", "Line New York-Chicago"])

    assert offered(state, "take") == ["take Government Land Grant", "take Hotel Boston"]
    play(state, "take Hotel Boston")
    assert (state.actor, offered(state, "take")) == (1, ["take Government Land Grant"])


@pytest.mark.clause("RRT-121")
def test_a_card_is_turned_up_after_each_turn_while_there_are_some() -> None:
    """After the dividends; with an empty deck the next turn begins at once."""
    state = end_actions(position(round=3))

    assert (state.actor, state.phase) == (CHANCE, TURNING_UP)
    assert can(play(state, "card Hotel Boston", "bid 1", "pass"), "take Hotel Boston")
    assert end_actions(position(round=3, deck=[0] * KINDS, display=list(COPIES)[:8] + [1] * 18)).turn == 2


@pytest.mark.clause("RRT-122")
def test_a_taken_card_is_not_replaced() -> None:
    """One fewer on display until the turn ends."""
    state = position(cards=["Hotel Boston"])
    before = sum(state.display)

    assert sum(play(state, "take Hotel Boston").display) == before - 1


@pytest.mark.clause("RRT-123")
def test_a_green_circle_is_never_taken_and_goes_to_the_first_who_meets_it() -> None:
    """Era Begins: the first delivery scores and discards it; the second delivery finds it gone."""
    state = position(links={0: EAST[:1], 1: ["Boston-Providence"]}, goods={"New York": "2 blue", "Providence": "1 yellow"})

    assert not any(can(state, f"take {CARD_NAMES[each]}") for each in range(KINDS) if CARD_USES[each] == "goal")
    play(state, "deliver blue from New York", "hop Philadelphia 0", "deliver yellow from Providence", "hop Boston 1")
    assert list(state.points) == [2, 1]


@pytest.mark.clause("RRT-124")
def test_a_purple_diamond_is_kept_and_used_once_a_turn() -> None:
    """Perfect Engineering: used for a fifth tile, it is the owner's again next turn, but not before."""
    state = position(held={0: ["Perfect Engineering"]})
    build(state, "St. Louis SE: SE SE SE SE SE")
    play(state, "pass")
    build(state, "Chicago SE: SE SE SE SE")

    assert (state.engineers[0], state.tired[0], state.actor) == (1, 1, 1)
    end_actions(state)
    play(state, "card Hotel Boston")
    assert state.tired[0] == 0


@pytest.mark.clause("RRT-125")
def test_a_red_x_is_used_at_once_and_gone() -> None:
    """City Growth asks for its city before anything else."""
    state = play(position(cards=["City Growth"]), "take City Growth")

    assert len(legal(state)) == len(CITY_NAMES)
    assert (state.actor, state.display[kind("City Growth")]) == (0, 0)


@pytest.mark.clause("RRT-126")
def test_a_hand_card_is_kept_until_it_is_used() -> None:
    """A land grant is held over turns, and gone after its use, which is no action."""
    state = play(position(held={0: ["Government Land Grant"]}), "grant")

    assert (state.actor, state.phase, state.grants[0]) == (0, ACTION, 0)


@pytest.mark.clause("RRT-127")
def test_a_card_without_symbol_serves_its_owner_for_the_rest_of_the_game() -> None:
    """Hotel Boston pays seat 0 in later turns too."""
    state = play(position(cards=["Hotel Boston"]), "take Hotel Boston")

    assert state.hotel[kind("Hotel Boston") - HOTEL] == 0
    end_actions(state)
    assert state.hotel[kind("Hotel Boston") - HOTEL] == 0


# Chapter 15, card by card.


@pytest.mark.clause("RRT-145")
def test_city_growth_adds_two_cubes_to_any_city() -> None:
    """To an empty gray city, whose marker goes; no tile is used."""
    state = play(position(cards=["City Growth"], empty=["Toledo"]), "take City Growth", "grow Toledo")

    assert (state.phase, list(state.stock)) == (GRABBING, list(NEW_CITIES))
    play(state, "goods 1 red 1 blue")
    assert (cubes(state, "Toledo"), state.markers(), state.actor) == ("1 red 1 blue", 0, 1)
    assert can(play(position(cards=["City Growth"]), "take City Growth"), "grow Chicago")


@pytest.mark.clause("RRT-146")
def test_a_land_grant_frees_the_open_hexes_of_one_build() -> None:
    """Three open hexes for nothing; the next build costs again."""
    state = play(position(cash=RICH, held={0: ["Government Land Grant"]}), "grant")

    assert price_of(state, "Chicago E: E SE SE") == 0
    play(state, "pass")
    assert price_of(state, "New York SW: SW") == 2


@pytest.mark.clause("RRT-147", "RRT-148", "RRT-149", "RRT-150", "RRT-151", "RRT-152")
@pytest.mark.parametrize("name", ["Atlanta", "Baltimore", "Boston", "Charleston", "Chicago", "New York"])
def test_a_hotel_pays_its_owner_a_point_a_delivery(name: str) -> None:
    """Seat 0 delivers, the hotel is seat 1's: one point for the link, one for the hotel."""
    state = deliver_to(name, held={1: [f"Hotel {name}"]})

    assert list(state.points) == [1, 1]


@pytest.mark.clause("RRT-153", "RRT-154", "RRT-155", "RRT-156", "RRT-157")
@pytest.mark.parametrize(("line", "points"), [(0, 8), (1, 6), (2, 5), (3, 10), (4, 10)])
def test_a_major_line_pays_the_first_to_connect_it(line: int, points: int) -> None:
    """One link is missing; it is built, and the card scores and goes."""
    state, route = one_link_short(CITY_NAMES[LINE_A[line]], CITY_NAMES[LINE_B[line]], cards=[CARD_NAMES[LINE + line]])

    assert CARD_POINTS[LINE + line] == points
    build(state, route)
    assert (state.points[0], state.display[LINE + line]) == (points, 0)


@pytest.mark.clause("RRT-158", "RRT-213")
def test_new_york_to_kansas_city_needs_the_own_western_link_there() -> None:
    """The line alone scores nothing; the western link at Kansas City completes it: 20 points. At Des Moines it does not."""
    state, route = one_link_short("New York", "Kansas City", cards=["Line New York-Kansas City"], cash=RICH)
    lay_link(state, 0, "Des Moines", "Rock Island")

    assert build(state, route).points[0] == 0
    assert play(state, "pass", "west Des Moines").points[0] == 0
    assert play(state, "pass", "west Kansas City").points[0] == 20


@pytest.mark.clause("RRT-158")
def test_another_players_western_link_does_not_serve() -> None:
    """Seat 1 owns the tile at Kansas City: the line is not met."""
    state, route = one_link_short("New York", "Kansas City", cards=["Line New York-Kansas City"], western=[-1, 1])

    assert list(build(state, route).points) == [0, 0]


@pytest.mark.clause("RRT-159")
def test_new_industry_is_a_free_urbanization() -> None:
    """A tile of choice on a gray city, nothing paid, two cubes."""
    state = play(position(cards=["New Industry"], cash=[1, 0]), "take New Industry")

    assert len(legal(state)) == 29 * 4
    assert not can(state, "urbanize Boston blue")
    play(state, "urbanize Toledo black", "goods 2 yellow")
    assert (state.cash[0], state.shares[0], state.colour_of(city("Toledo")), state.actor) == (1, 0, 4, 1)


@pytest.mark.clause("RRT-160")
def test_new_train_pays_the_first_at_level_four() -> None:
    """Four points for seat 0, and none for seat 1 after it."""
    state = play(position(level=[3, 3]), "upgrade", "upgrade")

    assert list(state.points) == [4, 0]


@pytest.mark.clause("RRT-161")
def test_perfect_engineering_allows_a_fifth_tile() -> None:
    """St. Louis to Memphis in one action."""
    state = build(position(held={0: ["Perfect Engineering"]}), "St. Louis SE: SE SE SE SE SE")

    assert len(state.links) == 3


@pytest.mark.clause("RRT-162")
def test_railroad_executive_gives_two_actions_at_once() -> None:
    """Two upgrades, then the next seat."""
    state = play(position(cards=["Railroad Executive"]), "take Railroad Executive", "upgrade")

    assert state.actor == 0
    assert play(state, "upgrade").actor == 1
    assert state.level[0] == 3


BOUNTIES = [("Duluth", 4), ("Jacksonville", 4), ("Louisville", 3), ("Mobile", 4), ("Raleigh", 3), ("Toronto", 3)]


@pytest.mark.clause("RRT-163", "RRT-164", "RRT-165", "RRT-166", "RRT-167", "RRT-168")
@pytest.mark.parametrize(("name", "points"), BOUNTIES)
def test_a_service_bounty_pays_the_first_delivery_to_its_city(name: str, points: int) -> None:
    """One point for the link and the bounty; then the card is gone."""
    only = [int(CARD_NAMES[each] == f"Bounty {name}") for each in range(KINDS)]
    deck = [copies - shown for copies, shown in zip(COPIES, only, strict=True)]
    state = deliver_to(name, display=only, deck=deck)

    assert CARD_POINTS[BOUNTY + [each for each, _ in BOUNTIES].index(name)] == points
    assert (state.points[0], sum(state.display)) == (1 + points, 0)


@pytest.mark.clause("RRT-169")
@pytest.mark.parametrize(("links", "points"), [(2, 2), (3, 6), (4, 7)])
def test_the_speed_record_pays_the_first_delivery_over_three_links_or_more(links: int, points: int) -> None:
    """The destination of New York's cube is urbanized so many links away."""
    goal = ["Baltimore", "Washington D.C.", "Richmond"][links - 2]
    colour = {"Baltimore": "yellow", "Washington D.C.": "purple", "Richmond": "black"}[goal]
    display = [int(name == "Speed Record") for name in CARD_NAMES]
    state = position(links={0: EAST}, goods={"New York": f"1 {colour}"}, level=[4, 1], display=display)
    if goal == "Washington D.C.":
        play(state, "urbanize Washington D.C. purple", "goods 2 red", "pass")
    play(state, f"deliver {colour} from New York", *(f"hop {route.split('-')[1]} 0" for route in EAST[:links]))

    assert state.points[0] == points


@pytest.mark.clause("RRT-170")
def test_the_railroad_era_begins_with_the_first_delivery() -> None:
    """One point extra for the first delivery of the game only."""
    state = position(links={0: EAST[:1]}, goods={"New York": "3 blue"})
    for _ in range(2):
        play(state, "deliver blue from New York", "hop Philadelphia 0", "pass")

    assert state.points[0] == 2 + 1


# How cards work together.


@pytest.mark.clause("RRT-171")
def test_every_link_of_a_major_line_belongs_to_who_claims_it() -> None:
    """Seat 1 owns the middle of Boston-Washington: seat 0 does not score when it builds the rest."""
    way = ["Boston-Providence", "Providence-New Haven", "New Haven-New York", "New York-Philadelphia", "Philadelphia-Baltimore"]
    state = position(links={0: [*way[:3], way[4]], 1: [way[3]]}, cards=["Line Boston-Washington"])
    build(state, "Baltimore SE: SW")

    assert list(state.points) == [0, 0]
    assert not has_line(state, 0, 2)


@pytest.mark.clause("RRT-172")
def test_a_line_that_stands_already_is_scored_when_its_card_appears() -> None:
    """Only seat 0 has Baltimore-Toledo: six points at once, and the card is discarded."""
    state = turned_up("Line Baltimore-Toledo", links={0: ["Baltimore-Toledo"]})

    assert (state.points[0], state.display[kind("Line Baltimore-Toledo")], state.deck[kind("Line Baltimore-Toledo")]) == (6, 0, 0)


@pytest.mark.clause("RRT-172", "RRT-213")
def test_the_kansas_city_card_asks_for_the_western_link_also_when_it_appears() -> None:
    """Without the tile the card stays available; with it seat 0 scores 20."""
    links = {0: ["New York-Kansas City"]}

    assert turned_up("Line New York-Kansas City", links=links).display[kind("Line New York-Kansas City")] == 1
    assert turned_up("Line New York-Kansas City", links=links, western=[-1, 0]).points[0] == 20


@pytest.mark.clause("RRT-173")
def test_a_line_that_two_players_have_already_is_discarded_without_points() -> None:
    """Nobody scores, no other card comes."""
    state = turned_up("Line Baltimore-Toledo", links={0: ["Baltimore-Toledo"], 1: ["Baltimore-Toledo"]})

    assert (list(state.points), state.display[kind("Line Baltimore-Toledo")]) == ([0, 0], 0)
    assert state.turn == 2


@pytest.mark.clause("RRT-174")
def test_a_bounty_counts_deliveries_after_it_appeared() -> None:
    """A delivery to Louisville before the card scores no bounty; the next one does."""
    state = deliver_to("Louisville")

    assert state.points[0] == 1
    end_actions(state)
    play(state, "card Bounty Louisville", "bid 1", "pass", "deliver black from Columbus", "hop Louisville 0")
    assert state.points[0] == 1 + 1 + 3


@pytest.mark.clause("RRT-175")
def test_bounty_era_and_record_go_to_who_delivers() -> None:
    """Three links, two of them seat 1's: seat 0 gets its one link, the record, the first delivery and the bounty."""
    links = {0: ["Chicago-Indianapolis"], 1: ["Indianapolis-Cincinnati", "Cincinnati-Louisville"]}
    state = position(links=links, goods={"Chicago": "1 black"}, cards=["Bounty Louisville"], level=[3, 1])
    play(state, "deliver black from Chicago", "hop Indianapolis 0", "hop Cincinnati 1", "hop Louisville 1")

    assert list(state.points) == [1 + 3 + 1 + 3, 2]


@pytest.mark.clause("RRT-176")
def test_a_land_grant_frees_neither_rivers_nor_hills() -> None:
    """Along a river 2,000 as ever, hills 4,000 as ever."""
    for route, price in (("Chattanooga W: SW stop", 2), ("Pittsburgh E: NE stop", 4), ("Chicago E: E stop", 0)):
        state = play(position(cash=RICH, held={0: ["Government Land Grant"]}), "grant")
        assert price_of(state, route) == price


@pytest.mark.clause("RRT-177")
def test_a_land_grant_does_not_waive_ridges() -> None:
    """Atlanta to Knoxville: hills 4,000, hills and ridge 8,000, an open hex and ridge 6,000, of which the grant leaves 4,000."""
    state = play(position(cash=RICH, held={0: ["Government Land Grant"]}), "grant")

    assert price_of(position(cash=RICH), "Atlanta NW: NW NW NE") == 18
    assert price_of(state, "Atlanta NW: NW NW NE") == 16


@pytest.mark.clause("RRT-178")
def test_a_land_grant_is_used_at_the_start_of_a_build() -> None:
    """Not in the action it is taken; once it is used only a build can follow, and not in the middle of one."""
    state = play(position(cards=["Government Land Grant"]), "take Government Land Grant")

    assert state.actor == 1
    play(state, "pass", "grant")
    assert {text.split()[0] for text in legal(state)} == {"build", "issue"}
    later = play(position(held={0: ["Government Land Grant"]}), "build Chicago E")
    assert not can(later, "grant")


@pytest.mark.clause("RRT-179")
def test_one_player_may_own_several_hotels_and_scores_links_too() -> None:
    """Both hotels are seat 0's; a delivery to Boston over its own link scores 2."""
    state = deliver_to("Boston", held={0: ["Hotel Boston", "Hotel Chicago"]})

    assert state.points[0] == 2


@pytest.mark.clause("RRT-180")
def test_one_action_may_claim_several_cards() -> None:
    """One link completes Atlanta-Richmond and Baltimore-Toledo at once."""
    state, route = one_link_short("Atlanta", "Richmond", cards=["Line Atlanta-Richmond", "Line Baltimore-Toledo"])
    lay_link(state, 0, "Atlanta", "Baltimore")
    lay_link(state, 0, "Richmond", "Toledo")
    build(state, route)

    assert state.points[0] == 8 + 6


@pytest.mark.clause("RRT-181")
def test_a_second_executive_may_be_taken_with_an_action_of_the_first() -> None:
    """One action of the first goes for the second: three actions are left."""
    state = play(position(cards=["Railroad Executive"] * 2), "take Railroad Executive", "take Railroad Executive")

    for _ in range(3):
        assert state.actor == 0
        play(state, "upgrade")
    assert state.actor == 1


@pytest.mark.clause("RRT-182")
def test_two_engineering_cards_allow_two_long_builds_a_turn_of_five_tiles_each() -> None:
    """Never a sixth tile; the third build has four."""
    state = position(held={0: ["Perfect Engineering"] * 2})
    for route in ("St. Louis SE: SE SE SE SE SE", "Chicago SE: SE SE SE SE SE"):
        play(build(state, route), "pass")

    assert list(state.tired) == [2, 0]
    build(state, "Kansas City NE: NE E E E")
    assert state.phase == TURNING_UP or state.actor == 1


@pytest.mark.clause("RRT-209")
def test_new_industry_cannot_be_taken_without_use_and_city_growth_can() -> None:
    """No tile in stock; no gray city; an empty bag does not matter for City Growth."""
    cards = ["New Industry", "City Growth"]
    full = [sum(1 << each for each in range(len(CITY_NAMES)) if each % 5 == colour) for colour in range(5)]

    assert offered(position(cards=cards), "take") == ["take City Growth", "take New Industry"]
    assert offered(position(cards=cards, stock=[0] * 5), "take") == ["take City Growth"]
    assert offered(position(cards=cards, demand=full), "take") == ["take City Growth"]
    goods = {"New York": "25 red 25 yellow 25 blue 25 purple", "Boston": "25 black"}
    empty = [name for name in CITY_NAMES if name not in goods]
    state = play(position(cards=cards, goods=goods, empty=empty, ending=1), "take City Growth", "grow Toledo")
    assert (state.actor, state.markers()) == (1, 50)


@pytest.mark.clause("RRT-210")
def test_the_actions_of_an_executive_follow_at_once_and_build_on_each_other() -> None:
    """In the third round: the first completes a link to Kansas City, the second builds its western link; then the turn ends."""
    state = position(cards=["Railroad Executive"], round=3, done=1, first=1, cash=RICH)
    play(state, "take Railroad Executive")
    build(state, "Kansas City SE: SE SE SW SW")
    assert (state.actor, state.round, list(state.loose)) == (0, 3, [])
    assert can(state, "west Kansas City")
    assert play(state, "west Kansas City").phase == TURNING_UP


@pytest.mark.clause("RRT-210")
def test_unfinished_links_wait_for_the_second_action_of_an_executive() -> None:
    """A loose end of the first action can be extended by the second, and goes only after it."""
    state = position(cards=["Railroad Executive"], round=3, done=1, first=1)
    build(play(state, "take Railroad Executive"), "Chicago E: E stop")

    assert can(state, "build Chicago E")
    assert list(play(state, "pass").loose) == []


@pytest.mark.clause("RRT-211")
def test_land_grant_and_engineering_may_serve_the_same_build() -> None:
    """Five open tiles for nothing; Engineering serves in the turn it was taken, and four tiles do not use it up."""
    state = play(position(cash=RICH, held={0: ["Government Land Grant", "Perfect Engineering"]}), "grant")

    assert price_of(state, "Chicago SE: SE SE SE SE SE") == 0
    taken = play(position(cards=["Perfect Engineering"]), "take Perfect Engineering", "pass")
    build(taken, "Chicago SE: SE SE SE SE stop")
    assert (taken.tired[0], taken.actor) == (0, 1)


@pytest.mark.clause("RRT-212")
def test_a_granted_crossing_or_turn_in_an_open_hex_is_free() -> None:
    """The crossing of r13c09 and the turned tile of r13c08."""
    cross = position(cash=RICH, links={1: ["Chicago-Indianapolis"]}, held={0: ["Government Land Grant"]})
    assert price_of(play(cross, "grant"), "Indianapolis W: NW NE NE stop") == 0
    turn = play(build(position(cash=RICH, held={0: ["Government Land Grant"]}), "Chicago E: E stop"), "pass", "grant")
    before = turn.cash[0]
    assert play(turn, "build Chicago E", "turn SE").cash[0] == before


@pytest.mark.clause("RRT-215")
def test_a_hotel_pays_its_owner_without_a_link_and_nobody_while_it_is_not_owned() -> None:
    """Seat 1 has no link at all and gets the point; an available hotel pays nobody."""
    assert deliver_to("Boston", held={1: ["Hotel Boston"]}).points[1] == 1
    state = position(links={0: ["Columbus-Boston"]}, goods={"Columbus": "1 yellow"}, cards=["Hotel Boston"])
    play(state, "deliver yellow from Columbus", "hop Boston 0")
    assert list(state.points) == [2, 0]


@pytest.mark.clause("RRT-218")
def test_discarded_cards_never_come_back() -> None:
    """A used City Growth is neither on display nor in the deck: three are left of four."""
    state = play(position(cards=["City Growth"]), "take City Growth", "grow Toledo", "goods 2 red")
    end_actions(state)

    assert state.deck[kind("City Growth")] + state.display[kind("City Growth")] == 3
