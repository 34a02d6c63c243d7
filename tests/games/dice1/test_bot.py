"""The heuristic of Railroad Dice: always legal, strong, its games come to an end, and sensible choices on built positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.dice1 import bot
from roundhouse.games.dice1.board import COMPANIES, COMPANY_NAMES, EDGE, LAKE, SIDES, SQUARES, STEP
from roundhouse.games.dice1.moves import BUY, BUY_FROM, INCOME, LAY, PAY, STATION, TILE, lay_end, lay_exit, lay_out
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.position import CUPPED, ENTERING, KEEPING, NONE, PAYING, RUNNING, STALLED, TILING, TURN
from roundhouse.games.dice1.reach import POSES, Reach, Table
from roundhouse.games.dice1.shares import market_open
from roundhouse.games.dice1.start import Options, start
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.value import Worth
from tests.games.dice1.positions import EAST, HOME, Tile, play, position, square
from tests.sampling import cases

PURPLE = COMPANY_NAMES.index("purple")


def advice(state: Dice1, seed: int = 1) -> str:
    """The bot's move as text."""
    return notation(bot.advise(view(state, state.actor), Rng(seed)))


def whole_game(seats: int, seed: int, bots: set[int], options: Options | None = None) -> Dice1:
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


# Whole games.


@pytest.mark.parametrize(
    ("seats", "options"),
    cases(
        [(2, Options()), (3, Options(diagonal_sites=True)), (4, Options(large_bank=True))],
        in_source=(3, Options(diagonal_sites=True)),
    ),
)
def test_every_move_is_legal_in_every_phase_and_leaves_the_view_alone(seats: int, options: Options) -> None:
    """Two games, one of them of random moves, which lead to positions the bot would not choose; every phase is met."""
    phases = set()
    for seed in range(2):
        state = start(seats, options)
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
            state.apply(move if seed else moves[rng.below(len(moves))])

    assert phases == {TURN, CUPPED, PAYING, TILING, ENTERING, KEEPING}


@pytest.mark.compiled
def test_the_same_view_and_seed_get_the_same_move() -> None:
    """A game in which every move is asked for twice, the second time from a copy of the view."""
    state = start(2, Options())
    rng = Rng(4)
    asked = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        move = bot.advise(view(state, state.actor), Rng(7))
        assert bot.advise(view(state.copy(), state.actor), Rng(7)) == move
        asked += 1
        state.apply(move)

    assert asked > 100


@pytest.mark.compiled
def test_it_beats_random_play_in_at_least_99_of_100_games() -> None:
    """Two seats, the bot in each of them fifty times; a shared first place does not count."""
    wins = 0
    for seed in range(100):
        seat = seed % 2
        ranks = whole_game(2, seed, {seat}).ranks()
        wins += ranks[seat] == 0 and ranks[1 - seat] > 0

    assert wins >= 99


@pytest.mark.compiled
@pytest.mark.parametrize("games", [40, pytest.param(200, marks=pytest.mark.deep)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_bots_end_by_a_rule_other_than_the_safeguard(seats: int, games: int) -> None:
    """RD1-90 to RD1-93 end at least 95 of 100 games, not RD1-R27; and not all of them in the same way."""
    endings = Counter(whole_game(seats, seed, set(range(seats))).closing for seed in range(games))

    assert endings[STALLED] <= games * 0.05
    assert len(set(endings) - {STALLED}) >= 2


@pytest.mark.compiled
def test_it_bridges_lakes_takes_directorships_and_builds_groups() -> None:
    """Twenty games of two: rails on lakes are laid, companies change hands, and groups of four or more pay."""
    bridges, changes, groups = 0, 0, 0
    for seed in range(20):
        state = start(2, Options())
        rng = Rng(seed)
        while state.actor != OVER:
            before = list(state.director)
            move = state.draw(rng) if state.actor == CHANCE else bot.advise(view(state, state.actor), rng)
            if LAY <= move < TILE and state.phase == TURN:
                end = lay_end(move)
                bridges += LAKE[state.tile[state.slot[end]]] >> STEP[state.at[end] * SIDES + lay_out(move)] & 1
            state.apply(move)
            changes += sum(was not in (NONE, now) for was, now in zip(before, state.director, strict=True))
        groups += max(Worth(state, 0).group) >= 4

    assert bridges > 20
    assert changes > 40
    assert groups >= 15


def turns(seats: int, seed: int) -> Iterator[tuple[Dice1, list[int]]]:
    """The turns of a game of the heuristic: the state at the beginning of each, and its moves."""
    state = start(seats, Options())
    rng = Rng(seed)
    before, turn, made = state.copy(), (1, state.turn), list[int]()
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        if turn != (state.year, state.turn):
            yield before, made
            before, turn, made = state.copy(), (state.year, state.turn), []
        made.append(bot.advise(view(state, state.actor), rng))
        state.apply(made[-1])
    yield before, made


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 4])
def test_in_the_last_year_it_does_nothing_that_cannot_bring_passengers(seats: int) -> None:
    """Turns that begin after the end was caused: no shares, no rails and no tiles but those that lead to a station."""
    last = [made for seed in range(40) for before, made in turns(seats, seed) if before.closing != RUNNING]
    idle = [made for made in last if not any(STATION <= move < PAY for move in made)]

    assert len(last) > 15
    assert not any(move < STATION or BUY <= move < INCOME for made in idle for move in made)
    assert sum(len(made) for made in idle) < 3 * len(idle)


