"""The heuristic of Railroad Tycoon: always legal, blind to secrets, strong, and sensible on built positions."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.bits import members
from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.tycoon import bot
from roundhouse.games.tycoon.board import CITIES, CITY_NAMES, COLOURS, NONE
from roundhouse.games.tycoon.moves import GROW, HOP, OWNERS, PASS
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.position import (
    ACTION,
    AUCTION,
    BEGINNER,
    BUILDING,
    DELIVERING,
    LAST,
    ONE_LINK,
    TIGHT_CURVES,
    TRIGGERED,
)
from roundhouse.games.tycoon.state import Tycoon, start
from roundhouse.games.tycoon.trips import LENGTHS, Trips
from roundhouse.games.tycoon.view import determinize, view
from roundhouse.games.tycoon.ways import Ways, ways_from
from roundhouse.games.tycoon.worth import Worth, actions_left
from tests.games.tycoon.positions import city, lively_move, position
from tests.games.tycoon.positions import play as moves_made
from tests.sampling import cases

COAST = ["New York-Philadelphia", "Philadelphia-Baltimore", "Baltimore-Washington D.C."]


def advice(state: Tycoon, seed: int = 1) -> str:
    """The move of the acting seat, as a text."""
    return notation(bot.advise(view(state, state.actor), Rng(seed)))


def few_cubes(cubes: dict[str, str], links: dict[int, list[str]] | None = None, **others: Any) -> Tycoon:
    """Seat 0 is about to act; there are no other cubes on the board, so that this turn and one more are left (RRT-184)."""
    empty = [name for name in CITY_NAMES if name not in cubes]
    return position(goods=cubes, empty=empty, links=links, **({"ending": TRIGGERED} | others))


def play(seats: int, seed: int, bots: set[int], variant: int = 0) -> Tycoon:
    """A whole game; the seats that are not bots play at random."""
    state = start(seats, variant)
    rng = Rng(seed)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
        elif state.actor in bots:
            state.apply(bot.advise(view(state, state.actor), rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
    return state


# Whole games.


@pytest.mark.parametrize(
    ("seats", "variant"),
    cases([(2, 0), (3, ONE_LINK), (4, 0), (5, BEGINNER), (6, TIGHT_CURVES)], in_source=(3, ONE_LINK)),
    ids=["2", "3", "4", "5", "6"],
)
def test_every_move_is_legal_and_leaves_the_view_alone(seats: int, variant: int) -> None:
    """A game for each number of seats, with the options. A third of the moves are not the bot's: they lead to positions that it
    would not choose."""
    phases = set()
    state = start(seats, variant)
    rng = Rng(seats)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        seen = view(state, state.actor)
        move = bot.advise(seen, rng)
        assert move in state.legal_moves()
        assert seen == view(state, state.actor)
        phases.add(state.phase)
        state.apply(move if rng.below(3) else lively_move(state, rng))

    assert phases >= {AUCTION, ACTION, BUILDING, DELIVERING}


@pytest.mark.compiled
def test_the_advice_rests_on_the_view_and_the_generator_alone() -> None:
    """Worlds that the seat cannot tell apart, with other tycoons behind the screen, get the same move."""
    differing = 0
    state = start(3, 0)
    rng = Rng(4)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        world = determinize(view(state, state.actor), Rng(100 + differing))
        move = bot.advise(view(state, state.actor), Rng(7))
        assert bot.advise(view(world, state.actor), Rng(7)) == move
        differing += world != state
        state.apply(move)

    assert differing > 100


@pytest.mark.compiled
def test_it_beats_random_play_in_at_least_98_of_100_games() -> None:
    """Two seats, the bot in each of them fifty times; a shared first place does not count."""
    wins = 0
    for seed in range(100):
        seat = seed % 2
        ranks = play(2, seed, {seat}).ranks()
        wins += ranks[seat] == 0 and ranks[1 - seat] > 0

    assert wins >= 98


@pytest.mark.compiled
def test_it_scores_like_a_good_player_and_keeps_out_of_debt() -> None:
    """Twenty games of two bots: more than 60 points on average and never less than 20, with fewer than 20 shares a seat."""
    ends = [play(2, seed, {0, 1}) for seed in range(20)]
    scores = [score for state in ends for score in state.scores()]

    assert sum(scores) / len(scores) > 60
    assert min(scores) > 20
    assert sum(sum(state.shares) for state in ends) / 40 < 20


# Trips.


def test_a_trial_of_a_new_link_counts_what_a_full_count_finds() -> None:
    """Philadelphia-Dover and Philadelphia-Albany beside three links of the coast: gray cities; and New Haven, made yellow."""
    cubes = {
        "New York": "2 yellow 1 blue",
        "Dover": "1 red 1 yellow",
        "Albany": "2 red",
        "New Haven": "1 red",
        "Baltimore": "1 blue",
    }
    state = position(links={0: COAST}, goods=cubes, level=[2, 1])
    for name in ("Dover", "Albany", "New Haven"):
        trips = Trips(state, 0)
        trips.colour[city("New Haven")] = 1
        trips.count()
        before = list(trips.counts)
        trips.join(city("Philadelphia"), city(name))
        trips.try_leaf(city(name))
        quick = _without_none(trips)
        trips.undo()
        assert list(trips.counts) == before
        trips.try_all()
        assert _without_none(trips) == quick != [count for at, count in enumerate(before) if at % LENGTHS]


def _without_none(trips: Trips) -> list[int]:
    return [count for at, count in enumerate(trips.counts) if at % LENGTHS]


@pytest.mark.parametrize("variant", [0, TIGHT_CURVES | ONE_LINK])
def test_ways_that_are_kept_are_those_found_anew(variant: int) -> None:
    """Lively games, with loose ends, half of it as if with land grants: from every city, with any number of tiles."""
    reached = 0
    state, rng = start(3, variant), Rng(8)
    while state.turn < 12 and state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        if state.phase in (ACTION, BUILDING):
            tiles = rng.below(6)
            trial = state.copy()
            trial.granted = rng.below(2)
            for which in range(CITIES):
                kept = ways_from(trial, state.actor, which, tiles)
                found = Ways(state.actor)
                found.from_city(trial, which, tiles)
                open_to = ~state.own[state.actor * CITIES + which]
                assert kept.reached & open_to == found.reached & open_to
                for near in members(found.reached & open_to):
                    assert (kept.price[near], kept.begin[near]) == (found.price[near], found.begin[near])
                    reached += 1
        state.apply(lively_move(state, rng))

    assert reached > 1000


def test_a_cube_stops_at_the_first_city_of_its_colour() -> None:
    """RRT-113: a yellow cube of New York ends in Baltimore after two links, though Washington is yellow too."""
    state = position(links={0: COAST}, goods={"New York": "1 yellow"}, level=[4, 1])
    trips = Trips(state, 0)
    trips.colour[city("Washington D.C.")] = 1
    trips.count()

    assert trips.lengths[city("New York") * COLOURS + 1] == 0b100


# Money and time.


def test_money_costs_more_when_it_must_be_borrowed() -> None:
    """Ten thousand cost less out of a full purse than on credit, and more early in the game than in the last turn."""
    poor = Worth(position(), 0)
    rich = Worth(position(cash=[60, 0]), 0)
    late = Worth(position(ending=LAST), 0)

    assert poor.cost(10) > 2 * rich.cost(10)
    assert 2 * poor.cost(10) > 3 * late.cost(10)
    assert 2000 <= late.cost(10) <= 2200


def test_the_actions_left_are_exact_once_the_end_is_triggered() -> None:
    """RRT-184: in the second round of the last turn two actions are left."""
    assert actions_left(position(ending=LAST, round=2)) == 2
    assert actions_left(position(round=2)) > 15


# Auction.

RIVAL_WAYS = {0: ["Louisville-Lexington", "Lexington-Cincinnati"], 1: ["Louisville-Indianapolis", "Indianapolis-Cincinnati"]}


def auction(links: dict[int, list[str]], **others: Any) -> Tycoon:
    """Seat 0 is to bid; a yellow cube in Louisville is the only one."""
    return few_cubes({"Louisville": "1 yellow"}, links, phase=AUCTION, turn=6, round=0, level=[2, 2], **others)


def test_it_bids_for_a_cube_that_another_seat_can_take_and_only_then() -> None:
    """Both seats have two links to yellow Cincinnati. Without those of the other there is nothing to fear."""
    assert advice(auction(RIVAL_WAYS, cash=[20, 20])) == "bid 1"
    assert advice(auction({0: RIVAL_WAYS[0]}, cash=[20, 20])) == "pass"


def test_it_never_bids_on_credit() -> None:
    """The bid stands at all the money in hand; with more money it would go on."""
    assert advice(auction(RIVAL_WAYS, cash=[3, 20], high=3, leader=1)) == "pass"
    assert advice(auction(RIVAL_WAYS, cash=[20, 20], high=3, leader=1)) == "bid 4"


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_first_place_is_not_always_sold_for_a_thousand(seats: int) -> None:
    """The opening auctions of forty deals: always a raise, at several prices, none of them beyond ten thousand."""
    prices = [opening_price(seats, seed) for seed in range(40)]

    assert min(prices) > 1
    assert max(prices) <= 10
    assert len(set(prices)) > 2


def opening_price(seats: int, seed: int) -> int:
    """What the heuristic pays for the first place of a game, in thousands."""
    state = start(seats, 0)
    rng = Rng(seed)
    price = 0
    while state.actor == CHANCE or state.phase == AUCTION:
        price = state.high
        state.apply(state.draw(rng) if state.actor == CHANCE else bot.advise(view(state, state.actor), rng))
    return price


def test_the_farther_behind_a_seat_would_choose_the_higher_it_bids() -> None:
    """Five thousand are bid in the first turn of four: too much for the next seat, not for the last one (RRT-63)."""
    near = position(seats=4, phase=AUCTION, turn=1, round=0, high=5, leader=3)
    far = position(seats=4, phase=AUCTION, turn=1, round=0, high=5, leader=1)

    assert advice(near) == "pass"
    assert advice(far) == "bid 6"


# Western links.

WEST = ["Chicago-Rock Island", "Rock Island-Des Moines"]


def in_the_west(links: list[str], **others: Any) -> Tycoon:
    """Seat 0 has links from Chicago to the west, a locomotive of level 4, no goal there, and nothing else to do."""
    return few_cubes({}, {0: links}, level=[4, 1], tycoons=["Cornelius Vanderbilt"], **others)


@pytest.mark.parametrize(("cash", "builds"), [(60, True), (0, False)])
def test_it_builds_a_western_link_for_its_red_cubes_but_not_on_credit(cash: int, builds: bool) -> None:
    """RRT-133: in the last turn two of the four can still go to Chicago, two links each; on credit six shares cost more."""
    assert (advice(in_the_west(WEST, ending=LAST, cash=[cash, 0])) == "west Des Moines") == builds


def test_it_leads_a_link_to_a_western_city_for_the_western_link_that_can_follow() -> None:
    """Des Moines has no cube: only the red ones to come make the link to it worth anything."""
    state = in_the_west(WEST[:1], cash=[60, 0])
    while state.actor == 0:
        state.apply(bot.advise(view(state, 0), Rng(1)))
    state.apply(PASS)

    assert state.own[city("Des Moines")] == 1 << city("Rock Island")
    assert advice(state) == "west Des Moines"


@pytest.mark.compiled
def test_western_links_are_built_in_some_games() -> None:
    """Thirty games of six: at 30,000 a western link seldom pays, but it happens."""
    assert sum(owner != NONE for seed in range(30) for owner in play(6, seed, set(range(6))).western) > 0


# Actions.


def test_it_begins_with_a_short_link_that_delivers_at_once() -> None:
    """The only cubes are four blue ones in New York: the link to blue Philadelphia, one tile for 2,000, from either end."""
    assert advice(few_cubes({"New York": "4 blue"})) in ("build New York SW", "build Philadelphia NE")


def test_it_sees_two_links_that_deliver_together() -> None:
    """Six yellow cubes in New York, a locomotive of level 2: two links to Baltimore, by way of Philadelphia."""
    state = few_cubes({"New York": "6 yellow"}, level=[2, 1], cash=[10, 0])
    for _ in range(2):
        while state.actor == 0:
            state.apply(bot.advise(view(state, 0), Rng(1)))
        state.apply(PASS)

    assert state.own[city("New York")] == 1 << city("Philadelphia")
    assert state.own[city("Baltimore")] == 1 << city("Philadelphia")


def test_it_delivers_the_cube_with_the_longest_trip() -> None:
    """Level 3: black from New York has no city; blue goes one link, yellow from New York two, red from Washington three."""
    cubes = {"New York": "1 blue 1 yellow 1 black", "Washington D.C.": "1 red"}
    state = few_cubes(cubes, {0: COAST}, level=[3, 1], round=3, ending=LAST)

    assert advice(state) == "deliver red from Washington D.C."


def test_it_upgrades_when_longer_trips_wait_for_it() -> None:
    """Level 2, cash in hand, and six red cubes in Washington that are three links from New York: nothing else can be done."""
    state = few_cubes({"Washington D.C.": "6 red"}, {0: COAST}, level=[2, 1], cash=[12, 0])

    assert advice(state) == "upgrade"


def test_it_takes_no_debt_for_nothing() -> None:
    """The last action of the game, no delivery to be made: it passes, whatever could be bought."""
    state = few_cubes({"New York": "1 black"}, {0: COAST}, round=3, ending=LAST)

    assert advice(state) == "pass"


def test_a_cube_goes_over_own_links_where_there_is_a_choice() -> None:
    """From Louisville to Cincinnati: by own links over Lexington, not over Indianapolis and a link of the other seat."""
    links = {0: [*RIVAL_WAYS[0], "Louisville-Indianapolis"], 1: ["Indianapolis-Cincinnati"]}
    state = few_cubes({"Louisville": "1 yellow"}, links, level=[2, 2])
    moves_made(state, "deliver yellow from Louisville")

    assert bot.advise(view(state, 0), Rng(1)) == HOP + city("Lexington") * OWNERS


def test_a_bounty_outweighs_a_longer_trip() -> None:
    """RRT-165: Louisville pays 3 more; so one link there beats two to Baltimore."""
    cubes = {"Lexington": "1 black", "New York": "1 yellow"}
    links = {0: ["Lexington-Louisville", *COAST[:2]]}
    plain = few_cubes(cubes, links, level=[2, 1], round=3, ending=LAST)
    bounty = few_cubes(cubes, links, level=[2, 1], round=3, ending=LAST, cards=["Bounty Louisville"])

    assert advice(plain) == "deliver yellow from New York"
    assert advice(bounty) == "deliver black from Lexington"


# Cards.


def test_a_land_grant_in_hand_serves_a_link_that_costs_much() -> None:
    """From Atlanta to Savannah eight thousand are saved; then the build follows."""
    cubes = {"Savannah": "4 blue", "Atlanta": "4 purple"}
    state = few_cubes(cubes, held={0: ["Government Land Grant"]}, cash=[10, 0])

    assert advice(state) == "grant"
    moves_made(state, "grant")
    assert advice(state) in ("build Atlanta E", "build Atlanta SE", "build Savannah NW", "build Savannah W")


def test_railroad_executive_is_taken_for_one_delivery_more() -> None:
    """Three long trips are left but only two actions: the card makes it three. With two cubes it would bring nothing."""
    left = {"cards": ["Railroad Executive"], "level": [3, 1], "round": 2, "ending": LAST}

    assert advice(few_cubes({"Washington D.C.": "3 red"}, {0: COAST}, **left)) == "take Railroad Executive"
    assert advice(few_cubes({"Washington D.C.": "2 red"}, {0: COAST}, **left)) == "deliver red from Washington D.C."


def test_city_growth_serves_a_city_of_the_own_network() -> None:
    """City Growth goes where cubes can leave over own links."""
    state = position(links={0: COAST}, cards=["City Growth"], level=[3, 1])
    moves_made(state, "take City Growth")
    chosen = bot.advise(view(state, 0), Rng(1)) - GROW

    assert CITY_NAMES[chosen] in "-".join(COAST)


def test_new_industry_colours_a_city_that_own_cubes_reach() -> None:
    """Six purple cubes in New York, Washington gray at the end of the line: it becomes purple."""
    state = few_cubes({"New York": "6 purple"}, {0: COAST}, cards=["New Industry"], level=[3, 1])
    moves_made(state, "take New Industry")

    assert advice(state) == "urbanize Washington D.C. purple"


# Odd positions.


def test_track_that_can_reach_no_city_is_given_up() -> None:
    """From New Orleans no city is within four tiles: after a tile laid by somebody else it stops rather than spend more."""
    state = position()
    moves_made(state, "build New Orleans W")
    state.apply(state.legal_moves()[0])

    assert state.laid == 1
    assert advice(state) == "stop"


def test_every_hop_of_a_forced_detour_is_found() -> None:
    """A cube that must use three links of the other seat, more than the search looks at, still gets legal hops."""
    state = position(
        links={
            0: ["New York-Philadelphia"],
            1: ["Philadelphia-Baltimore", "Baltimore-Washington D.C.", "Washington D.C.-Richmond"],
        },
        goods={"New York": "1 black"},
        level=[4, 4],
    )
    moves_made(state, "deliver black from New York")
    for name in ("Philadelphia", "Baltimore", "Washington D.C.", "Richmond"):
        move = bot.advise(view(state, 0), Rng(1))
        assert move in state.legal_moves()
        assert (move - HOP) // OWNERS == city(name)
        state.apply(move)

    assert list(state.points) == [1 + 1 + 3, 3]  # RRT-170 and RRT-169 pay for the first delivery, and for a long one
