"""The heuristic of Railroad Dice 2: always legal, strong, and sensible on built positions."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import members
from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.dice2 import bot
from roundhouse.games.dice2.board import ACROSS, CELLS, COMPLEX, EMPTY, EXITS, SIDES, SLOWEST, SQUARES, STATION, STATIONS, VALUES
from roundhouse.games.dice2.drafts import Draft, Shortlist, best_lay, square_of
from roundhouse.games.dice2.fleet import capacity, passengers_to_come
from roundhouse.games.dice2.lines import arrivals, distance
from roundhouse.games.dice2.moves import BUY, FEED, LAY, PLACE
from roundhouse.games.dice2.notation import notation, parse
from roundhouse.games.dice2.outlook import Outlook, not_linked_by_all, survey
from roundhouse.games.dice2.position import CLOSING, GIVEN_UP, GREYS, HOMES, NONE, TURN
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.stations import steps
from roundhouse.games.dice2.trips import Trips
from roundhouse.games.dice2.ways import (
    DIE,
    EXCHANGE,
    FAR,
    FEE,
    LIMIT,
    SurveyedWays,
    Ways,
    dice_of,
    exchanges_of,
    price_of,
    stations_to_reach,
    surveyed,
)
from tests.games.dice2.positions import NAMES, position, random_game, square
from tests.sampling import cases, seeds

# Blue stands on 1d3. A is three squares to the east, with two plain squares between; B is far away.
NEAR = {"blue": "1d3", "black": "6c3", "A": "2c3", "B": "4c3"}


A, B, D = (NAMES.index(name) for name in "ABD")

# Blue in the middle of lines to A in the west, B in the south and C in the east, each two tiles away.
STAR = {"blue": "2b3", "black": "6c3", "A": "1c3", "B": "5b2", "C": "3a3"}
LINES = {"1d3": "EW", "2a3": "EW", "2b4": "NS", "5b1": "NS", "2c3": "EW", "2d3": "EW"}


def advice(state: Dice2, seed: int = 1) -> str:
    return notation(bot.advise(view(state, state.actor), Rng(seed)))


def bot_game(seats: int, seed: int, bots: set[int], options: Options | None = None) -> Dice2:
    """A whole game; the seats that are not bots play at random."""
    state = start(seats, options or Options())
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


def wins(seats: int, games: int) -> int:
    """Games that one bot wins alone against random play, on the first layout and on random ones, in each seat in turn."""
    count = 0
    for seed in range(games):
        seat = seed % seats
        layout = "first" if seed // seats % 2 else f"random {seed}"
        ranks = bot_game(seats, seed, {seat}, Options(layout=layout)).ranks()
        count += [other for other in range(seats) if ranks[other] == 0] == [seat]
    return count


# Whole games.


@pytest.mark.parametrize("seats", cases([2, 3, 4], in_source=2))
def test_every_move_is_legal_in_every_phase_and_leaves_the_view_alone(seats: int) -> None:
    """Four games on several layouts; in half of them random moves are made instead, which lead to positions of other kinds."""
    phases = set()
    for seed in seeds(4):
        state = start(seats, Options(layout=f"random {seed}" if seed > 1 else "first", first_seat=seed % seats))
        rng = Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            moves = state.legal_moves()
            seen = view(state, state.actor)
            move = bot.advise(seen, rng)
            assert move in moves
            assert seen == view(state, state.actor)
            phases.add(state.phase)
            state.apply(move if seed % 2 else moves[rng.below(len(moves))])

    assert phases == {HOMES, GREYS, TURN, CLOSING}


@pytest.mark.compiled
def test_the_same_view_and_seed_give_the_same_move() -> None:
    """At every decision of a random game."""
    for state, _ in random_game(3, 5):
        if state.actor >= 0:
            assert advice(state, 7) == advice(state.copy(), 7)


@pytest.mark.compiled
def test_it_beats_random_play_in_at_least_99_of_100_games() -> None:
    """Two seats, the bot in each of them fifty times; a shared first place does not count."""
    assert wins(2, 100) >= 99


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [3, 4])
def test_it_beats_two_or_three_random_players_too(seats: int) -> None:
    """Sixty games, the bot in each seat in turn; all but one at least are won alone."""
    assert wins(seats, 60) >= 59


@pytest.mark.compiled
def test_two_bots_share_the_traffic_like_good_players() -> None:
    """Forty games: on average more than 90 tokens each, five links each and most locomotives sold."""
    cash, links, sold = 0, 0, 0
    for seed in range(40):
        state = bot_game(2, seed, {0, 1})
        cash += sum(state.cash)
        links += sum(len(members(mask)) for mask in state.linked)
        sold += 10 - sum(state.stock)

    assert cash / 80 > 90
    assert links / 80 > 5
    assert sold / 40 > 8


# Stations.


def test_the_home_goes_to_the_middle_of_the_map() -> None:
    """First layout, nobody placed: no legal square has a smaller sum of steps to all others, but for the worth of a mountain."""
    state = start(2, Options())
    sites = [move - PLACE for move in state.legal_moves()]

    def far(site: int) -> int:
        return int(sum(steps(state, site, other) for other in sites))

    chosen = square(advice(state).split()[1])
    assert far(chosen) <= min(map(far, sites)) + bot.HILL


def test_grey_stations_go_near_the_own_home() -> None:
    """Blue places the first one: three steps from its home, the least that RD2-22 allows, and no nearer to black than that."""
    state = position(stations={"blue": "1d3", "black": "5c2"}, phase=GREYS)
    chosen = square(advice(state).split()[1])

    assert steps(state, chosen, square("1d3")) == 3
    assert steps(state, chosen, square("5c2")) >= steps(state, square("1d3"), square("5c2"))


# Ways.


def plain_ways(state: Dice2, home: int) -> list[int]:
    """The price from a home to each station, by relaxing every square until nothing changes: forwards, and without a queue."""
    price = [FAR] * (SQUARES * SIDES)
    found = [FAR] * STATIONS
    for at in range(SQUARES):
        for side in members(arrivals(state.reach[home * SQUARES + at])):
            price[at * SIDES + side] = 0
    changed = True
    while changed:
        changed = False
        for node in range(SQUARES * SIDES):
            at, side = divmod(node, SIDES)
            thing = state.board[at]
            if price[node] == FAR:
                continue
            if thing >= STATION:
                found[thing - STATION] = min(found[thing - STATION], price[node])
                continue
            for out in range(SIDES):
                to = state.beside[at * SIDES + out]
                if out == side or to == NONE:
                    continue
                step = 0 if EXITS[thing * SIDES + side] >> out & 1 else EXCHANGE if thing < COMPLEX else FAR
                if thing == EMPTY:
                    step = DIE + FEE * state.fee[at]
                if price[node] + step < min(price[to * SIDES + ACROSS[out]], LIMIT + 1):
                    price[to * SIDES + ACROSS[out]] = price[node] + step
                    changed = True
    return found


def test_the_ways_are_those_of_a_plain_search() -> None:
    """Positions of random games, each home: the price to each station is the same, and so when searched from the other end."""
    checked = 0
    for seed in range(3):
        for count, (state, _) in enumerate(random_game(2 + seed, seed)):
            if state.phase != TURN or count % 25:
                continue
            wanted = sum(1 << station for station in range(STATIONS) if state.site[station] != NONE)
            for home in range(state.seats):
                goals = stations_to_reach(state, home)
                ways = Ways().of(state, home, goals)
                backwards = SurveyedWays(state, wanted & ~state.linked[home] & ~(1 << home)).of(state, home, goals)
                prices = plain_ways(state, home)
                for station in members(wanted & ~state.linked[home] & ~(1 << home)):
                    assert (price_of(ways[station]) if ways[station] < FAR else FAR) == prices[station]
                    assert backwards[station] == ways[station]
                    checked += prices[station] < FAR

    assert checked > 20


def test_hopes_and_surveys_that_are_kept_are_those_made_anew() -> None:
    """Games of the heuristic: a survey of an equal board, and the hopes of all seats after each die that is laid."""
    laid = 0
    for seed in range(2):
        state, rng = start(2 + seed, Options()), Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            move = bot.advise(view(state, state.actor), rng)
            outlook = survey(state, state.actor)
            wanted = not_linked_by_all(state)
            for home in range(state.seats):
                goals = stations_to_reach(state, home)
                assert surveyed(state, wanted).of(state, home, goals) == SurveyedWays(state, wanted).of(state, home, goals)
            before = outlook.hopes(state)
            state.apply(move)
            if LAY <= move < BUY:
                assert outlook.hopes_after(state, square_of(move), before) == outlook.hopes(state)
                laid += 1

    assert laid > 20


def test_a_way_counts_its_dice_its_fees_and_its_exchanges() -> None:
    """A lies two squares east: two dice. With dice there of which the second turns away: one exchange."""
    free = position(stations=NEAR)
    turned = position(stations=NEAR, dice={"2a3": "EW", "2b3": "NW"})
    way = Ways().of(free, 0, vec[i64]([A]))[A]
    exchange = Ways().of(turned, 0, vec[i64]([A]))[A]

    assert (dice_of(way), exchanges_of(way)) == (2, 0)
    assert price_of(way) == 2 * DIE
    assert (dice_of(exchange), exchanges_of(exchange)) == (0, 1)


@pytest.mark.parametrize(("die", "open"), [("EW", True), ("S>EW", False)])
def test_no_way_leads_through_a_station_or_changes_a_complex_die(die: str, open: bool) -> None:
    """RD2-38, RD2-R18: blue between three stations and a die without a track to it; only if that is simple is there a way to D."""
    walled = {"blue": "1b2", "A": "1b1", "B": "1c2", "C": "1a2", "black": "6c3", "D": "1c4"}
    state = position(stations=walled, dice={"1b3": die})

    assert (Ways().of(state, 0, vec[i64]([D]))[D] < FAR) == open
    assert (SurveyedWays(state, 1 << D).of(state, 0, vec[i64]([D]))[D] < FAR) == open


def test_links_and_near_links_are_worth_something_and_those_of_others_count_against() -> None:
    """One die towards A is better for blue than none, the link better than that; for black it is the other way round."""
    states = [
        position(stations=NEAR),
        position(stations=NEAR, dice={"2a3": "EW"}),
        position(stations=NEAR, dice={"2a3": "EW", "2b3": "EW"}, cash=[15, 10]),  # RD2-69
    ]
    blue = [Outlook(0, Ways()).worth(state) for state in states]
    black = [Outlook(1, Ways()).worth(state) for state in states]

    assert blue == sorted(set(blue))
    assert black == sorted(set(black), reverse=True)


# Dice.


def test_it_lays_what_links_a_station_at_once() -> None:
    """Two straights for the two squares to A: both are laid, one after the other, and nothing else."""
    state = position(stations=NEAR, front="straight straight")
    for _ in range(2):
        state.apply(best_lay(state))

    assert state.linked[0] == 1 << A
    assert state.cash[0] == 15


@pytest.mark.parametrize("front", ["straight curve", "curve curve", "curve ?", "straight ?"])
def test_it_finds_the_way_that_the_dice_in_hand_allow(front: str) -> None:
    """A lies two columns to the east and one row up: it takes a straight and a curve, or two curves, on other squares each time."""
    state = position(stations={"blue": "1d3", "black": "6c3", "A": "2b2"}, front=front)
    while (move := best_lay(state)) != NONE:
        state.apply(move)

    assert state.linked[0] >> A & 1


def test_it_exchanges_a_die_to_branch_off_and_uses_the_one_it_gets_back() -> None:
    """On the line to A a switch branches off to the south, and the dice in hand with the straight that comes back lead on to B."""
    state = position(
        stations={"blue": "1d3", "black": "6c3", "A": "2c3", "B": "5a2"},
        dice={"2a3": "EW", "2b3": "EW"},
        front="curve straight / ?",
    )
    moves = []
    while (move := best_lay(state)) != NONE:
        moves.append(notation(move))
        state.apply(move)

    assert any(text.startswith("exchange") for text in moves)
    assert state.linked[0] >> B & 1


def test_a_die_that_leads_nowhere_is_not_laid() -> None:
    """Blue and black, the only stations, are linked already: the dice stay in front, and the turn goes on without them."""
    state = position(stations={"blue": "1d3", "black": "2c3"}, dice={"2a3": "EW", "2b3": "EW"}, front="curve straight")

    assert best_lay(state) == NONE
    assert advice(state) in ("buy", "end")


def test_the_shortlist_keeps_the_best_in_descending_order() -> None:
    """Values in mixed order, room for three; of equal ones the first stays ahead."""
    state = position()
    shortlist = Shortlist(3)
    for first, value in enumerate([4, 9, 1, 9, 7, 3]):
        shortlist.add(Draft(state, first, 1, value, vec[i64]()))

    assert [(draft.value, draft.first) for draft in shortlist.drafts] == [(9, 1), (9, 3), (7, 4)]


def test_simple_dice_are_taken_for_empty_squares() -> None:
    """Nothing is laid yet, and A is two squares away: four simple dice, or two and a complex one."""
    assert advice(position(stations=NEAR)) in ("dice 4", "dice 2+1")


def test_complex_dice_are_taken_where_switches_are_missing() -> None:
    """Lines leave blue on three sides; D and E stand beside them, one exchange away."""
    state = position(stations=STAR | {"D": "1d4", "E": "2a4", "F": "2d2", "G": "2c2"}, dice=LINES | {"2b2": "NS", "2b1": "ES"})

    assert advice(state) in ("dice 0+2", "dice ?")


def test_the_roll_is_given_up_when_the_trips_lack_passengers() -> None:
    """RD2-35: three fast locomotives, one passenger at each station; with six there the turn brings sixteen and not three."""
    state = position(stations=STAR, dice=LINES, engines={0: "6 5 5"}, pools=[1, 5, 1, 0, 1, 5])
    full = position(stations=STAR, dice=LINES, engines={0: "6 5 5"}, pools=[6, 5, 6, 0, 6, 5])

    assert advice(state) == notation(FEED)
    assert advice(full) != notation(FEED)


def test_without_dice_in_the_bank_the_roll_is_given_up() -> None:
    """RD2-R11: no offer is open."""
    assert advice(position(stations=NEAR, simple=0, complex=0)) == notation(FEED)


def test_new_passengers_come_where_they_can_be_fetched() -> None:
    """RD2-87: blue has a locomotive and a line to A on tile 2, whose pool is empty; B on tile 4 is nobody's."""
    state = position(
        stations=NEAR, dice={"2a3": "EW", "2b3": "EW"}, engines={0: "2"}, pools=[5, 0, 0, 5, 0, 5], front="locomotive", cash=[0, 10]
    )

    assert advice(state) == "bring 2"