@pytest.mark.compiled
def test_every_share_it_buys_can_change_a_director() -> None:
    """Twenty games of two: none for a company that it directs whatever the other buys, or can no more direct (RD1-87)."""
    bought = 0
    for seed in range(20):
        for state, made in turns(2, seed):
            seat = state.turn
            for company in (move - BUY for move in made if BUY <= move < BUY_FROM):
                mine, other = (state.shares[player * COMPANIES + company] for player in (seat, 1 - seat))
                if market_open(state):
                    continue
                bought += 1
                assert -state.left[company] <= mine - other <= state.left[company]

    assert bought > 200


# Walks and values.


def _walks(
    free: int, square: int, heading: int, rails: int, straights: int, exit: int | None
) -> set[tuple[int, int, int, int, int]]:
    """Every walk of up to five rails by brute force: rails, square, heading, straight ones, side by which the first rail ends."""
    found = {(rails, square, heading, straights, NONE if exit is None else exit)}
    if rails == 5:
        return found
    for turn in (0, 1, 3):
        side = (heading + turn) % SIDES
        ahead = STEP[square * SIDES + side]
        if not EDGE[side] >> square & 1 and free >> ahead & 1:
            first = side if exit is None else exit
            found |= _walks(free & ~(1 << square), ahead, side, rails + 1, straights + (turn == 0), first)
    return found


