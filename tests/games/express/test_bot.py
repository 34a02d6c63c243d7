"""The heuristic of Chicago Express: always legal, strong, and sensible on built positions."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import OVER
from roundhouse.games.express import bot, value, ways
from roundhouse.games.express.board import (
    BUILDS,
    CHICAGO,
    COMPANY_IDS,
    HEX_IDS,
    HEXES,
    HOME,
    NEXT,
    SIDES,
    WABASH,
)
from roundhouse.games.express.expansion import Expansion
from roundhouse.games.express.moves import BUILD, EXPAND
from roundhouse.games.express.notation import notation
from roundhouse.games.express.phases import BIDDING, BUILDING, TURN
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import cell, play, position
from tests.sampling import cases

NEAR_CHICAGO = "P6 O7 N6 M6 L6 K6 J6 I6 H5 G5 F4 E4 D3"  # a line of the B&O, three hexes short


def advice(state: Express, seed: int = 1) -> str:
    return notation(bot.advise(view(state, state.actor), Rng(seed)))


def outlook(state: Express) -> value.Outlook:
    return value.Outlook(state, ways.Ways(state))


def whole_game(seats: int, seed: int, bots: set[int]) -> Express:
    """A game to its end; the seats that are not bots play at random."""
    state = start(seats, seed % seats)
    rng = Rng(seed)
    while state.actor != OVER:
        if state.actor in bots:
            state.apply(bot.advise(view(state, state.actor), rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
    return state


def wins_against_random(seats: int, games: int) -> int:
    """Games that one bot wins alone, in each seat equally often."""
    wins = 0
    for seed in range(games):
        seat = seed // 2 % seats
        ranks = list(whole_game(seats, seed, {seat}).ranks())
        wins += ranks[seat] == 0 and ranks.count(0) == 1
    return wins


# Whole games.


@pytest.mark.parametrize("seats", cases([2, 3, 4, 5, 6], in_source=3))
def test_every_move_is_legal_in_every_phase_and_leaves_the_view_alone(seats: int) -> None:
    """Two games; in one of them random moves are made instead, which lead to positions the bot would not choose."""
    phases = set()
    for seed in range(2):
        state = start(seats, 0)
        rng = Rng(seed)
        while state.actor != OVER:
            moves = state.legal_moves()
            seen = view(state, state.actor)
            move = bot.advise(seen, rng)
            assert move in moves
            assert seen == view(state, state.actor)
            phases.add(state.phase)
            state.apply(move if seed % 2 else moves[rng.below(len(moves))])

    assert phases == {BIDDING, TURN, BUILDING}


@pytest.mark.compiled
def test_same_view_and_same_seed_give_the_same_move() -> None:
    """Every seventh decision of a game, asked twice."""
    state = start(3, 0)
    rng = Rng(5)
    made = 0
    while state.actor != OVER:
        move = bot.advise(view(state, state.actor), rng)
        if made % 7 == 0:
            assert bot.advise(view(state, state.actor), Rng(9)) == bot.advise(view(state, state.actor), Rng(9))
        state.apply(move)
        made += 1

    assert made > 100


@pytest.mark.compiled
def test_games_of_bots_differ_by_their_seeds() -> None:
    """There is no chance in the game, so without a whim of the bots every game of theirs would be the same."""
    assert list(whole_game(3, 0, {0, 1, 2}).cash) != list(whole_game(3, 3, {0, 1, 2}).cash)


@pytest.mark.compiled
def test_it_beats_random_play_in_at_least_98_of_100_games_of_two() -> None:
    """The bot in each seat fifty times; a shared first place does not count."""
    assert wins_against_random(2, 100) >= 98


@pytest.mark.compiled
def test_it_beats_three_random_players_in_at_least_98_of_100_games() -> None:
    """The bot in each seat twenty-five times; a shared first place does not count."""
    assert wins_against_random(4, 100) >= 98


@pytest.mark.compiled
def test_bots_among_themselves_make_companies_grow() -> None:
    """Thirty games of three: incomes at least doubled, most of the paid-in money built, Chicago reached in some games."""
    incomes, treasuries, arrivals = 0, 0, 0
    for seed in range(30):
        state = whole_game(3, seed, {0, 1, 2})
        incomes += sum(state.income)
        treasuries += sum(state.treasury)
        arrivals += state.on[CHICAGO] != 0

    assert incomes / 30 > 2 * sum(start(3, 0).income)
    assert treasuries / 30 < 60
    assert arrivals >= 3


# Ways to Chicago.


def test_ways_are_those_of_a_plain_search() -> None:
    """A board with tracks of two companies: the same efforts as relaxing every pair of hexes until nothing changes."""
    state = position(built={"B&O": NEAR_CHICAGO, "PRR": "Q5 P4 O4 N4 M4"})
    found = ways.Ways(state)
    effort = [0 if where == CHICAGO else ways.FAR for where in range(HEXES)]
    changed = True
    while changed:
        changed = False
        for where in range(HEXES):
            for other in NEXT[where * SIDES : (where + 1) * SIDES]:
                if other >= 0 and found.own[where] < ways.FAR and effort[other] + found.own[other] < effort[where]:
                    effort[where] = effort[other] + found.own[other]
                    changed = True

    assert list(found.effort) == effort


def test_ways_that_are_kept_are_those_found_anew() -> None:
    """A game of the heuristic: after every move the ways are those of this board."""
    state, rng = start(3, 0), Rng(2)
    while state.actor != OVER:
        kept, found = ways.ways_of(state), ways.Ways(state)
        assert (kept.own, kept.effort) == (found.own, found.effort)
        assert (kept.steps, kept.dollars) == (found.steps, found.dollars)
        state.apply(bot.advise(view(state, state.actor), rng))


def test_a_way_counts_locomotives_and_dollars_to_chicago() -> None:
    """From B2 there is only Chicago left: one locomotive, three dollars; six once another company is there."""
    alone = ways.Ways(position())
    second = ways.Ways(position(built={"PRR": "Chicago"}))

    assert (alone.steps[cell("B2")], alone.dollars[cell("B2")]) == (1, 3)
    assert (second.steps[cell("B2")], second.dollars[cell("B2")]) == (1, 6)


def test_no_way_leads_over_a_start_hex_or_a_taken_forest() -> None:
    """Nobody builds there, CEX-69 and CEX-72."""
    found = ways.Ways(position(built={"PRR": "Q4"}))

    assert found.own[HOME[0]] == ways.FAR
    assert found.own[cell("Q4")] == ways.FAR
    assert ways.Ways(position()).own[cell("Q4")] < ways.FAR


# Values.


def test_the_time_left_is_one_dividend_when_an_end_is_due_and_none_when_it_is_over() -> None:
    """CEX-131: each of the four ends makes the next dividend the last."""
    due = [
        position(track={"Detroit": 8}),
        position(supply=3),
        position(unsold=[0, 0, 0, 4, 2]),
        position(left={"PRR": 0, "B&O": 0, "C&O": 0}),
    ]

    assert [value.rounds_left(state) for state in due] == [value.ROUND] * 4
    assert value.rounds_left(position()) > 3 * value.ROUND
    assert value.rounds_left(position(actor=OVER)) == 0


def test_before_the_last_dividend_a_share_is_worth_just_that() -> None:
    """Income 22 among three shares: eight dollars, rounded up (CEX-102), and a treasury is worth nothing."""
    state = position(shares={0: "NYC NYC", 1: "NYC"}, income={"NYC": 22}, treasury={"NYC": 40}, supply=3)

    assert outlook(state).share[COMPANY_IDS.index("NYC")] == 800


def test_a_new_share_dilutes_the_others_and_its_price_makes_up_for_some_of_it() -> None:
    """The more is paid for it, the more the company can build."""
    company = COMPANY_IDS.index("B&O")
    seen = outlook(position())

    assert seen.share_after(company, 1, 6) < seen.share[company]
    assert seen.share_after(company, 1, 6) < seen.share_after(company, 1, 20)


def test_a_share_is_worth_more_when_chicago_is_near() -> None:
    """The same company with the same income, one action and sixteen hexes away."""
    company = COMPANY_IDS.index("B&O")
    treasury = {"B&O": 20}
    near = outlook(position(built={"B&O": NEAR_CHICAGO}, income={"B&O": 10}, treasury=treasury))
    far = outlook(position(income={"B&O": 10}, treasury=treasury, left={"B&O": 7}))

    assert near.steps[company] <= BUILDS
    assert near.share[company] > far.share[company]


def test_a_company_that_is_shut_in_is_valued_without_chicago() -> None:
    """No open hex: its shares still pay, but less than with a way to go."""
    company = COMPANY_IDS.index("B&O")
    free = position(built={"B&O": NEAR_CHICAGO}, treasury={"B&O": 20})
    shut = position(built={"B&O": NEAR_CHICAGO}, treasury={"B&O": 20}, open=[0] * len(free.open))

    assert outlook(shut).steps[company] == ways.FAR
    assert 0 < outlook(shut).share[company] < outlook(free).share[company]


def test_after_the_end_a_fortune_is_the_cash() -> None:
    """CEX-136: shares count nothing."""
    state = position(cash=[30, 20, 10], actor=OVER)

    assert [outlook(state).fortune(seat) for seat in range(3)] == [3000, 2000, 1000]


# Bids.


@pytest.mark.parametrize(("high", "answer"), [(6, "bid 7"), (9, "pass")])
def test_in_the_last_round_it_bids_up_to_the_dividend(high: int, answer: str) -> None:
    """NYC pays 16 among two shares, eight dollars each, once: seven is a bargain, ten is not."""
    state = position(
        cash=[40, 40, 40],
        income={"NYC": 16},
        supply=3,
        needles=[1, 0, 0],
        phase=BIDDING,
        turn=2,
        company=COMPANY_IDS.index("NYC"),
        opener=2,
        high=high,
        leader=2,
    )

    assert advice(state) == answer


def test_the_last_seat_lets_a_share_lie_that_would_only_dilute_its_own() -> None:
    """The last round, all others have passed: bought at eleven the share brings eleven, and costs the old one ten (CEX-61)."""
    state = position(
        shares={0: "PRR B&O C&O NYC"},
        cash=[40, 40],
        seats=2,
        income={"NYC": 21},
        supply=3,
        phase=BIDDING,
        turn=1,
        company=COMPANY_IDS.index("NYC"),
        opener=1,
        passed=0b10,
    )

    assert state.least_bid() == 11
    assert advice(state) == "pass"


def test_first_shares_are_not_paid_with_all_the_cash() -> None:
    """Four bots: after the initial auctions somebody owns each company, and most of the seats can still bid."""
    state = start(4, 0)
    rng = Rng(1)
    while state.turn < 0:
        state.apply(bot.advise(view(state, state.actor), rng))

    assert sum(state.treasury) >= 4 * 7
    assert sum(cash >= 5 for cash in state.cash) >= 2


# Actions.


def test_it_reaches_chicago_while_it_can() -> None:
    """The last round, its own B&O is three hexes short and has the money: a dividend and income at once, CEX-82 and CEX-113."""
    state = position(
        seats=2, shares={0: "B&O NYC", 1: "PRR C&O"}, built={"B&O": NEAR_CHICAGO}, treasury={"B&O": 12}, track={"Detroit": 8}
    )
    built = []
    while state.phase != BIDDING:
        text = advice(state)
        built.append(text)
        play(state, text)

    assert built[0] == "expand B&O"
    assert f"build {HEX_IDS[CHICAGO]}" in built
    assert state.company == WABASH


def test_it_develops_where_its_own_company_stands() -> None:
    """Auctions are over for the round and no company has money; PRR is its own, the B&O is not."""
    state = position(
        seats=2,
        shares={0: "PRR", 1: "B&O C&O NYC"},
        built={"PRR": "Q5 P4 O4 N4", "B&O": "P6 O6 N6 M6"},
        cash=[0, 0],
        needles=[3, 0, 0],
    )

    assert advice(state) in ("develop N4", "develop O4")


def test_it_builds_nothing_for_a_company_that_belongs_more_to_others() -> None:
    """One share of three against one rival: whatever PRR builds pays him more."""
    state = position(seats=2, shares={0: "PRR", 1: "PRR PRR"}, treasury={"PRR": 30}, cash=[0, 0], needles=[3, 0, 0])

    assert advice(state) != "expand PRR"


def test_it_ends_the_game_before_a_rival_reaches_chicago() -> None:
    """The last round: it is ahead, and with one more expansion the round ends; any other action lets the B&O arrive."""
    state = position(
        seats=2,
        shares={0: "PRR NYC", 1: "B&O C&O"},
        built={"B&O": NEAR_CHICAGO},
        treasury={"B&O": 12},
        cash=[70, 55],
        needles=[3, 4, 0],
        supply=3,
    )
    play(state, advice(state))

    assert state.actor == OVER
    assert list(state.ranks()) == [0, 1]


def test_a_rival_alone_in_a_rich_company_gets_company() -> None:
    """PRR pays its one owner thirty a round: half of that is on offer for a fraction of its worth, and he has no money."""
    state = position(seats=2, shares={0: "C&O", 1: "PRR B&O"}, income={"PRR": 30}, cash=[30, 0], needles=[0, 0, 0])

    assert advice(state) == "offer PRR"


# Expansions.


@pytest.mark.parametrize("company", range(WABASH))
def test_no_set_of_hexes_is_better_than_the_one_it_finds(company: int) -> None:
    """From the start hexes, where there are few beginnings: held to every expansion that the rules allow."""
    state = position(seats=2, shares={0: "PRR B&O C&O NYC"}, treasury=dict.fromkeys(COMPANY_IDS, 9))
    field = ways.Ways(state)
    seen = value.Outlook(state, field)
    best = Expansion(state, company, field, seen).best_value

    def highest(at: Express) -> int:
        values = []
        for move in at.choices():
            after = at.copy()
            after.apply(move)
            values.append(highest(after) if after.phase == BUILDING else worth(after))
        return max(values)

    def worth(after: Express) -> int:
        new = [where for where in range(HEXES) if (after.on[where] & ~state.on[where]) >> company & 1]
        before = (seen.steps[company], seen.dollars[company])
        steps, dollars = min([before, *((field.steps[where], field.dollars[where]) for where in new)])
        return seen.pool(company, after.income[company], after.treasury[company], steps, dollars)

    begun = state.copy()
    begun.apply(EXPAND + company)
    assert best == highest(begun)


def test_it_stops_when_more_locomotives_would_earn_nothing() -> None:
    """The last round: the C&O has built its city, and no other income is within two hexes."""
    state = position(shares={0: "C&O", 1: "PRR B&O NYC"}, treasury={"C&O": 9}, built={"C&O": "P9 O10"}, supply=3)
    play(state, "expand C&O", "build N9")

    assert advice(state) in ("build M10", "stop")
    play(state, "build M10")
    assert state.phase == BUILDING
    assert advice(state) == "stop"


@pytest.mark.compiled
def test_every_build_that_it_plans_can_be_made_in_that_order() -> None:
    """A game of bots: at each expansion the whole plan is legal, one hex after the other."""
    hexes = 0
    state = start(4, 0)
    rng = Rng(0)
    while state.actor != OVER:
        if state.phase == BUILDING:
            trial = state.copy()
            for where in Expansion(trial, trial.company, ways.Ways(state), outlook(state)).best:
                assert BUILD + where in trial.legal_moves()
                trial.apply(BUILD + where)
                hexes += 1
        state.apply(bot.advise(view(state, state.actor), rng))

    assert hexes > 40