def test_new_passengers_are_not_brought_in_for_others() -> None:
    """Only black has a line to a station, and blue has none: the die stays unused."""
    stations = {"blue": "1b2", "black": "6c3", "A": "6c1"}
    state = position(stations=stations, dice={"6c2": "NS"}, front="locomotive", cash=[0, 10])

    assert state.linked[1] == 1 << A
    assert advice(state) == "end"


# Trips.


def most_passengers(state: Dice2) -> int:
    """What the best trips of this turn bring, by trying every locomotive with every station."""
    seat = state.turn
    engines = []
    for value in range(VALUES):
        engines += [value + SLOWEST] * (state.engines[seat * VALUES + value] - state.used[value])

    def best(at: int, free: frozenset[int], pool: tuple[int, ...]) -> int:
        if at == len(engines):
            return 0
        result = best(at + 1, free, pool)
        for station in free:
            tile = state.site[station] // CELLS
            if pool[tile] and distance(state, seat, state.site[station]) <= engines[at]:
                load = min(engines[at], pool[tile])
                left = tuple(count - load if other == tile else count for other, count in enumerate(pool))
                result = max(result, load + best(at + 1, free - {station}, left))
        return result

    return best(0, frozenset(members(state.linked[seat] & ~state.served)), tuple(state.pool))


