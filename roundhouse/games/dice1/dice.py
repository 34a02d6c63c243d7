"""Dice: income, the roll, payments, rewards and what stays in front. Chapters C, E and F of the rules."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng, pick
from roundhouse.core.state import CHANCE, filled
from roundhouse.games.dice1.board import (
    COMPANIES,
    DIE_SIDES,
    FACE_SIDES,
    FACES,
    FRONT_LIMIT,
    LEAST_INCOME,
    PLAN_COMPANY,
    PLANS,
    SHARE,
    WILD,
)
from roundhouse.games.dice1.bridges import can_finish, open_bridges
from roundhouse.games.dice1.moves import (
    CUP,
    FIRST_HANDFUL,
    HANDFUL,
    KEEP,
    KEEPS,
    KEPT_FACES,
    MOST_ROLLED,
    ROLL,
    SHOWN,
    handful_of,
)
from roundhouse.games.dice1.position import CUPPED, EMPTY_BANK, ROLLING, RUNNING, TURN, Position
from roundhouse.games.dice1.purse import purse_of


def in_front(state: Position, seat: i64, face: i64) -> i64:
    """Return the number of dice with a face in front of a seat's screen."""
    return state.front[seat * FACES + face]


def front_size(state: Position, seat: i64) -> i64:
    """Return the number of dice in front of a seat's screen."""
    size: i64 = 0
    for face in range(i64(FACES)):
        size += state.front[seat * FACES + face]
    return size


def serve(state: Position, wanted: i64) -> i64:
    """Take up to `wanted` dice from the bank and return how many it had (RD1-100). If too few, this year is the last (RD1-92)."""
    given = wanted
    if given > state.bank:
        given = state.bank
        if state.closing == RUNNING:
            state.closing = EMPTY_BANK
    state.bank -= given
    return given


def earn_wild(state: Position, wanted: i64) -> None:
    """Give the player wild dice from the bank, to be used at once (RD1-24)."""
    state.front[state.turn * FACES + WILD] += serve(state, wanted)


def pay(state: Position, due: i64, wild: i64) -> None:
    """Pay `due` dice to the bank, `wild` of them wild and the others from the reserve (RD1-17, RD1-18, RD1-72)."""
    state.front[state.turn * FACES + WILD] -= wild
    state.reserve[state.turn] -= due - wild
    state.bank += due


def spend(state: Position, face: i64) -> None:
    """Take a die of that face from the front, or else a wild one, which can stand for any face (RD1-20, RD1-21)."""
    at = state.turn * FACES + face
    if state.front[at] == 0:
        at = state.turn * FACES + WILD
    state.front[at] -= 1


def can_spare(state: Position, straight: i64, curve: i64, wild: i64, reserve: i64) -> bool:
    """Return whether the bridges under way can be finished without these dice (RD1-99)."""
    ends = open_bridges(state)
    if ends == 0:
        return True
    straights, curves, wilds, kept = purse_of(state)
    return can_finish(state, ends, state.exits, (straights - straight, curves - curve, wilds - wild, kept - reserve))


# Income.


def stations_directed(state: Position, seat: i64) -> i64:
    """Return the number of built stations of all companies that a seat directs."""
    count: i64 = 0
    for plan in range(i64(PLANS)):
        if state.director[PLAN_COMPANY[plan]] == seat:
            count += state.built[plan]
    return count


def companies_directed(state: Position, seat: i64) -> i64:
    """Return the number of companies that a seat directs."""
    count: i64 = 0
    for company in range(i64(COMPANIES)):
        if state.director[company] == seat:
            count += 1
    return count


def income_of(state: Position, seat: i64) -> i64:
    """Return a seat's income: four or its built stations now (RD1-96), whichever is more; four for a parachute (RD1-30, RD1-31)."""
    income = stations_directed(state, seat)
    if income < LEAST_INCOME or state.chute[seat]:
        income = LEAST_INCOME
    return income


def take_income(state: Position) -> None:
    """Take the income into the reserve (RD1-16). A golden parachute gives wild dice in front instead, once (RD1-32, RD1-33)."""
    state.paid_out = 1
    income = income_of(state, state.turn)
    if state.chute[state.turn]:
        state.chute[state.turn] = 0
        earn_wild(state, income)
    else:
        state.reserve[state.turn] += serve(state, income)


# The roll.