def test_the_walks_found_are_those_of_a_plain_search() -> None:
    """The east end on a start tile with track in the way: the same squares, headings and numbers of straight rails."""
    state = position(east="e4:WN e3:SN", west="c4:EN c3:SE")
    reach = Reach(state, EAST)
    walks = _walks(reach.free, square("e2"), 0, 0, 0, None)
    plain = {walk[:4] for walk in walks if walk[0] > 0}

    for rails in range(1, 6):
        for pose in range(49 * SIDES):
            for straights in range(rails + 1):
                known = reach.ways[rails * POSES + pose] >> straights & 1
                move = reach.first_rail(rails, pose, straights, NONE) if known else NONE
                key = (rails, pose // SIDES, pose % SIDES, straights)
                assert (move != NONE) == (key in plain)
                assert move == NONE or (*key, lay_exit(move)) in walks


def test_what_is_kept_of_an_end_or_a_place_is_what_would_be_found_anew() -> None:
    """A game of the heuristic: the tables of both ends, and the values of stations on all places, asked for in turn."""
    state, rng = start(3, Options()), Rng(5)
    assert POSES == SQUARES * SIDES
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        for end in range(2):
            reach = Reach(state, end)
            assert reach.ways == Table(reach.free, state.at[end], state.out[end], state.back[end]).ways
        worth = Worth(state, state.actor)
        for spot in state.spot:
            directed = [state.director[company] != NONE for company in range(COMPANIES)]
            values = [worth.station(company, spot) if directed[company] else 0 for company in range(COMPANIES)]
            assert list(worth.stations_at(spot)) == values
        state.apply(bot.advise(view(state, state.actor), rng))


def test_a_station_that_joins_two_groups_is_worth_more_than_one_beside_a_group() -> None:
    """RD1-85: purple has two mini-tiles in the west and one in the east of a gap; the gap makes four of them."""
    land = [HOME, ("meadow", 1, 0, "purple"), ("meadow", 1, 1, "purple"), ("meadow", -1, 0, "purple"), ("meadow", 2, 0, "")]
    state = position(land=land, directors={"purple": 0}, shares={0: "1 purple"}, west_on=4, east_on=0)
    worth = Worth(state, 0)

    assert worth.joined(PURPLE, state.spot[0]) == 4
    assert worth.joined(PURPLE, state.spot[4]) == 3
    assert worth.station(PURPLE, state.spot[0]) > worth.station(PURPLE, state.spot[4]) > 0


@pytest.mark.parametrize(("market", "need"), [(False, 4), (True, 2)])
def test_the_price_of_a_directorship_counts_purchases_from_the_director(market: bool, need: int) -> None:
    """Three shares behind: four from the bank take the company, or two from its director, RD1-53."""
    sold_out = "10 red 10 blue" if market else ""
    state = position(shares={0: "1 purple", 1: f"4 purple {sold_out}"}, directors={"purple": 1})

    assert Worth(state, 0).shares_to_direct(PURPLE) == need


# Choices on built positions.


def test_it_builds_the_station_that_the_end_points_at() -> None:
    """The director of purple has three dice and a meadow ahead."""
    state = position(directors={"purple": 0}, shares={0: "1 purple"}, reserve={0: 3})

    assert advice(state) in ("station west purple open", "station east purple open")


@pytest.mark.parametrize(("tokens", "builds"), [([50, 0], True), ([0, 50], False)])
def test_only_who_is_ahead_builds_the_last_station(tokens: list[int], builds: bool) -> None:
    """RD1-90: the eighth station ends the game."""
    land = [HOME, *(("meadow", i + 1, 0, "purple") for i in range(7))]
    state = position(land=land, directors={"purple": 0}, shares={0: "6 purple"}, reserve={0: 9}, tokens=tokens)

    assert advice(state).startswith("station") == builds


def test_it_leads_the_line_to_a_site_with_the_dice_it_has() -> None:
    """Green needs the bay of a lake at d3: two straight rails and a curve lead there and the station is built."""
    land: list[Tile] = [HOME, ("lake", 1, 0, "")]
    state = position(
        land=land,
        directors={"green": 0},
        shares={0: "2 green"},
        front={0: "2 straight 1 curve"},
        reserve={0: 3},
        east="a2:WN a1:SE b1:WE",
        east_on=1,
        paid_out=1,
        rolled=1,
    )

    moves: list[str] = []
    while not moves or moves[-1] != "end":
        moves.append(advice(state))
        play(state, moves[-1])

    assert "station east green lakeside" in moves


def test_share_dice_take_a_company_with_a_group_from_its_director() -> None:
    """Two share dice are just enough for purple, which pays three; red has nothing yet."""
    land = [HOME, *(("meadow", i + 1, 0, "purple") for i in range(3))]
    state = position(
        land=land,
        shares={0: "1 purple", 1: "2 purple 2 red"},
        directors={"purple": 1, "red": 1},
        front={0: "2 share"},
        paid_out=1,
        rolled=1,
    )

    assert advice(state) == "buy purple"


def test_in_an_open_market_it_buys_from_the_director() -> None:
    """RD1-53: two companies are sold out; a share from the director of purple counts twice."""
    land = [HOME, *(("meadow", i + 1, 0, "purple") for i in range(3))]
    state = position(
        land=land,
        shares={0: "2 purple", 1: "3 purple 10 red 10 blue"},
        directors={"purple": 1, "red": 1, "blue": 1},
        front={0: "1 share"},
        paid_out=1,
        rolled=1,
    )

    assert advice(state) == "buy purple from director"


@pytest.mark.parametrize(("company", "tile"), [("purple", "meadow"), ("green", "lake"), ("yellow", "foothills")])
def test_the_next_tile_has_sites_for_the_own_company(company: str, tile: str) -> None:
    """The east end leaves the start tile; the director of one company chooses where it can build, the others can not."""
    rivals = {"purple": {"green": 1, "yellow": 1}, "green": {"purple": 1, "yellow": 1}, "yellow": {"purple": 1, "green": 1}}
    shares = {0: f"2 {company}", 1: " ".join(f"2 {name}" for name in rivals[company])}
    state = position(
        directors={company: 0} | rivals[company],
        shares=shares,
        front={0: "4 straight"},
        east="e4:WE f4:WE",
        west="c4:EW",
        paid_out=1,
        rolled=1,
    )
    play(state, "lay east E-E")

    assert advice(state).startswith(f"tile {tile}")


@pytest.mark.parametrize(("tokens", "takes"), [([9, 0], True), ([0, 9], False)])
def test_who_is_behind_does_not_empty_the_bank(tokens: list[int], takes: bool) -> None:
    """RD1-92: an income of four from a bank of two ends the game with this year."""
    state = position(tokens=tokens, bank=2)

    assert (advice(state) == "income") == takes


def test_wild_dice_stay_in_front() -> None:
    """RD1-29: of eight dice five are kept, all the wild ones among them."""
    state = position(front={0: "2 straight 2 curve 1 share 3 wild"}, phase=KEEPING, paid_out=1, rolled=1)

    assert "3 wild" in advice(state)