@pytest.mark.compiled
def test_the_trips_bring_as_many_as_any_plan() -> None:
    """Turns of whole games between bots, with up to four locomotives."""
    checked = 0
    for seed in range(4):
        state = start(2, Options())
        rng = Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            if state.phase in (TURN, CLOSING) and sum(state.engines[state.turn * VALUES : (state.turn + 1) * VALUES]) <= 4:
                total = Trips(state, state.turn).total
                assert total == most_passengers(state)
                checked += total > 0
            state.apply(bot.advise(view(state, state.actor), rng))

    assert checked > 100


def test_the_fast_locomotive_goes_far_and_the_slow_one_stays_near() -> None:
    """A 2 reaches A two tiles away; B three tiles away is for the 3, though it could go to A as well."""
    stations = {"blue": "1d3", "black": "6c3", "A": "2a2", "B": "3a3"}
    dice = {"1d2": "ES", "2a3": "EW", "2b3": "EW", "2c3": "EW", "2d3": "EW"}
    state = position(stations=stations, dice=dice, engines={0: "2 3"}, pools=[5, 5, 5, 0, 0, 5], roll=GIVEN_UP, cash=[0, 10])
    trips = []
    while (text := advice(state)) != "end":
        trips.append(text)
        state.apply(parse(text))

    assert sorted(trips) == ["carry 2 A", "carry 3 B"]