def add_cups(moves: vec[i64], state: Position) -> vec[i64]:
    """Add the moves that put any number of wild dice into the cup (RD1-34).

    At least one die is rolled, and dice in the cup cannot be used for a bridge (RD1-R15).
    """
    if state.rolled:
        return moves
    for wild in range(in_front(state, state.turn, WILD) + 1):
        if can_cup(state, wild):
            moves = append(moves, CUP + wild)
    return moves


def can_cup(state: Position, wild: i64) -> bool:
    """Return whether a roll with exactly this many wild dice is possible. No other die in front is ever rolled, RD1-22."""
    if wild > 0:
        return can_spare(state, 0, 0, wild, 0)
    return state.reserve[state.turn] > 0 and can_spare(state, 0, 0, 0, 1)


def fill_cup(state: Position, wild: i64) -> None:
    """Move wild dice from the front into the cup. The player then chooses how many of the reserve to add."""
    state.rolled = 1
    state.cup = wild
    state.front[state.turn * FACES + WILD] -= wild
    state.phase = CUPPED


def add_rolls(moves: vec[i64], state: Position) -> vec[i64]:
    """Add the moves that roll any number of the reserve with the cup (RD1-34)."""
    for reserve in range(state.reserve[state.turn] + 1):
        if can_roll(state, reserve):
            moves = append(moves, ROLL + reserve)
    return moves


def can_roll(state: Position, reserve: i64) -> bool:
    """Return whether the reserve has that many dice and a roll of them with the cup is possible."""
    return state.cup + reserve > 0 and can_spare(state, 0, 0, 0, reserve)


def roll(state: Position, reserve: i64) -> None:
    """Double the wild dice from the bank and start the roll (RD1-35): two of the reserve and four wild ones are ten, RD1-36."""
    state.reserve[state.turn] -= reserve
    state.loose = reserve + state.cup + serve(state, state.cup)
    state.cup = 0
    state.phase = ROLLING
    state.actor = CHANCE


def handful_size(state: Position) -> i64:
    """Return the number of dice that chance rolls next."""
    if state.loose > MOST_ROLLED:
        return MOST_ROLLED
    return state.loose


def handfuls(state: Position) -> vec[i64]:
    """Return every outcome of the next handful."""
    size = handful_size(state)
    moves = vec[i64](capacity=200)
    for outcome in range(FIRST_HANDFUL[size], FIRST_HANDFUL[size + 1]):
        moves = append(moves, outcome)
    return moves


def draw_handful(state: Position, rng: Rng) -> i64:
    """Draw the next handful, each die by its faces."""
    size = handful_size(state)
    counts = filled(FACES, 0)
    for _die in range(size):
        counts[pick(FACE_SIDES, DIE_SIDES, rng)] += 1
    return handful_of(counts, size)


def take_handful(state: Position, outcome: i64) -> None:
    """Put the rolled dice in front of the player (RD1-19)."""
    first = (outcome - HANDFUL) * FACES
    for face in range(i64(FACES)):
        state.front[state.turn * FACES + face] += SHOWN[first + face]
        state.loose -= SHOWN[first + face]
    if state.loose == 0:
        state.phase = TURN
        state.actor = state.turn


# The end of a turn.


def too_many(state: Position) -> bool:
    """Return whether more dice are in front than may stay there (RD1-29)."""
    return front_size(state, state.turn) > FRONT_LIMIT


def can_keep(state: Position, number: i64) -> bool:
    """Return whether these five dice are all in front."""
    return all(KEPT_FACES[number * FACES + face] <= state.front[state.turn * FACES + face] for face in range(i64(FACES)))


def add_keeps(moves: vec[i64], state: Position) -> vec[i64]:
    """Add the moves that keep any five of the dice in front (RD1-29)."""
    for number in range(i64(KEEPS)):
        if can_keep(state, number):
            moves = append(moves, KEEP + number)
    return moves


def keep(state: Position, number: i64) -> None:
    """Keep five dice and return the others to the bank (RD1-23)."""
    state.bank += front_size(state, state.turn) - FRONT_LIMIT
    for face in range(i64(FACES)):
        state.front[state.turn * FACES + face] = KEPT_FACES[number * FACES + face]


def dice_of(state: Position, seat: i64) -> i64:
    """Return the number of dice of a seat, front and reserve together (RD1-95)."""
    return front_size(state, seat) + state.reserve[seat]


def can_buy_with(state: Position) -> bool:
    """Return whether a share die is in front, or a wild die that can be spared (RD1-50)."""
    if in_front(state, state.turn, SHARE) > 0:
        return True
    return in_front(state, state.turn, WILD) > 0 and can_spare(state, 0, 0, 1, 0)