def test_the_slow_locomotive_empties_a_tile_and_the_fast_one_finds_all_filled_again() -> None:
    """RD2-89: two tiles are empty, A's holds three, C's two. The 5 fetches the two, the shortage follows, the 6 brings six."""
    state = position(stations=STAR, dice=LINES, engines={0: "5 6"}, pools=[3, 0, 2, 0, 0, 5], roll=GIVEN_UP, stock=[0] * VALUES)
    while (text := advice(state)) != "end":
        state.apply(parse(text))

    assert state.cash[0] == 10 + 2 + 6


# Locomotives.


def test_a_locomotive_is_bought_once_there_is_a_station_to_go_to() -> None:
    """Ten tokens: with a line to A the 2 is bought, without one it is not."""
    linked = position(stations=NEAR, dice={"2a3": "EW", "2b3": "EW"}, roll=GIVEN_UP)
    alone = position(stations=NEAR, roll=GIVEN_UP)

    assert advice(linked) == "buy"
    assert advice(alone) == "end"


def test_the_first_4_waits_until_the_2s_have_worked() -> None:
    """RD2-76: the 2 that the 4 will scrap makes its trip first; then the 4 is bought, and goes nowhere any more this turn."""
    state = position(
        stations=NEAR, dice={"2a3": "EW", "2b3": "EW"}, engines={0: "2"}, stock=[0, 0, 2, 2, 2], cash=[40, 10], roll=GIVEN_UP
    )

    assert advice(state) == "carry 2 A"
    state.apply(parse("carry 2 A"))
    assert advice(state) == "buy"


def test_in_the_closing_phase_a_locomotive_must_pay_off_with_those_who_wait() -> None:
    """Many wait at A: the 6 for 25 is bought. Few wait there and many where blue has no line: it is not."""

    def closing(pools: list[int]) -> Dice2:
        line = {"2a3": "EW", "2b3": "EW"}
        return position(stations=NEAR, dice=line, pools=pools, stock=[0, 0, 0, 0, 2], cash=[60, 10], phase=CLOSING)

    assert advice(closing([0, 60, 0, 0, 0, 5])) == "buy"
    assert advice(closing([0, 10, 0, 60, 0, 60])) == "end"


def test_a_fleet_fetches_with_one_locomotive_a_station() -> None:
    """RD2-80: of a 3 and a 5 only the 5 counts with one station linked, both with three."""
    one = position(stations=NEAR, dice={"2a3": "EW", "2b3": "EW"}, engines={0: "3 5"})
    three = position(stations=STAR, dice=LINES, engines={0: "3 5"})

    assert (capacity(one, 0), capacity(three, 0)) == (5, 8)
    assert capacity(three, 1) == 0


def test_passengers_to_come_are_all_tokens_until_the_closing_phase() -> None:
    """RD2-91: the pools, the bank and a last filling for four stations; then only those that the seat's lines lead to."""
    state = position(stations=NEAR, dice={"2a3": "EW", "2b3": "EW"})
    closing = position(stations=NEAR, dice={"2a3": "EW", "2b3": "EW"}, pools=[3, 4, 0, 7, 0, 2], phase=CLOSING)

    assert passengers_to_come(state, 0) == 280 - 20 + 20
    assert passengers_to_come(closing, 0) == 4
